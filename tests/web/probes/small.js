// What a finger has to hit and is smaller than 44 pixels. Links in running text and lines of the log are not meant, nor
// the reserve and the stock: the bar offers what can be chosen there.
() => {
  const dialog = document.querySelector("dialog[open]");
  const within = dialog ? ["dialog[open]"] : ["main", ".site-header"];
  const kinds = ["button", "a.button", "nav a", "select", "summary", "[role=tab]", "label.choice", ".chips label"];
  const found = new Set();
  for (const one of document.querySelectorAll(within.flatMap((place) => kinds.map((kind) => `${place} ${kind}`)).join())) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.closest(".tab-log, .replay-log, .supply")) continue;
    const { width, height } = one.getBoundingClientRect();
    if (width >= 43.5 && height >= 43.5) continue;
    const words = (one.ariaLabel ?? one.textContent).trim().slice(0, 30);
    found.add(`${one.localName}.${one.className} "${words}" ${Math.round(width)}×${Math.round(height)}`);
  }
  return [...found];
}
