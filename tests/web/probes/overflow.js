// What sticks out: the page scrolls sideways, or a dialog does.
() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const out = [];
  const name = (one) => `${one.localName}.${one.getAttribute("class") ?? ""}`;
  if (scrollWidth > clientWidth) {
    out.push(`the page is ${scrollWidth} wide`);
    for (const one of document.querySelectorAll("body *")) {
      const { right, width } = one.getBoundingClientRect();
      if (width && right > clientWidth + 1) out.push(`${name(one)} reaches to ${right}`);
    }
  }
  for (const dialog of document.querySelectorAll("dialog[open]")) {
    const { left, right } = dialog.getBoundingClientRect();
    const parts = [dialog, ...dialog.querySelectorAll(".dialog-body")];
    if (left < 0 || right > clientWidth) out.push(`the dialog reaches from ${left} to ${right}`);
    for (const part of parts.filter((one) => one.scrollWidth > one.clientWidth + 1)) {
      out.push(`${name(part)} is ${part.scrollWidth} wide in ${part.clientWidth}`);
    }
  }
  return out.slice(0, 8);
}
