/**
 * The board: draws a view with its marks, and reports what people point at. It knows no rules.
 *
 *   const board = createBoard(host, {onPoint, onHover, describe})
 *   board.update(view, marks)
 *   await board.animate(steps, before, after, {speed: 1, signal})
 *   board.rect({what: "workman", name: "D1e"})      where something is in the page, for a bubble beside it
 *   board.focus(target), board.whole(), board.canAnimate(), board.isPlaying(), board.stop(), board.destroy()
 *
 * It fills the width of its host. Pointers go by what is nearest; fingers that could mean two things zoom in first.
 * Over the drawing a grid of cells serves keyboard and screen reader.
 */

/** @import {Marks, Step, Target, View} from "../types.js" */
/** @import {Spot} from "./aim.js" */
/** @import {AnimateOptions} from "./animation/animator.js" */
/** @import {Pane} from "./pane.js" */

import { loadAreas, onLanguage, t } from "../lib/i18n.js";
import { cellOf } from "./aim.js";
import { createParts, destroyParts } from "./assembly.js";
import { cellBox } from "./draw/geometry.js";
import { createPointing } from "./pointing.js";
import * as states from "./state.js";

/**
 * @typedef {object} Handlers
 * @property {(target: Target) => void} [onPoint] somebody points at something, whether it can be used or not
 * @property {(target: Target | null) => void} [onHover] pointer or keyboard is on something that can be pointed at
 * @property {(target: Target) => string} [describe] words for something; "" for the board's own
 * @property {() => readonly string[]} [names] the players' names by seat, for words about what is theirs
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
  const parts = createParts(handlers, {
    shown: () => state,
    setHover: (target, drawing) => pointing.setHover(target, drawing),
    point: (target) => pointing.point(target),
    pointCell: (column, row) => pointing.pointCell(column, row),
    focusCell: (column, row) => pointing.focusCell(column, row),
    draw,
    drawBare,
    show: (view, marks) => isClosed || update(view, marks),
  });
  const { grid, labels, pane, animator, rest, choice, taps, redraw } = parts;
  const pointing = createPointing(parts, handlers, {
    shown: () => state,
    hovered: (hover) => (state = { ...state, hover }),
    isClosed: () => isClosed,
    draw,
  });
  const { element } = pane;
  element.append(choice.element);
  host.append(element);
  loadAreas(["board"]).then(translate, (error) => console.error(error));
  const endLanguage = onLanguage(translate);

  function draw() {
    if (!state.view) return;
    pane.draw(states.layersOf(state, choice.ways()));
    choice.arrange();
    labels.update();
  }

  /** @param {View} view */
  function drawBare(view) {
    state = states.bare(state, view);
    rest.wake();
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
   * Show a view and what is emphasized; during an animation, after it.
   * @param {View} view
   * @param {Marks} [marks]
   */
  function update(view, marks = states.NO_MARKS) {
    if (animator.isPlaying()) return animator.showLater(view, marks);
    if (state.view?.position !== view.position) choice.forget();
    rest.shows(view.position);
    const { hover } = state;
    state = states.shown(state, view, marks);
    if (hover && !state.hover) handlers.onHover?.(null);
    taps.giveBack();
    redraw.now();
  }

  return {
    element,
    update,
    /**
     * Animate moves, from the view before them to the one after. Without motion the view after them is shown at
     * once. Another call, or a pointer on the board, ends an animation that plays.
     * @param {readonly Step[]} steps
     * @param {View} before
     * @param {View} after
     * @param {AnimateOptions} [options]
     */
    animate: (steps, before, after, options) => animator.show(steps, before, after, options),
    /** Resolves when all that was to be drawn is there: a large change takes some frames. */
    drawn: pane.drawn,
    /** Whether an animation would be shown now. */
    canAnimate: animator.canPlay,
    /** Whether an animation plays. */
    isPlaying: animator.isPlaying,
    /** End the animation that plays; says whether there was one. */
    stop: animator.stop,
    /** Show all of the board. */
    whole: () => pane.showAll(),
    /** Where something is in the page. @param {Target} target */
    rect: (target) => rectOf(pane, state.spots, target),
    /** Give the keyboard's focus to the cell of something, or to the one that had it last. @param {Target} [target] */
    focus(target) {
      const { column, row } = target ? cellOf(target) : grid.at();
      grid.go(column, row, true);
    },
    destroy() {
      isClosed = true;
      endLanguage();
      destroyParts(parts);
    },
  };
}

/**
 * @param {Pane} pane
 * @param {readonly Spot[]} spots
 * @param {Target} target
 */
function rectOf(pane, spots, target) {
  const { column, row } = cellOf(target);
  const spot = spots.find((one) => one.target.name === target.name && one.target.what === target.what);
  const shown = pane.toPane(spot?.box ?? cellBox(column, row));
  const corner = pane.pane.getBoundingClientRect();
  return new DOMRect(corner.left + shown.x, corner.top + shown.y, shown.width, shown.height);
}
