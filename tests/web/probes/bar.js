// What is wrong with the bar beside the board as it is now, with and without the button that skips an animation.
() => {
  const bar = document.querySelector(".table-bar");
  const { right } = bar.getBoundingClientRect();
  const wrong = [];
  const check = () => {
    for (const one of bar.querySelectorAll(".button:not([hidden])")) {
      const isCut = one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().right > right - 2;
      if (isCut) wrong.push(`cut: ${one.textContent}`);
    }
    const text = bar.querySelector(".bar-text");
    if (text.clientWidth < bar.clientWidth / 2) wrong.push(`squeezed: ${text.textContent}`);
  };
  check();
  const body = bar.querySelector(".bar-body");
  const end = Math.max(...[...body.children].map((one) => one.getBoundingClientRect().bottom));
  const isLonger = end > body.getBoundingClientRect().bottom + 1;
  if (isLonger && getComputedStyle(body).maskImage === "none") wrong.push("no cue that there is more");
  const skip = bar.querySelector(".bar-skip");
  skip.hidden = false;
  check();
  skip.hidden = true;
  return wrong;
};
