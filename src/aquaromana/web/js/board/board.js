// The board: draws a view with its marks, and reports what people point at. It knows no rules.
//
//   const board = createBoard(host, {onPoint, onHover, describe})
//   board.update(view, marks)
//   await board.animate(steps, before, after, {speed: 1, signal})
//   board.rect({what: "workman", name: "D1e"})      where something is in the page, for a bubble beside it
//   board.focus(target), board.whole(), board.canAnimate(), board.isPlaying(), board.stop(), board.destroy()
//
// It fills the width of its host. Pointers go by what is nearest; fingers that could mean two things zoom in first.
// Over the drawing a grid of cells serves keyboard and screen reader.

/** @import {Marks, Step, Target, View} from "../types.js" */
/** @import {AnimateOptions} from "./film/projector.js" */

import { loadAreas, onLanguage, t } from "../lib/i18n.js";
import { createRedraw } from "../lib/redraw.js";
import { cellOf, isUsable, sameTarget, spotsIn } from "./aim.js";
import { createChoice } from "./choice.js";
import { cellBox } from "./draw/geometry.js";
import { createProjector } from "./film/projector.js";
import { createGrid } from "./grid.js";
import { createHand } from "./hand.js";
import { createLabels } from "./labels.js";
import { createPane } from "./pane.js";
import * as states from "./state.js";
import { watchVisibility } from "./visibility.js";

/**
 * @typedef {object} Handlers
 * @property {(target: Target) => void} [onPoint] somebody points at something, whether it can be used or not
 * @property {(target: Target | null) => void} [onHover] pointer or keyboard is on something that can be pointed at
 * @property {(target: Target) => string} [describe] words for something; "" for the board's own
 * @property {(podium: number) => DOMRect | null} [podiumRect] where a podium is in the page: workmen fly there
 * @property {(seat: number) => DOMRect | null} [seatRect] where a seat's panel is in the page: builders fly there
 */

/** @typedef {ReturnType<typeof createBoard>} Board */

/**
 * @param {HTMLElement} host
 * @param {Handlers} [handlers]
 */
export function createBoard(host, handlers = {}) {
  let state = states.EMPTY;
  let isClosed = false;

  // Each part is created from those before it; their callbacks run later, when all parts exist.
  const grid = createGrid({
    point: pointCell,
    usable: (column, row) => spotsIn(state.spots, column, row).some(isUsable),
    focus: focusCell,
    blur: () => setHover(null),
    zoom: (by) => (by ? pane.zoomTo(null, pane.zoom() * by) : pane.showAll()),
  });
  const labels = createLabels(grid, () => state, handlers.describe);
  const pane = createPane(grid.element, { onForm: grid.fit, onLook: () => choice.arrange() });
  const { element } = pane;
  const visibility = watchVisibility(element, () => projector.stop());
  const projector = createProjector(pane, {
    bare: drawBare,
    show: (view, marks) => isClosed || update(view, marks),
    isSeen: () => visibility.isVisible() && pane.isDrawn(),
    podiumRect: handlers.podiumRect,
    seatRect: handlers.seatRect,
  });
  const choice = createChoice(pane, {
    shown: () => state,
    isOpen: () => labels.isReady() && !projector.isPlaying(),
    words: labels.words,
    point,
    hover: (target) => setHover(target),
    leave: () => grid.go(grid.at().column, grid.at().row, true),
  });
  const hand = createHand(pane, choice, {
    spots: () => state.spots,
    isPlaying: projector.isPlaying,
    stop: projector.stop,
    reach(target) {
      const { column, row } = cellOf(target);
      grid.go(column, row, false);
    },
    point,
    choose(target) {
      choice.open(target.name);
      draw();
      choice.nudge();
    },
    hover: (target) => setHover(target, redraw.request),
  });
  // A pointer moves often, and handlers may redraw too: everything is drawn once per frame.
  const redraw = createRedraw(() => projector.isPlaying() || draw());
  element.append(choice.element);
  host.append(element);
  loadAreas(["board"]).then(translate, (error) => console.error(error));
  const endLanguage = onLanguage(translate);

  // Pointing.

  /**
   * Somebody points at a cell with the keyboard.
   * @param {number} column
   * @param {number} row
   */
  function pointCell(column, row) {
    if (projector.stop()) return;
    const meant = states.meantIn(state, column, row);
    if (!meant) return;
    if ("target" in meant) return point(meant.target);
    if ("square" in meant) {
      choice.open(meant.square);
      draw();
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
    const spot = states.focusedIn(state, column, row);
    setHover(spot ? choice.aimed(spot, null) : null);
  }

  /** @param {Target} target */
  function point(target) {
    const back = choice.hasFocus();
    choice.answer();
    handlers.onPoint?.(target);
    if (isClosed) return;
    const { column, row } = cellOf(target);
    if (back) grid.go(column, row, true);
    choice.arrange();
  }

  /**
   * @param {Target | null} target
   * @param {() => void} [drawing]
   */
  function setHover(target, drawing = redraw.now) {
    if (sameTarget(state.hover, target)) return;
    state = { ...state, hover: target };
    choice.look(target);
    handlers.onHover?.(target);
    drawing();
  }

  // Drawing.

  function draw() {
    if (!state.view) return;
    pane.draw(states.layersOf(state, choice.ways()));
    choice.arrange();
    labels.update();
  }

  /** @param {View} view */
  function drawBare(view) {
    state = states.bare(state, view);
    pane.draw({ ...state.drawing, marks: [], ghosts: [], arrows: [] });
    choice.hide();
  }

  function translate() {
    if (isClosed) return;
    labels.translate();
    pane.name(t("board.whole"));
    choice.arrange();
  }

  /**
   * Show a view and what is emphasized; during a film, after it.
   * @param {View} view
   * @param {Marks} [marks]
   */
  function update(view, marks = states.NO_MARKS) {
    if (projector.isPlaying()) return projector.showLater(view, marks);
    if (state.view?.position !== view.position) choice.forget();
    const { hover } = state;
    state = states.shown(state, view, marks);
    if (hover && !state.hover) handlers.onHover?.(null);
    hand.giveBack();
    redraw.now();
  }

  return {
    element,
    update,
    /**
     * Show moves as a film, from the view before them to the one after. Without motion the view after them is shown at
     * once. Another call, or a pointer on the board, ends a film that plays.
     * @param {readonly Step[]} steps
     * @param {View} before
     * @param {View} after
     * @param {AnimateOptions} [options]
     */
    animate: (steps, before, after, options) => projector.show(steps, before, after, options),
    /** Resolves when all that was to be drawn is there: a large change takes some frames. */
    drawn: pane.drawn,
    /** Whether an animation would be shown now. */
    canAnimate: projector.canPlay,
    /** Whether a film plays. */
    isPlaying: projector.isPlaying,
    /** End the film that plays; says whether there was one. */
    stop: projector.stop,
    /** Show all of the board. */
    whole: () => pane.showAll(),
    /**
     * Where something is in the page.
     * @param {Target} target
     * @returns {DOMRect}
     */
    rect(target) {
      const { column, row } = cellOf(target);
      const spot = state.spots.find((one) => one.target.name === target.name && one.target.what === target.what);
      const shown = pane.toPane(spot?.box ?? cellBox(column, row));
      const corner = pane.pane.getBoundingClientRect();
      return new DOMRect(corner.left + shown.x, corner.top + shown.y, shown.width, shown.height);
    },
    /**
     * Give the keyboard's focus to the cell of something; without one to the cell that had it last.
     * @param {Target} [target]
     */
    focus(target) {
      const { column, row } = target ? cellOf(target) : grid.at();
      grid.go(column, row, true);
    },
    destroy() {
      isClosed = true;
      projector.stop();
      hand.destroy();
      labels.stop();
      redraw.stop();
      choice.destroy();
      endLanguage();
      visibility.stop();
      pane.destroy();
    },
  };
}
