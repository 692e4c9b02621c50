/** A line that could have been played, walked on the board: from before a turn, decision by decision. */

import { post } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { errorText } from "../lib/reasons.js";
import { settings } from "../lib/settings.js";
import { lastMarks } from "./last_move.js";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {{views: View[], steps: Step[], at: number}} Walk `at`: how many decisions the board shows */

/**
 * @param {Board} board
 * @param {string} base the table in the API
 * @param {{onChange: () => void, onStep: (step: Step, view: View) => void, signal: AbortSignal}} handlers
 */
export function createWalk(board, base, { onChange, onStep, signal }) {
  /** @type {Walk | null} */
  let walk = null;

  /** @param {number} at */
  function show(at) {
    if (!walk) return;
    walk = { ...walk, at };
    const view = walk.views[at];
    const step = walk.steps[at - 1];
    if (view) board.update(view, lastMarks(step));
    if (view && step) onStep(step, view);
    onChange();
  }

  return {
    walk: () => walk,
    /** The position that the board shows, if it shows a line. */
    view: () => walk?.views[walk.at],
    show,
    /** Forget the line; the board is for others to update. */
    leave() {
      walk = null;
    },
    /**
     * @param {number} ply
     * @param {readonly string[]} moves
     */
    async begin(ply, moves) {
      try {
        const found = await post(`${base}/review/line`, { ply, moves }, { signal });
        const [first] = found.views;
        walk = { ...found, at: 0 };
        board.update(first, lastMarks());
        onChange();
        const how = { speed: settings.speed, signal };
        if (board.canAnimate()) await board.animate(found.steps, first, found.views.at(-1), how);
        if (walk?.steps === found.steps) show(found.steps.length);
      } catch (error) {
        if (!signal.aborted) toast(errorText(error), { kind: "error" });
      }
    },
  };
}
