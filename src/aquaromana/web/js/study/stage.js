/**
 * The board of the analysis page, with the podiums beside it.
 *
 * @import {Marks, Step, Target, View} from "../types.js"
 */

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { h } from "../lib/dom.js";
import { lastMarks } from "../parts/last_move.js";

/** @param {{ onPoint: (target: Target) => void, onHover: (target: Target | null) => void }} wishes */
export function createStage({ onPoint, onHover }) {
  const boardHost = h("div", { class: "replay-board" });
  const stairsHost = h("div", { class: "replay-stairs" });
  const stairs = createStairs(stairsHost);
  const board = createBoard(boardHost, { onPoint, onHover, podiumRect: (podium) => stairs.rect(podium) });

  /**
   * Draw the board alone.
   * @param {View} view
   * @param {Step} [step] what led there
   * @param {Marks | null} [marks] what can be chosen
   */
  function mark(view, step, marks) {
    const last = lastMarks(step);
    board.update(view, marks ? { ...marks, last: last.last } : last);
  }

  return {
    element: h("div", { class: "replay-stage" }, stairsHost, boardHost),
    board: boardHost,
    focus: () => board.focus(),
    mark,
    /**
     * @param {View} view
     * @param {Step} [step]
     * @param {Marks | null} [marks]
     */
    show(view, step, marks) {
      mark(view, step, marks);
      stairs.update(view, []);
    },
    close() {
      board.destroy();
      stairs.destroy();
    },
  };
}
