/**
 * Facts about decisions in words.
 *
 *   factText(fact)                            a sentence for a Fact: code and args
 *   factText(fact, {names: ["Ann", "Ben"]})   with the names of the seats
 *   clauseLink(fact) of reasons.js            a link to the rule behind it
 *
 * Needs the areas `facts` and `reasons`: name them in `areas` of your page.
 */

import { list, t } from "./i18n.js";
import { seatName } from "./seats.js";

/** @typedef {Record<string, string | number | readonly number[]>} Args */
/** @typedef {{code: string, clause: string, args?: Args, grade: string}} Fact */

/**
 * A fact in one sentence.
 * @param {Fact} fact
 * @param {{names?: readonly string[]}} [who]
 * @returns {string}
 */
export function factText({ code, args = {} }, { names = [] } = {}) {
  /** @type {Record<string, string | number>} */
  const words = {};
  for (const [name, value] of Object.entries(args)) Object.assign(words, worded(name, value, names));
  return t(`facts.${code}`, words);
}

/**
 * An argument in the language of the reader, with the forms of it that sentences can use.
 * @param {string} name
 * @param {string | number | readonly number[]} value
 * @param {readonly string[]} names
 * @returns {Record<string, string | number>}
 */
function worded(name, value, names) {
  const called = (/** @type {number} */ seat) => seatName(names, seat);
  if (typeof value === "object") return { [name]: list(value.map(name === "rivals" ? called : String)) };
  if (name === "seat") return { seat: called(Number(value)) };
  if (name === "color") return { color: t(`reasons.color.${value}`) };
  if (name === "kind") return { "kind.builder": t(`common.kind-builder.${value}`) };
  if (name === "workman") return { workman: value, "workman.square": String(value).slice(0, 2) };
  return { [name]: value };
}
