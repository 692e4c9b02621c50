/**
 * Labels of the grid's cells for screen readers. Composing them takes longer than drawing: the cell in focus is
 * labelled immediately, the others while the browser is idle.
 */

/** @import {Ghost, Target} from "../types.js" */
/** @import {Grid} from "./grid.js" */
/** @import {BoardState} from "./state.js" */

import { t } from "../lib/i18n.js";
import { isUsable, spotsIn } from "./aim.js";
import { cellAt } from "./draw/geometry.js";
import { idly } from "./idle.js";
import { describe, stateWords } from "./words.js";

/**
 * @param {Grid} grid
 * @param {() => BoardState} state
 * @param {{ describe?: (target: Target) => string, names?: () => readonly string[] }} [page] its own words for
 *   something, "" for the board's; and the players' names, by seat
 */
export function createLabels(grid, state, { describe: own, names } = {}) {
  /** Whether the words of the page's language are loaded. */
  let isReady = false;
  const others = idly(grid.rows, (row) => grid.label(wordsOf, row));

  /**
   * @param {number} column
   * @param {number} row
   */
  function wordsOf(column, row) {
    if ("fountain" in cellAt(column, row)) return { text: t("board.fountain"), state: "" };
    const here = spotsIn(state().spots, column, row);
    const { state: mark } = here.find((spot) => spot.state === "chosen") ?? here.find(isUsable) ?? { state: "" };
    const texts = here.map((spot) => [words(spot.target, spot.ghosts?.[0]), stateWords(spot.state)]);
    return { text: texts.reverse().map((parts) => parts.filter(Boolean).join(", ")).join("; "), state: mark };
  }

  /**
   * @param {Target} target
   * @param {Ghost} [ghost]
   */
  function words(target, ghost) {
    const { view } = state();
    return own?.(target) || (view ? describe(view, target, { ghost, names: names?.() }) : "");
  }

  function update() {
    if (!isReady || !state().view) return;
    grid.label(wordsOf, [grid.at()]);
    others.request();
  }

  return {
    words,
    update,
    isReady: () => isReady,
    /**
     * @param {number} column
     * @param {number} row
     */
    updateCell(column, row) {
      if (isReady) grid.label(wordsOf, [{ column, row }]);
    },
    /** The words of a language have been loaded. */
    translate() {
      isReady = true;
      grid.element.setAttribute("aria-label", t("board.label"));
      update();
    },
    stop: others.stop,
  };
}
