/**
 * The stretch so far, each decision with its undo, what to know, and why something cannot be done.
 *
 * @import {BarContent, Done} from "./model/bar.js"
 */

import { fill, h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink, errorText, squareName } from "../lib/reasons.js";
import { icon } from "./icons.js";

/**
 * @param {HTMLElement} list
 * @param {BarContent} content
 * @param {(left: number) => void} onUndoTo
 */
export function drawStretch(list, { done, undo }, onUndoTo) {
  keyed(list, done, {
    key: (one) => `${one.index} ${one.move}`,
    create: (one) => doneElement(one, onUndoTo),
    update: (element, one) => updateDone(element, one, undo),
  });
}

/**
 * @param {Done} one
 * @param {(left: number) => void} onUndoTo
 */
function doneElement(one, onUndoTo) {
  return h(
    "li",
    { class: "done", "data-move": one.move },
    h("span", { class: "done-words" }),
    h(
      "button",
      { type: "button", class: "icon-button done-undo", onclick: () => onUndoTo(one.index) },
      h("span", { "aria-hidden": "true" }, "×"),
      h("span", { class: "unseen" }),
    ),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Done} one
 * @param {boolean} canUndo
 */
function updateDone(element, one, canUndo) {
  set(element, { "data-waiting": one.waiting });
  write(/** @type {Element} */ (element.firstElementChild), one.words);
  const undo = /** @type {HTMLElement} */ (element.lastElementChild);
  write(/** @type {Element} */ (undo.lastElementChild), t("table.undo-this", { words: one.words }));
  undo.hidden = one.auto || !canUndo;
}

/**
 * What to know before deciding. One tile may do the same thing twice: each is told.
 *
 * @param {HTMLElement} list
 * @param {BarContent["notes"]} notes
 */
export function drawNotes(list, notes) {
  const before = (/** @type {string} */ text, /** @type {number} */ index) =>
    notes.slice(0, index).filter((note) => note.text === text).length;
  keyed(list, notes, {
    key: ({ text }, index) => `${text} ${before(text, index)}`,
    create: (note) => h("li", { "data-note": note.icon }, icon(note.icon), h("span", null, note.text)),
  });
}

/** What each element says, and as the answer to what. @type {WeakMap<HTMLElement, { of: object, words: string }>} */
const said = new WeakMap();

/**
 * Why something cannot be done, in words; nothing if nobody has asked. It is drawn once for each answer: a screen
 * reader then reads it once, and again when the same question is asked again.
 *
 * @param {HTMLElement} why
 * @param {BarContent["why"]} answer
 * @param {readonly string[]} names
 * @param {() => void} onHeard
 */
export function drawReason(why, answer, names, onHeard) {
  if (!answer) {
    if (said.delete(why)) fill(why);
    return;
  }
  const possible = answer.isEarly ? t("table.close-first") : t("table.possible", { name: squareName(answer.name) });
  const words = answer.why ? errorText(answer.why, { names }) : possible;
  const [before, of] = [said.get(why), answer.why ?? answer];
  if (before?.of === of && before.words === words) return;
  said.set(why, { of, words });
  const close = h("button", { type: "button", class: "icon-button", onclick: onHeard }, "×");
  set(close, { "aria-label": t("common.close") });
  fill(why, h("p", null, words, " "), answer.why ? clauseLink(answer.why) : null, close);
}
