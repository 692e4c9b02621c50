/**
 * Typed notation: lenient parsing, and completion from the choices. Only the notation is known here (R7); the server
 * says whether a decision is legal, and why not.
 *
 * @import {Choice} from "../../types.js"
 */

/** Sides may be named in either order. @type {Record<string, string>} */
const SIDES = { en: "ne", se: "es", ws: "sw", wn: "nw", sn: "ns", we: "ew" };

/** @type {readonly [RegExp, (...parts: string[]) => string][]} */
const FORMS = [
  [/^([a-k][1-8])([nesw])[\s.,]*(\d{1,2})[\s.,]*([cdsb])([nesw])$/i, (square, side, path, kind, exit) =>
    `${square.toUpperCase()}${side}.${Number(path)}.${kind.toUpperCase()}${exit}`],
  [/^([cdsbj])[\s@.,]*(\d{1,2})$/i, (kind, path) => `${kind.toUpperCase()}@${Number(path)}`],
  [/^\+?\s*([cdsb])\s*(ne|es|sw|nw|ns|ew|en|se|ws|wn|sn|we)?[\s@.,]*([a-k][1-8])$/i, (kind, sides, square) =>
    `+${kind.toUpperCase()}${SIDES[sides] ?? sides ?? ""}@${square.toUpperCase()}`],
  [/^>\s*(\d{1,2})$/, (path) => `>${Number(path)}`],
  [/^x\s*([a-k][1-8])([nesw])$/i, (square, side) => `x${square.toUpperCase()}${side}`],
  [/^[-–—]$/, () => "-"],
  [/^\*\s*([cdsbj])$/i, (kind) => `*${kind.toUpperCase()}`],
];

/**
 * A decision as R7 writes it, from small letters and with spaces between its parts; other texts as they are.
 *
 * @param {string} text
 * @returns {string}
 */
export function written(text) {
  const bare = text.trim();
  for (const [form, write] of FORMS) {
    const found = form.exec(bare);
    if (found) return write(...found.slice(1).map((part) => part?.toLowerCase()));
  }
  return bare;
}

/** What is left of a text when everything that people leave out is left out. @type {(text: string) => string} */
const squeezed = (text) => text.toLowerCase().replace(/[\s.,@+]/g, "").replace(/[–—]/g, "-");

/**
 * The choices that a text is, or begins; those that only contain it if there are none.
 *
 * @param {string} text
 * @param {readonly Choice[]} choices
 * @returns {Choice[]}
 */
export function completions(text, choices) {
  const exact = choices.filter((choice) => choice.move === written(text));
  if (exact.length) return exact;
  const start = squeezed(text);
  const begun = choices.filter((choice) => squeezed(choice.move).startsWith(start));
  return begun.length || !start ? begun : choices.filter((choice) => squeezed(choice.move).includes(start));
}

/**
 * The choice that a text means: it is one, or it is the beginning of one only.
 *
 * @param {string} text
 * @param {readonly Choice[]} choices
 * @returns {Choice | null}
 */
export function meant(text, choices) {
  const found = text.trim() ? completions(text, choices) : [];
  return found.length === 1 ? found[0] : null;
}
