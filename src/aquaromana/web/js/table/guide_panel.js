/**
 * What the panels of lessons and puzzles have in common: they redraw what has changed, and take keyboard and screen
 * reader along.
 */

import { announce } from "../lib/announce.js";

/**
 * @typedef {object} GuideContent
 * @property {string} key of the step or puzzle
 * @property {string} tone `task` while there is something to do; `done` and `missed` at its end
 * @property {string} text
 */

/**
 * @template {GuideContent} T
 * @typedef {object} GuideParts
 * @property {HTMLElement} element
 * @property {HTMLElement} heading
 * @property {readonly HTMLElement[]} ways buttons that lead on, the most likely first
 * @property {() => void} label write the words that change with the language only
 * @property {(content: T, before: T | null) => void} draw
 * @property {(content: T) => string} spoken what a screen reader says of it
 * @property {(content: T) => string} news what it says when only the text has changed
 */

/**
 * @template {GuideContent} T
 * @param {HTMLElement} bar
 * @param {GuideParts<T>} parts
 */
export function createGuidePanel(bar, { element, heading, ways, label, draw, spoken, news }) {
  /** @type {T | null} */
  let shown = null;
  label();
  bar.prepend(element);

  /**
   * To the heading of another step, and to the way on when a step is over.
   *
   * @param {T | null} before
   * @param {T} content
   * @param {boolean} byKeyboard
   */
  function lead(before, content, byKeyboard) {
    if (before?.key !== content.key || (before.tone !== "task" && content.tone === "task")) {
      heading.focus({ preventScroll: true });
      announce(spoken(content));
      return;
    }
    if (before.text !== content.text) announce(news(content));
    const isOver = content.tone === "done" || content.tone === "missed";
    if (isOver && content.tone !== before.tone && byKeyboard) focusNext();
  }

  function focusNext() {
    const way = ways.find((one) => !one.hidden && one.classList.contains("primary"));
    way?.focus({ preventScroll: true });
  }

  return {
    /**
     * @param {T | null} content
     * @param {boolean} byKeyboard
     */
    update(content, byKeyboard) {
      const before = shown;
      shown = content;
      element.hidden = !content;
      if (!content || JSON.stringify(content) === JSON.stringify(before)) return;
      draw(content, before);
      lead(before, content, byKeyboard);
    },
    /** Say what is to be done, or what became of it; also when it was said before. */
    say: () => shown && announce(spoken(shown)),
    translate() {
      label();
      shown = null;
    },
  };
}
