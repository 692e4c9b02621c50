// The board: draws a view, shows what is emphasized, says what people point at. It knows no rules.
//
//   const board = createBoard(host, {onPoint, onHover, describe})
//   board.update(view, marks)
//   await board.animate(steps, before, after, {speed: 1, signal})
//   board.rect({what: "workman", name: "D1e"})      where something is in the page, for a bubble beside it
//   board.focus(target), board.whole(), board.isPlaying(), board.destroy()
//
// It fills the width of its host. Pointers go by what is nearest; fingers that could mean two things zoom in first.
// Over the drawing a grid of cells serves keyboard and screen reader.

/** @import {Ghost, Marks, Step, Target, View} from "../types.js" */
/** @import {Spot} from "./aim.js" */
/** @import {Box, Point} from "./geometry.js" */
/** @import {Drawn} from "./patch.js" */
/** @import {Layers} from "./scene.js" */
/** @import {AnimateOptions} from "./projector.js" */
/** @import {Item} from "./tray.js" */

import { loadAreas, onLanguage, t } from "../lib/i18n.js";
import { createRedraw } from "../lib/redraw.js";
import { aim, apart, cellOf, isUsable, spotsIn, spotsOf } from "./aim.js";
import { MOST } from "./camera.js";
import { cellAt, cellBox, squareBox } from "./geometry.js";
import { listen } from "./gestures.js";
import { createGrid } from "./grid.js";
import { idly } from "./idle.js";
import { markLayers } from "./marks.js";
import { createPane } from "./pane.js";
import { createProjector } from "./projector.js";
import { scene } from "./scene.js";
import { createTray } from "./tray.js";
import { currentWay, nearestWay } from "./ways.js";
import { describe, stateWords } from "./words.js";

/**
 * @typedef {object} Handlers
 * @property {(target: Target) => void} [onPoint] somebody points at something, whether it can be used or not
 * @property {(target: Target | null) => void} [onHover] pointer or keyboard is on something that can be pointed at
 * @property {(target: Target) => string} [describe] words for something; "" for the board's own
 * @property {(podium: number) => DOMRect | null} [podiumRect] where a podium is in the page: workmen fly there
 * @property {(seat: number) => DOMRect | null} [seatRect] where a seat's panel is in the page: builders fly there
 */

/** A fingertip's radius, and a mouse's, in pixels. */
const FINGER = 24;
const MOUSE = 4;
/** Things nearer to each other than this, in pixels, are zoomed in on before a finger may choose between them. */
const APART = 44;
const CLOSER = 1.9;
const TWICE = 2.4;
/** Milliseconds in which a second tap may follow. */
const PATIENCE = 300;

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
  /** The face of the ghost last looked at, by square. @type {Map<string, string>} */
  const looked = new Map();
  /** The square whose tray is open, where several have ghosts; set by pointing or focus. @type {string | null} */
  let active = null;
  /** Workmen of one square to choose from, opened by keyboard. @type {readonly Spot[] | null} */
  let asked = null;
  /** Whether the board itself has zoomed in, and may zoom out again. */
  let lent = false;
  /** Whether there are words in the language of the page. */
  let worded = false;
  /** Whether the board is scrolled out of sight. */
  let away = false;
  let ended = false;
  /** Waits for a second tap. */
  let timer = 0;

  const grid = createGrid({
    point: pointCell,
    usable: (column, row) => spotsIn(spots, column, row).some(isUsable),
    focus(column, row) {
      pane.reveal(cellBox(column, row));
      if (worded) grid.label(cellWords, [{ column, row }]);
      const here = spotsIn(spots, column, row);
      const spot = here.find(({ ghosts }) => ghosts) ?? here.find(isUsable) ?? here[0];
      setHover(spot ? aimed(spot, null) : null);
    },
    blur: () => setHover(null),
    zoom: (by) => (by ? pane.zoomTo(null, pane.zoom() * by) : pane.showAll()),
  });
  const pane = createPane(grid.element, { onForm: grid.fit, onLook: () => arrangeTray() });
  // A pointer moves often, and who hears of it may have something to show too: all of it once a frame.
  const rendering = createRedraw(() => projector.isPlaying() || render());
  const tray = createTray({
    point,
    hover: (target) => setHover(target),
    leave() {
      asked = null;
      grid.go(grid.at().column, grid.at().row, true);
      arrangeTray();
    },
  });
  const projector = createProjector(pane, {
    bare,
    show: (next, emphasized) => ended || update(next, emphasized),
    isSeen: () => !document.hidden && !away && pane.isDrawn(),
    podiumRect: handlers.podiumRect,
    seatRect: handlers.seatRect,
  });
  const { element } = pane;
  element.append(tray.element);
  host.append(element);

  loadAreas(["board"]).then(translate, (error) => console.error(error));
  const labels = idly(grid.rows, (row) => grid.label(cellWords, row));
  const endLanguage = onLanguage(translate);
  const endPointers = listen(pane.pane, {
    tap,
    twice(at) {
      clearTimeout(timer);
      lent = false;
      if (pane.isWhole()) pane.zoomTo(at, TWICE);
      else pane.showAll();
    },
    hover(at) {
      const board = at && !projector.isPlaying() ? pane.toBoard(at) : null;
      const spot = board && aim(spots, board, MOUSE / pane.scale()).spot;
      element.classList.toggle("usable", Boolean(spot && isUsable(spot)));
      setHover(spot ? aimed(spot, board) : null, rendering.request);
    },
    zoom(at, by) {
      lent = false;
      pane.zoomTo(at, pane.zoom() * by, false);
    },
    pan: pane.pan,
    isZoomed: () => !pane.isWhole(),
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
   * @param {Point} at
   * @param {boolean} touch
   * @returns {boolean} whether it did something
   */
  function tap(at, touch) {
    clearTimeout(timer);
    if (projector.stop()) return true;
    const board = pane.toBoard(at);
    const { spot, rival } = aim(spots, board, (touch ? FINGER : MOUSE) / pane.scale());
    if (!spot) return false;
    if (touch && rival && looksCloser(at, spot, rival)) return true;
    const { column, row } = cellOf(spot.target);
    grid.go(column, row, false);
    if (touch && !isUsable(spot)) {
      timer = setTimeout(() => point(spot.target), PATIENCE);
      return false;
    }
    if (touch && spot.ghosts && spot.ghosts.length > 1) {
      active = spot.target.name;
      render();
      tray.nudge();
    } else {
      point(aimed(spot, board));
    }
    return true;
  }

  /**
   * Zoom in, unless two things are far enough from each other for a finger.
   * @param {Point} at
   * @param {Spot} spot
   * @param {Spot} rival
   */
  function looksCloser(at, spot, rival) {
    const gap = (apart(spot, rival) * pane.scale()) / pane.zoom();
    const needed = Math.min(MOST, Math.max(CLOSER, APART / gap));
    if (pane.zoom() >= needed * 0.9) return false;
    pane.zoomTo(at, needed);
    lent = true;
    return true;
  }

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
      active = several.target.name;
      render();
      tray.focus();
    } else if (usable.length > 1 && usable.every(({ target }) => target.what === "workman")) {
      asked = usable;
      arrangeTray();
      tray.focus();
    } else if (here.length) {
      point((usable.find(({ ghosts }) => ghosts) ?? usable[0] ?? here[0]).target);
    }
  }

  /** @param {Target} target */
  function point(target) {
    const back = tray.holds(document.activeElement);
    asked = null;
    handlers.onPoint?.(target);
    if (ended) return;
    const { column, row } = cellOf(target);
    if (back) grid.go(column, row, true);
    arrangeTray();
  }

  /**
   * The target of a spot; of several ways to lay a tile the one that the pointer is nearest to.
   * @param {Spot} spot
   * @param {Point | null} at
   * @returns {Target}
   */
  function aimed({ target, ghosts }, at) {
    if (!ghosts || !view) return target;
    active = target.name;
    const now = currentOf(target.name, ghosts);
    return { ...target, face: (at ? nearestWay(view, ghosts, at, now) : now).face };
  }

  /**
   * @param {Target | null} target
   * @param {() => void} [draw]
   */
  function setHover(target, draw = rendering.now) {
    if (sameTarget(hover, target)) return;
    hover = target;
    if (target?.what === "ghost" && target.face) looked.set(target.name, target.face);
    handlers.onHover?.(target);
    draw();
  }

  // Drawing.

  /**
   * @param {string} square
   * @param {readonly Ghost[]} ghosts
   */
  function currentOf(square, ghosts) {
    const face = hover?.what === "ghost" && hover.name === square ? hover.face : undefined;
    return currentWay(ghosts, face, looked.get(square));
  }

  function render() {
    if (!view) return;
    const ghosts = spots.flatMap((spot) => (spot.ghosts ? [currentOf(spot.target.name, spot.ghosts)] : []));
    pane.draw({ ...withStates(drawing, marks), ...markLayers(view, marks, ghosts, hover) });
    arrangeTray();
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
    arrangeTray();
  }

  /** Show the ways to choose from beside their square, if there are several. */
  function arrangeTray() {
    const choice = worded && !projector.isPlaying() && pane.size().width ? toChoose() : null;
    if (!choice || !view) return tray.hide();
    const held = tray.holds(document.activeElement);
    tray.show(view, choice.items, choice.label, choice.current);
    const used = spots.filter((spot) => spot.state && !spot.ghosts).map(({ box }) => pane.toPane(box));
    tray.place(pane.toPane(choice.box), pane.size(), used);
    if (held && !tray.holds(document.activeElement)) tray.focus();
  }

  /** @returns {{items: Item[], label: string, current: Target | null, box: Box} | null} */
  function toChoose() {
    if (asked) {
      const items = asked.map(({ target }) => ({ target, words: wordsFor(target) }));
      const square = asked[0].target.name.slice(0, 2);
      return { items, label: t("board.several", { square }), current: hover, box: squareBox(square) };
    }
    const groups = spots.filter((spot) => spot.ghosts);
    const group = groups.find((spot) => spot.target.name === active) ?? (groups.length === 1 ? groups[0] : null);
    if (!group?.ghosts) return null;
    const square = group.target.name;
    const items = group.ghosts.map((ghost) => {
      const target = targetOf(ghost);
      return { target, ghost, words: `${wordsFor(target, ghost)}, ${stateWords(ghost.state)}` };
    });
    const current = targetOf(currentOf(square, group.ghosts));
    return { items, label: t("board.ways", { square }), current, box: squareBox(square) };
  }

  // What the page asks for.

  /**
   * Show a view and what is emphasized; during a film, after it.
   * @param {View} next
   * @param {Marks} [emphasized]
   */
  function update(next, emphasized = NO_MARKS) {
    if (projector.isPlaying()) return projector.showLater(next, emphasized);
    if (view?.position !== next.position) {
      looked.clear();
      active = null;
      asked = null;
    }
    see(next);
    marks = emphasized;
    spots = spotsOf(next, marks);
    const { what, name } = hover ?? {};
    if (hover && !spots.some(({ target }) => target.what === what && target.name === name)) {
      hover = null;
      handlers.onHover?.(null);
    }
    const usable = spots.filter(isUsable);
    if (lent && !(usable.length && usable.every(({ box }) => pane.shows(box)))) {
      lent = false;
      pane.showAll();
    }
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
    tray.hide();
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
    /** Whether a film plays. */
    isPlaying: () => projector.isPlaying(),
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
      clearTimeout(timer);
      labels.stop();
      rendering.stop();
      tray.destroy();
      endLanguage();
      endPointers();
      seen.disconnect();
      document.removeEventListener("visibilitychange", onVisibility);
      pane.destroy();
    },
  };
}

/**
 * @param {Ghost} ghost
 * @returns {Target}
 */
function targetOf({ square, face }) {
  return { what: "ghost", name: square, face };
}

/**
 * Figures carry the state of their marks.
 * @param {Layers} drawn
 * @param {Marks} marks
 * @returns {Layers}
 */
function withStates(drawn, marks) {
  const workmen = new Map(marks.workmen.map(({ port, state }) => [port, state]));
  const builders = new Map(marks.builders.map(({ path, state }) => [String(path), state]));
  return {
    ...drawn,
    workmen: drawn.workmen?.map((one) => stated(one, workmen.get(String(one.attrs?.["data-port"])))),
    builders: drawn.builders?.map((one) => stated(one, builders.get(one.key))),
  };
}

/**
 * @param {Drawn} one
 * @param {string | undefined} state
 */
function stated(one, state) {
  return state ? { ...one, attrs: { ...one.attrs, class: `${one.attrs?.class} ${state}` } } : one;
}

/**
 * @param {Target | null} a
 * @param {Target | null} b
 */
function sameTarget(a, b) {
  return a === b || (a !== null && b !== null && a.what === b.what && a.name === b.name && a.face === b.face);
}
