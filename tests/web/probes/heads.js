// Whom a button hides: on which steps of the stairs somebody would stand behind one. And whether the board is cut off.
() => {
  const all = document.querySelectorAll(".table-hand button, .site-header a");
  const boxes = [...all]
    .filter((one) => one.checkVisibility())
    .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }));
  const out = [];
  for (const step of document.querySelectorAll(".stairs-step")) {
    const man = step.querySelector(".stairs-place").getBoundingClientRect();
    for (const { name, box } of boxes) {
      const meets = man.left < box.right && box.left < man.right && man.top < box.bottom && box.top < man.bottom;
      if (meets) out.push(`${name} hides whoever stands on ${step.dataset.podium}`);
    }
  }
  const { left, right, bottom } = document.querySelector(".table-plan").getBoundingClientRect();
  if (left < 0 || right > innerWidth || bottom > innerHeight) out.push(`the board reaches to ${right}, ${bottom}`);
  return out;
}
