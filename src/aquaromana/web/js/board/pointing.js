/** Pointing at the board: by pointer, finger or keyboard, at something or at a cell. */

/** @import {Target} from "../types.js" */
/** @import {Handlers} from "./board.js" */
/** @import {Parts} from "./assembly.js" */
/** @import {BoardState} from "./state.js" */

import { cellOf, sameTarget } from "./aim.js";
import { cellBox } from "./draw/geometry.js";
import * as states from "./state.js";

/**
 * @param {Parts} parts
 * @param {Handlers} handlers
 * @param {object} board
 * @param {() => BoardState} board.shown
 * @param {(target: Target | null) => void} board.hovered
 * @param {() => boolean} board.isClosed
 * @param {() => void} board.draw
 */
export function createPointing({ grid, labels, pane, animator, choice, redraw }, handlers, board) {
  /**
   * Somebody points at a cell with the keyboard.
   * @param {number} column
   * @param {number} row
   */
  function pointCell(column, row) {
    if (animator.stop()) return;
    const meant = states.meantIn(board.shown(), column, row);
    if (!meant) return;
    if ("target" in meant) return point(meant.target);
    if ("square" in meant) {
      choice.open(meant.square);
      board.draw();
    } else choice.ask(meant.workmen);
    choice.focus();
  }

  /**
   * @param {number} column
   * @param {number} row
   */
  function focusCell(column, row) {
    pane.reveal(cellBox(column, row));
    labels.updateCell(column, row);
    // A tap or a click leaves the focus behind too, and is no look.
    if (!grid.cell(column, row).matches(":focus-visible")) return;
    const spot = states.focusedIn(board.shown(), column, row);
    setHover(spot ? choice.aimed(spot, null) : null);
  }

  /** @param {Target} target */
  function point(target) {
    const back = choice.hasFocus();
    choice.answer();
    handlers.onPoint?.(target);
    if (board.isClosed()) return;
    const { column, row } = cellOf(target);
    if (back) grid.go(column, row, true);
    choice.arrange();
  }

  /**
   * @param {Target | null} target
   * @param {() => void} [drawing]
   */
  function setHover(target, drawing = redraw.now) {
    if (sameTarget(board.shown().hover, target)) return;
    board.hovered(target);
    choice.look(target);
    handlers.onHover?.(target);
    drawing();
  }

  return { pointCell, focusCell, point, setHover };
}
