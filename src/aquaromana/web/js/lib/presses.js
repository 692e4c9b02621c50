/**
 * A guard against presses that were meant for what lay there before: answers are replaced under the pointer.
 *
 *   const guard = guardPresses(list)          buttons in it
 *   guard.shows("workman D1e, workman D1s")   what they are now
 *
 * The second click of a double click, a press that began before the answers changed, and one too soon after that do not
 * count. A key always counts; and where nothing moves on the screen, a press counts at once.
 */

import { moving } from "./settings.js";

/** Milliseconds in which nobody answers what has just come. */
const SOON = 350;

/**
 * @param {HTMLElement} element
 * @param {{ now?: () => number, isMoving?: () => boolean }} [world] what a test puts in the place of the real one
 */
export function guardPresses(element, { now = () => performance.now(), isMoving = moving } = {}) {
  let answers = "";
  /** How often they have changed, and when they did last. */
  let changes = 0;
  let changed = -Infinity;
  /** What they were when the pointer went down last, and at the click before. */
  let begun = { changes: 0, isSoon: false };
  let clicked = 0;

  element.addEventListener("pointerdown", () => {
    begun = { changes, isSoon: isMoving() && now() - changed < SOON };
  }, true);
  element.addEventListener("click", (event) => {
    const { detail } = /** @type {MouseEvent} */ (event);
    const isOther = begun.changes !== changes || (detail > 1 && clicked !== changes);
    clicked = changes;
    // Keys, and programs that press a button, have no count.
    if (!detail || (!isOther && !begun.isSoon)) return;
    event.stopPropagation();
    event.preventDefault();
  }, true);

  return {
    /** @param {string} next the answers that are offered, and where */
    shows(next) {
      if (next === answers) return;
      answers = next;
      changes += 1;
      changed = now();
    },
  };
}
