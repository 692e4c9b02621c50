// The board: draws a view, shows what is emphasized, says what people point at. It knows no rules.
//
//   const board = createBoard(host, {onPoint, onHover, describe})
//   board.update(view, marks)
//   await board.animate(steps, before, after, {speed: 1, signal})
//   board.rect({what: "workman", name: "D1e"})      where something is in the page, for a bubble beside it
//   board.focus(target), board.whole(), board.canAnimate(), board.isPlaying(), board.stop(), board.destroy()
//
// It fills the width of its host. Pointers go by what is nearest; fingers that could mean two things zoom in first.
// Over the drawing a grid of cells serves keyboard and screen reader.

/** @import {Ghost, Marks, Step, Target, View} from "../types.js" */
/** @import {Spot} from "./aim.js" */
/** @import {Layers} from "./draw/scene.js" */
/** @import {AnimateOptions} from "./film/projector.js" */

import { loadAreas, onLanguage, t } from "../lib/i18n.js";
import { createRedraw } from "../lib/redraw.js";
import { cellOf, isUsable, sameTarget, spotsIn, spotsOf } from "./aim.js";
import { createChoice } from "./choice.js";
import { cellAt, cellBox } from "./draw/geometry.js";
import { markLayers, withStates } from "./draw/marks.js";
import { scene } from "./draw/scene.js";
import { createProjector } from "./film/projector.js";
import { createGrid } from "./grid.js";
import { createHand } from "./hand.js";
import { idly } from "./idle.js";
import { createPane } from "./pane.js";
import { describe, stateWords } from "./words.js";

/**
 * @typedef {object} Handlers
 * @property {(target: Target) => void} [onPoint] somebody points at something, whether it can be used or not
 * @property {(target: Target | null) => void} [onHover] pointer or keyboard is on something that can be pointed at
 * @property {(target: Target) => string} [describe] words for something; "" for the board's own
 * @property {(podium: number) => DOMRect | null} [podiumRect] where a podium is in the page: workmen fly there
 * @property {(seat: number) => DOMRect | null} [seatRect] where a seat's panel is in the page: builders fly there
 */

/** @type {Readonly<Marks>} */
const NO_MARKS = Object.freeze({
  workmen: [], builders: [], paths: [], squares: [], beams: [], ghosts: [], walks: [], last: { squares: [], paths: [] },
});

/** @typedef {ReturnType<typeof createBoard>} Board */

/**
 * @param {HTMLElement} host
 * @param {Handlers} [handlers]
 */
export function createBoard(host, handlers = {}) {
  /** What is shown. @type {View | null} */
  let view = null;
  /** @type {Marks} */
  let marks = NO_MARKS;
  /** What the view looks like; most of what people do changes the marks alone. @type {Layers} */
  let drawing = {};
  /** What can be pointed at. @type {Spot[]} */
  let spots = [];
  /** What pointer or keyboard is on. @type {Target | null} */
  let hover = null;
  /** Whether there are words in the language of the page. */
  let worded = false;
  /** Whether the board is scrolled out of sight. */
  let away = false;
  let ended = false;

  const grid = createGrid({
    point: pointCell,
    usable: (column, row) => spotsIn(spots, column, row).some(isUsable),
    focus(column, row) {
      pane.reveal(cellBox(column, row));
      if (worded) grid.label(cellWords, [{ column, row }]);
      const here = spotsIn(spots, column, row);
      const spot = here.find(({ ghosts }) => ghosts) ?? here.find(isUsable) ?? here[0];
      setHover(spot ? choice.aimed(spot, null) : null);
    },
    blur: () => setHover(null),
    zoom: (by) => (by ? pane.zoomTo(null, pane.zoom() * by) : pane.showAll()),
  });
  const pane = createPane(grid.element, { onForm: grid.fit, onLook: () => choice.arrange() });
  // A pointer moves often, and who hears of it may have something to show too: all of it once a frame.
  const rendering = createRedraw(() => projector.isPlaying() || render());
  const choice = createChoice(pane, {
    shown: () => ({ view, spots, hover }),
    isOpen: () => worded && !projector.isPlaying(),
    words: wordsFor,
    point,
    hover: (target) => setHover(target),
    leave: () => grid.go(grid.at().column, grid.at().row, true),
  });
  const projector = createProjector(pane, {
    bare,
    show: (next, emphasized) => ended || update(next, emphasized),
    isSeen: () => !document.hidden && !away && pane.isDrawn(),
    podiumRect: handlers.podiumRect,
    seatRect: handlers.seatRect,
  });
  const { element } = pane;
  element.append(choice.element);
  host.append(element);

  loadAreas(["board"]).then(translate, (error) => console.error(error));
  const labels = idly(grid.rows, (row) => grid.label(cellWords, row));
  const endLanguage = onLanguage(translate);
  const hand = createHand(pane, choice, {
    spots: () => spots,
    isPlaying: projector.isPlaying,
    stop: projector.stop,
    reach(target) {
      const { column, row } = cellOf(target);
      grid.go(column, row, false);
    },
    point,
    choose(target) {
      choice.open(target.name);
      render();
      choice.nudge();
    },
    hover: (target) => setHover(target, rendering.request),
  });
  const seen = new IntersectionObserver(([entry]) => {
    away = !entry.isIntersecting;
    onVisibility();
  });
  seen.observe(element);
  document.addEventListener("visibilitychange", onVisibility);

  function onVisibility() {
    element.classList.toggle("still", away || document.hidden);
    if (document.hidden) projector.stop();
  }

  // Pointing.

  /**
   * @param {number} column
   * @param {number} row
   */
  function pointCell(column, row) {
    if (projector.stop()) return;
    const here = spotsIn(spots, column, row);
    const usable = here.filter(isUsable);
    const several = usable.find(({ ghosts }) => ghosts && ghosts.length > 1);
    if (several) {
      choice.open(several.target.name);
      render();
      choice.focus();
    } else if (usable.length > 1 && usable.every(({ target }) => target.what === "workman")) {
      choice.ask(usable);
      choice.focus();
    } else if (here.length) {
      point((usable.find(({ ghosts }) => ghosts) ?? usable[0] ?? here[0]).target);
    }
  }

  /** @param {Target} target */
  function point(target) {
    const back = choice.hasFocus();
    choice.answer();
    handlers.onPoint?.(target);
    if (ended) return;
    const { column, row } = cellOf(target);
    if (back) grid.go(column, row, true);
    choice.arrange();
  }

  /**
   * @param {Target | null} target
   * @param {() => void} [draw]
   */
  function setHover(target, draw = rendering.now) {
    if (sameTarget(hover, target)) return;
    hover = target;
    choice.look(target);
    handlers.onHover?.(target);
    draw();
  }

  // Drawing.

  function render() {
    if (!view) return;
    pane.draw({ ...withStates(drawing, marks), ...markLayers(view, marks, choice.ways(), hover) });
    choice.arrange();
    label();
  }

  /** Words take longer than lines: they come when there is nothing else to do, those of the cell in focus at once. */
  function label() {
    if (!worded || !view) return;
    grid.label(cellWords, [grid.at()]);
    labels.request();
  }

  /**
   * @param {number} column
   * @param {number} row
   */
  function cellWords(column, row) {
    if ("fountain" in cellAt(column, row)) return { text: t("board.fountain"), state: "" };
    const here = spotsIn(spots, column, row);
    const { state } = here.find((spot) => spot.state === "chosen") ?? here.find(isUsable) ?? { state: "" };
    const texts = here.map((spot) => [wordsFor(spot.target, spot.ghosts?.[0]), stateWords(spot.state)]);
    return { text: texts.reverse().map((parts) => parts.filter(Boolean).join(", ")).join("; "), state };
  }

  /**
   * @param {Target} target
   * @param {Ghost} [ghost]
   */
  function wordsFor(target, ghost) {
    return handlers.describe?.(target) || (view ? describe(view, target, ghost) : "");
  }

  function translate() {
    if (ended) return;
    worded = true;
    grid.element.setAttribute("aria-label", t("board.label"));
    pane.name(t("board.whole"));
    label();
    choice.arrange();
  }

  // What the page asks for.

  /**
   * Show a view and what is emphasized; during a film, after it.
   * @param {View} next
   * @param {Marks} [emphasized]
   */
  function update(next, emphasized = NO_MARKS) {
    if (projector.isPlaying()) return projector.showLater(next, emphasized);
    if (view?.position !== next.position) choice.forget();
    see(next);
    marks = emphasized;
    spots = spotsOf(next, marks);
    const { what, name } = hover ?? {};
    if (hover && !spots.some(({ target }) => target.what === what && target.name === name)) {
      hover = null;
      handlers.onHover?.(null);
    }
    hand.giveBack();
    rendering.now();
  }

  /** @param {View} next */
  function see(next) {
    if (view !== next) drawing = scene(next);
    view = next;
  }

  /**
   * A view without marks, as a film shows it.
   * @param {View} next
   */
  function bare(next) {
    see(next);
    marks = NO_MARKS;
    spots = spotsOf(next, marks);
    hover = null;
    pane.draw({ ...drawing, marks: [], ghosts: [], arrows: [] });
    choice.hide();
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
      const spot = spots.find((one) => one.target.name === target.name && one.target.what === target.what);
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
      ended = true;
      projector.stop();
      hand.destroy();
      labels.stop();
      rendering.stop();
      choice.destroy();
      endLanguage();
      seen.disconnect();
      document.removeEventListener("visibilitychange", onVisibility);
      pane.destroy();
    },
  };
}
