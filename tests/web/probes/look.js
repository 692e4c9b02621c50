// What a person sees at the table: whose decision it is, what glows and where, which buttons there are. Waits until
// there is something to do, the game is over, or the bar has a wanted tone; the page is redrawn before it is read.
async ([wanted, patience]) => {
  // A browser that draws no frame any more must not be waited for without end.
  const frame = () =>
    new Promise((done) => {
      setTimeout(done, 2000);
      requestAnimationFrame(() => requestAnimationFrame(done));
    });
  const began = performance.now();
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const place = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const figure = (one) => ({
    what: one.classList.contains("board-builder") ? "builder" : "workman",
    name: one.dataset.path ?? one.dataset.port,
    ...place(one),
  });
  const look = () => {
    const [bar] = all(".table-bar");
    return {
      tone: bar?.dataset.tone ?? "none",
      text: bar?.querySelector(".bar-text")?.textContent ?? "",
      done: all(".bar-done .done").map((one) => one.dataset.move),
      waiting: all(".bar-done [data-waiting]").length > 0,
      confirm: all(".bar-confirm:enabled").length > 0,
      close: all(".bar-close").length > 0,
      sure: all(".bar-sure").length > 0,
      offers: all(".bar-offers .offer:enabled").length,
      figures: all(".board-workman.usable, .board-builder.usable").map(figure),
      fields: all(".board-field.usable").map((one) => ({ what: "field", name: "", ...place(one) })),
      ghosts: all(".board-ghost").map((one) => ({
        what: "ghost",
        name: one.dataset.square,
        ...place(one.querySelector(".board-dashes") ?? one),
      })),
      tray: all(".board-tray-item").map((one) => {
        return { what: "tray", name: one.querySelector(".unseen").textContent, ...place(one) };
      }),
      playing: all(".playing").length > 0,
    };
  };
  for (;;) {
    await frame();
    const seen = look();
    const isAsked = seen.confirm || seen.offers || seen.figures.length || seen.fields.length || seen.ghosts.length;
    const isDrawn = all(".board.drawn").length > 0; // it comes in parts, after the bar
    const isIdle = seen.tone === "yours" && isAsked && isDrawn && !seen.waiting && !seen.playing;
    if (seen.tone === "over" || isIdle || wanted.includes(seen.tone)) return seen;
    const limit = seen.tone === "none" ? patience / 3 : patience; // without a table there is nothing to wait for
    if (performance.now() > began + limit) throw new Error(`nothing to do: ${JSON.stringify(seen)}`);
  }
}
