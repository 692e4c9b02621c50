/**
 * The choice beside a square: how to lay a tile there, or which of its workmen is meant. Only one square at a time has
 * its tray open; the option in focus is previewed on the board.
 */

/** @import {Ghost, Marks, Target, View} from "../types.js" */
/** @import {Spot} from "./aim.js" */
/** @import {Point} from "./draw/geometry.js" */
/** @import {Pane} from "./pane.js" */
/** @import {Item} from "./tray.js" */

import { t } from "../lib/i18n.js";
import { pathBox, squareBox } from "./draw/geometry.js";
import { createTray } from "./tray.js";
import { currentWay, nearestWay } from "./ways.js";
import { stateWords } from "./words.js";

/** What it costs the tray to hide what is chosen or pointed at, what can be used or is asked about, any other tile. */
const CHOSEN = 40;
const USED = 3;
const LAID = 1;

/**
 * @typedef {object} Shown what the board shows
 * @property {View | null} view
 * @property {readonly Spot[]} spots
 * @property {Marks} marks
 * @property {Target | null} hover what pointer or keyboard is on
 */

/**
 * @typedef {object} ChoiceState
 * @property {Map<string, string>} looked the face of the ghost last looked at, by square
 * @property {string | null} active the square whose tray is open, where several have ghosts; set by pointing or focus
 * @property {string | null} opened the square whose tray was asked for by finger or keyboard
 * @property {readonly Spot[] | null} asked workmen of one square to choose from, opened by keyboard
 *
 * @typedef {object} Choosable what the tray offers
 * @property {Item[]} items
 * @property {string} label
 * @property {Target | null} current the one that is shown large
 * @property {string} square beside which the tray is shown
 */

/** @typedef {ReturnType<typeof createChoice>} Choice */
/** @typedef {(target: Target, ghost?: Ghost) => string} Words */

/**
 * @param {Pane} pane
 * @param {object} wishes
 * @param {() => Shown} wishes.shown
 * @param {() => boolean} wishes.isOpen whether anything can be chosen now
 * @param {Words} wishes.words
 * @param {(target: Target) => void} wishes.point
 * @param {(target: Target | null) => void} wishes.hover
 * @param {() => void} wishes.leave by keyboard, back to the board
 */
export function createChoice(pane, { shown, isOpen, words, point, hover, leave }) {
  /** @type {ChoiceState} */
  const own = { looked: new Map(), active: null, opened: null, asked: null };
  const tray = createTray({
    point,
    hover,
    leave() {
      own.asked = null;
      own.opened = null;
      leave();
      arrange();
    },
  });

  /**
   * The way that is shown large.
   * @param {string} square
   * @param {readonly Ghost[]} ghosts
   */
  function currentOf(square, ghosts) {
    const on = shown().hover;
    return currentWay(ghosts, on?.what === "ghost" && on.name === square ? on.face : undefined, own.looked.get(square));
  }

  /** Show the tray beside its square, if there are several things to choose from. */
  function arrange() {
    const { view, spots, marks } = shown();
    const choice = isOpen() && pane.size().width ? toChoose() : null;
    if (!choice || !view) return tray.hide();
    const held = tray.holds(document.activeElement);
    tray.show(view, choice.items, choice.label, choice.current);
    const { squares = [], paths = [] } = marks.focus ?? {};
    const used = spots.filter(({ state, target }) => state && target.name !== choice.square);
    const asked = [...[...squares, ...courseOf(view, spots)].map(squareBox), ...paths.map(pathBox)];
    const sights = [
      ...used.map(({ box, state }) => ({ box, worth: state === "chosen" || state === "looked" ? CHOSEN : USED })),
      ...asked.map((box) => ({ box, worth: USED })),
      ...Object.keys(view.tiles).map((square) => ({ box: squareBox(square), worth: LAID })),
    ].map(({ box, worth }) => ({ box: pane.toPane(box), worth }));
    tray.place(pane.toPane(squareBox(choice.square)), pane.size(), sights);
    if (held && !tray.holds(document.activeElement)) tray.focus();
  }

  /** @returns {Choosable | null} */
  function toChoose() {
    const { spots, hover: on } = shown();
    if (own.asked) return workmenToChoose(own.asked, words, on);
    const group = openGroup(spots, own);
    return group?.ghosts ? waysToChoose(group.ghosts, words, currentOf(group.target.name, group.ghosts)) : null;
  }

  return {
    element: tray.element,
    arrange,
    /** The ways to draw on the board, one for each square. */
    ways: () => shown().spots.flatMap(({ target, ghosts }) => (ghosts ? [currentOf(target.name, ghosts)] : [])),
    /**
     * The target of a spot; of several ways to lay a tile the one that the pointer is nearest to.
     * @param {Spot} spot
     * @param {Point | null} at
     * @returns {Target}
     */
    aimed({ target, ghosts }, at) {
      const { view } = shown();
      if (!ghosts || !view) return target;
      own.active = target.name;
      const now = currentOf(target.name, ghosts);
      return { ...target, face: (at ? nearestWay(view, ghosts, at, now) : now).face };
    },
    /** Remember what was looked at. @param {Target | null} target */
    look(target) {
      if (target?.what === "ghost" && target.face) own.looked.set(target.name, target.face);
    },
    /** From now on the tray belongs to this square. @param {string} square */
    open(square) {
      Object.assign(own, { active: square, opened: square });
    },
    /** Ask which of these workmen of one square is meant. @param {readonly Spot[]} workmen */
    ask(workmen) {
      own.asked = workmen;
      arrange();
    },
    /** Something was pointed at: nothing is asked any more. */
    answer() {
      own.asked = null;
    },
    /** Another position: what was looked at in the last one means nothing. */
    forget() {
      Object.assign(own, { looked: new Map(), active: null, opened: null, asked: null });
    },
    hasFocus: () => tray.holds(document.activeElement),
    hide: tray.hide,
    focus: tray.focus,
    nudge: tray.nudge,
    destroy: tray.destroy,
  };
}

/**
 * The squares of the aqueduct whose workman is chosen, with its reservoir: what the choice is about.
 * @param {View} view
 * @param {readonly Spot[]} spots
 */
function courseOf({ aqueducts }, spots) {
  const chosen = spots.find(({ target, state }) => target.what === "workman" && state === "chosen")?.target.name;
  const found = aqueducts.find(({ open, course }) => open && course[course.length - 1] === chosen);
  return [...new Set(found?.course.map((port) => port.slice(0, 2)))];
}

/**
 * The square with ways to lay a tile whose tray is open. Beside a square that a mouse passes over there is none: it
 * would lie on the way to the next one.
 * @param {readonly Spot[]} spots
 * @param {ChoiceState} own
 */
function openGroup(spots, { active, opened }) {
  const groups = spots.filter(({ ghosts, state, target }) => ghosts && (state !== "looked" || target.name === opened));
  return groups.find(({ target }) => target.name === active) ?? (groups.length === 1 ? groups[0] : null);
}

/**
 * Which of the workmen of a square is meant.
 * @param {readonly Spot[]} workmen
 * @param {Words} words
 * @param {Target | null} current
 * @returns {Choosable}
 */
function workmenToChoose(workmen, words, current) {
  const items = workmen.map(({ target }) => ({ target, words: words(target) }));
  const square = workmen[0].target.name.slice(0, 2);
  return { items, label: t("board.several", { square }), current, square };
}

/**
 * How to lay a tile on a square.
 * @param {readonly Ghost[]} ghosts
 * @param {Words} words
 * @param {Ghost} current
 * @returns {Choosable}
 */
function waysToChoose(ghosts, words, current) {
  const items = ghosts.map((ghost) => {
    const target = targetOf(ghost);
    return { target, ghost, words: `${words(target, ghost)}, ${stateWords(ghost.state)}` };
  });
  const { square } = current;
  return { items, label: t("board.ways", { square }), current: targetOf(current), square };
}

/**
 * @param {Ghost} ghost
 * @returns {Target}
 */
function targetOf({ square, face }) {
  return { what: "ghost", name: square, face };
}
