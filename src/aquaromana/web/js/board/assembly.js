/** The parts of the board, connected with each other: grid and labels, pane, animator, choice and taps. */

/** @import {Marks, Target, View} from "../types.js" */
/** @import {Handlers} from "./board.js" */
/** @import {BoardState} from "./state.js" */

import { createRedraw } from "../lib/redraw.js";
import { cellOf, isUsable, spotsIn } from "./aim.js";
import { createAnimator } from "./animation/animator.js";
import { createChoice } from "./choice.js";
import { createGrid } from "./grid.js";
import { createLabels } from "./labels.js";
import { createPane } from "./pane.js";
import { watchRest } from "./rest.js";
import { createTaps } from "./taps.js";
import { watchVisibility } from "./visibility.js";

/**
 * @typedef {object} Wiring what the parts ask of the board
 * @property {() => BoardState} shown
 * @property {(target: Target | null, drawing?: () => void) => void} setHover
 * @property {(target: Target) => void} point
 * @property {(column: number, row: number) => void} pointCell
 * @property {(column: number, row: number) => void} focusCell
 * @property {() => void} draw
 * @property {(view: View) => void} drawBare
 * @property {(view: View, marks?: Marks) => void} show
 */

/** @typedef {ReturnType<typeof createParts>} Parts */

/**
 * Each part is created from those before it; their callbacks run later, when all parts exist.
 * @param {Handlers} handlers
 * @param {Wiring} board
 */
export function createParts(handlers, board) {
  const grid = createGrid({
    point: board.pointCell,
    usable: (column, row) => spotsIn(board.shown().spots, column, row).some(isUsable),
    focus: board.focusCell,
    blur: () => board.setHover(null),
    zoom: (by) => (by ? pane.zoomTo(null, pane.zoom() * by) : pane.showAll()),
  });
  const labels = createLabels(grid, board.shown, handlers);
  const pane = createPane(grid.element, { onForm: grid.fit, onLook: () => choice.arrange() });
  const visibility = watchVisibility(pane.element, () => animator.stop());
  const animator = createAnimator(pane, {
    bare: board.drawBare,
    show: board.show,
    isSeen: () => visibility.isVisible() && pane.isDrawn(),
    podiumRect: handlers.podiumRect,
    seatRect: handlers.seatRect,
  });
  const rest = watchRest(pane.element, () => animator.isPlaying());
  const choice = createChoice(pane, {
    shown: board.shown,
    isOpen: () => labels.isReady() && !animator.isPlaying(),
    words: labels.words,
    point: board.point,
    hover: (target) => board.setHover(target),
    leave: () => grid.go(grid.at().column, grid.at().row, true),
  });
  const taps = createTaps(pane, choice, {
    spots: () => board.shown().spots,
    isPlaying: animator.isPlaying,
    stop: animator.stop,
    reach(target) {
      const { column, row } = cellOf(target);
      grid.go(column, row, false);
    },
    point: board.point,
    choose(target) {
      choice.open(target.name);
      board.draw();
      choice.nudge();
    },
    hover: (target) => board.setHover(target, redraw.request),
  });
  // A pointer moves often, and handlers may redraw too: everything is drawn once per frame.
  const redraw = createRedraw(() => animator.isPlaying() || board.draw());
  return { grid, labels, pane, visibility, animator, rest, choice, taps, redraw };
}

/** End everything that the parts have begun. @param {ReturnType<typeof createParts>} parts */
export function destroyParts({ labels, pane, visibility, animator, rest, choice, taps, redraw }) {
  for (const part of [animator, labels, redraw, rest, visibility]) part.stop();
  for (const part of [taps, choice, pane]) part.destroy();
}
