/** Small line drawings for buttons: 24 wide, drawn in the color of the text. */

import { s } from "../lib/dom.js";

const PATHS = /** @type {const} */ ({
  undo: "M9 7 4 12l5 5M4 12h9.5a4.5 4.5 0 0 1 0 9H10",
  check: "M4 13l6 6L20 6",
  again: "M20 12a8 8 0 1 1-2.6-5.9M20 3v5h-5",
  replay: "M4 12a8 8 0 1 0 2.6-5.9M4 3v5h5M10 8.5l5.5 3.5-5.5 3.5z",
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  ear: "M7 9a5 5 0 0 1 10 0c0 4-4 4-4 8a3 3 0 0 1-5 2M10 10a2 2 0 0 1 4 0c0 1.5-1.5 2-1.5 3",
  keyboard: "M3 7h18v11H3zM6.5 10.5h.01M10 10.5h.01M13.5 10.5h.01M17 10.5h.01M8 14.5h8",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  help: "M8.5 9a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3M12 18.5h.01",
  thought: "M7 16a4.5 4.5 0 0 1-.5-8.9 5.5 5.5 0 0 1 10.7-.6A4.3 4.3 0 0 1 17 16zM8 19.5h.01M6 22h.01",
  bulb: "M9 17h6M9.5 20.5h5M12 3a6.5 6.5 0 0 0-4 11.6c.7.6 1 1.4 1 2.4h6c0-1 .3-1.8 1-2.4A6.5 6.5 0 0 0 12 3z",
  drop: "M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z",
  hand: "M3 8h14M13 4l4 4-4 4M21 16H7M11 12l-4 4 4 4",
  only: "M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M12 11v5M12 8h.01",
  flag: "M6 22V3M6 4h12l-3 4 3 4H6",
  skip: "M4 5l8 7-8 7zM12 5l8 7-8 7z",
  blind: "M3 3l18 18M10 6h2c5 0 8.5 4 9.5 6a14 14 0 0 1-3 4M6.5 8a14 14 0 0 0-4 4c1 2 4.5 6 9.5 6a9 9 0 0 0 4-1",
  chat: "M4 5h16v11H11l-5 4v-4H4zM8 9h8M8 12.5h5",
  menu: "M4 7h16M4 12h16M4 17h16",
  eye: "M2.5 12C4 9 7.5 6 12 6s8 3 9.5 6c-1.5 3-5 6-9.5 6s-8-3-9.5-6zM12 9.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5",
  bot: "M5 9h14v10H5zM12 9V5M9 13h.01M15 13h.01M9.5 16.5h5M2.5 13v3M21.5 13v3",
  seat: "M7 3v10h10M7 13l-1.5 8M17 13l1.5 8M17 13V9M7 17h10",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  bell: "M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21.5h4",
  mute: "M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5",
  out: "M14 4h5v16h-5M4 12h10M10 8l4 4-4 4",
  stop: "M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM7.5 12h9",
  book: "M12 6c-2-1.6-5-2-8-2v14c3 0 6 .4 8 2 2-1.6 5-2 8-2V4c-3 0-6 .4-8 2zM12 6v14",
  gear: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h9M17 17h3M15 15v4",
  games: "M4 6h16M4 12h10M4 18h16M18 10l2.5 2-2.5 2z",
  warn: "M12 3 2.5 20h19zM12 10v4.5M12 17.5h.01",
});

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }),
  );
}
