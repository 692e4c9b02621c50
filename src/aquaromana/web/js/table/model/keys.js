/**
 * Keyboard shortcuts of the table. Keys that a text field, a button or the board handles never get here.
 */

/**
 * @typedef {"confirm" | "undo" | "escape" | "skip" | "earlier" | "later" | "first" | "now" | "help" | "type" |
 * "spoken" |
 *   "replay" | "share" | "thinking" | "rest" | "hint" | "close" | "sure" | "board" | "chat" | "menu" |
 *   "lesson" | "rematch" |
 *   `offer ${number}`} Command
 *
 * @typedef {object} Key the parts of a KeyboardEvent that matter
 * @property {string} key
 * @property {boolean} [ctrlKey]
 * @property {boolean} [metaKey]
 * @property {boolean} [altKey]
 * @property {boolean} [shiftKey]
 * @property {boolean} [repeat] the key is held down
 *
 * @typedef {object} Situation
 * @property {boolean} isText the focus is in a field for text
 * @property {boolean} isControl the focus is on something that Enter and Space work for themselves
 * @property {boolean} isBoard the focus is on the board, which uses the arrows
 * @property {boolean} letters whether single letters and digits are commands
 */

/** @type {Readonly<Record<string, Command>>} */
const LETTERS = {
  "?": "help",
  "/": "type",
  n: "type",
  b: "spoken",
  r: "replay",
  s: "share",
  t: "thinking",
  h: "hint",
  p: "rest",
  x: "close",
  g: "board",
  c: "chat",
  m: "menu",
  i: "lesson",
};

/** @type {Readonly<Record<string, Command>>} */
const ARROWS = { ArrowLeft: "earlier", ArrowRight: "later", Home: "first", End: "now" };

/** What a held key may run again and again: steps, and hurrying an animation. @type {ReadonlySet<Command | null>} */
const REPEATED = new Set(["undo", "earlier", "later", "skip"]);

/** What the help lists: the keys of each command, in order. @type {readonly (readonly [string, string])[]} */
export const LISTED = [
  ["confirm", "Enter"],
  ["undo", "Backspace"],
  ["escape", "Esc"],
  ["offer", "1 – 9"],
  ["move", "← ↑ ↓ →"],
  ["lesson", "I"],
  ["board", "G"],
  ["type", "N"],
  ["spoken", "B"],
  ["replay", "R"],
  ["skip", "Space"],
  ["earlier", "← →"],
  ["first", "Home End"],
  ["close", "X"],
  ["hint", "H"],
  ["rest", "P"],
  ["thinking", "T"],
  ["chat", "C"],
  ["menu", "M"],
  ["share", "S"],
  ["help", "?"],
];

/**
 * The command that a key means, or null.
 *
 * @param {Key} key
 * @param {Situation} situation
 * @returns {Command | null}
 */
export function command(key, { isText, isControl, isBoard, letters }) {
  const isControlled = key.ctrlKey || key.metaKey;
  if (key.altKey) return null;
  if (isControlled) {
    if (key.key === "Enter") return "confirm";
    return key.key.toLowerCase() === "z" && !key.shiftKey && !isText ? "undo" : null;
  }
  if (key.key === "Escape") return "escape";
  if (isText) return null;
  if (key.key === "Enter") return isControl || isBoard ? null : "confirm";
  if (key.key === " ") return isControl || isBoard ? null : "skip";
  if (key.key === "Backspace") return "undo";
  if (key.key in ARROWS) return isBoard ? null : ARROWS[key.key];
  if (!letters) return null;
  if (/^[1-9]$/.test(key.key)) return `offer ${Number(key.key)}`;
  return LETTERS[key.key.toLowerCase()] ?? null;
}

/**
 * Whether a key is to be ignored because it is only held down: what decides, opens or sends takes another press.
 *
 * @param {Key} key
 * @param {Situation} situation
 */
export function isHeld(key, situation) {
  if (!key.repeat) return false;
  // A button, a link, a form and the board would take these two themselves, each time.
  if (key.key === "Enter") return true;
  if (key.key === " " && (situation.isControl || situation.isBoard)) return true;
  const name = command(key, situation);
  return name !== null && !REPEATED.has(name);
}
