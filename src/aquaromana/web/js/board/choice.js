// The choice beside a square: how to lay a tile there, or which of its workmen is meant. Only one square at a time has
// its tray open; the option in focus is previewed on the board.

/** @import {Ghost, Marks, Target, View} from "../types.js" */
/** @import {Spot} from "./aim.js" */
/** @import {Box, Point} from "./draw/geometry.js" */
/** @import {Pane} from "./pane.js" */
/** @import {Item} from "./tray.js" */

import { t } from "../lib/i18n.js";
import { pathBox, squareBox } from "./draw/geometry.js";
import { createTray } from "./tray.js";
import { currentWay, nearestWay } from "./ways.js";
import { stateWords } from "./words.js";

/**
 * @typedef {object} Shown what the board shows
 * @property {View | null} view
 * @property {readonly Spot[]} spots
 * @property {Marks} marks
 * @property {Target | null} hover what pointer or keyboard is on
 */

/** @typedef {ReturnType<typeof createChoice>} Choice */

/**
 * @param {Pane} pane
 * @param {object} wishes
 * @param {() => Shown} wishes.shown
 * @param {() => boolean} wishes.isOpen whether anything can be chosen now
 * @param {(target: Target, ghost?: Ghost) => string} wishes.words
 * @param {(target: Target) => void} wishes.point
 * @param {(target: Target | null) => void} wishes.hover
 * @param {() => void} wishes.leave by keyboard, back to the board
 */
export function createChoice(pane, { shown, isOpen, words, point, hover, leave }) {
  /** The face of the ghost last looked at, by square. @type {Map<string, string>} */
  const looked = new Map();
  /** The square whose tray is open, where several have ghosts; set by pointing or focus. @type {string | null} */
  let active = null;
  /** Workmen of one square to choose from, opened by keyboard. @type {readonly Spot[] | null} */
  let asked = null;
  const tray = createTray({
    point,
    hover,
    leave() {
      asked = null;
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
    return currentWay(ghosts, on?.what === "ghost" && on.name === square ? on.face : undefined, looked.get(square));
  }

  /** Show the tray beside its square, if there are several things to choose from. */
  function arrange() {
    const { view, spots, marks } = shown();
    const choice = isOpen() && pane.size().width ? toChoose() : null;
    if (!choice || !view) return tray.hide();
    const held = tray.holds(document.activeElement);
    tray.show(view, choice.items, choice.label, choice.current);
    const used = spots.filter((spot) => spot.state && !spot.ghosts).map(({ box }) => box);
    const { squares = [], paths = [] } = marks.focus ?? {};
    const boxes = [...used, ...squares.map(squareBox), ...paths.map(pathBox)];
    tray.place(pane.toPane(choice.box), pane.size(), boxes.map(pane.toPane));
    if (held && !tray.holds(document.activeElement)) tray.focus();
  }

  /** @returns {{items: Item[], label: string, current: Target | null, box: Box} | null} */
  function toChoose() {
    if (asked) {
      const items = asked.map(({ target }) => ({ target, words: words(target) }));
      const square = asked[0].target.name.slice(0, 2);
      return { items, label: t("board.several", { square }), current: shown().hover, box: squareBox(square) };
    }
    const groups = shown().spots.filter((spot) => spot.ghosts);
    const group = groups.find((spot) => spot.target.name === active) ?? (groups.length === 1 ? groups[0] : null);
    if (!group?.ghosts) return null;
    const square = group.target.name;
    const items = group.ghosts.map((ghost) => {
      const target = targetOf(ghost);
      return { target, ghost, words: `${words(target, ghost)}, ${stateWords(ghost.state)}` };
    });
    const current = targetOf(currentOf(square, group.ghosts));
    return { items, label: t("board.ways", { square }), current, box: squareBox(square) };
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
      active = target.name;
      const now = currentOf(target.name, ghosts);
      return { ...target, face: (at ? nearestWay(view, ghosts, at, now) : now).face };
    },
    /**
     * Remember what was looked at.
     * @param {Target | null} target
     */
    look(target) {
      if (target?.what === "ghost" && target.face) looked.set(target.name, target.face);
    },
    /**
     * From now on the tray belongs to this square.
     * @param {string} square
     */
    open(square) {
      active = square;
    },
    /**
     * Ask which of these workmen is meant.
     * @param {readonly Spot[]} workmen of one square
     */
    ask(workmen) {
      asked = workmen;
      arrange();
    },
    /** Something was pointed at: nothing is asked any more. */
    answer() {
      asked = null;
    },
    /** Another position: what was looked at in the last one means nothing. */
    forget() {
      looked.clear();
      active = null;
      asked = null;
    },
    hasFocus: () => tray.holds(document.activeElement),
    hide: tray.hide,
    focus: tray.focus,
    nudge: tray.nudge,
    destroy: tray.destroy,
  };
}

/**
 * @param {Ghost} ghost
 * @returns {Target}
 */
function targetOf({ square, face }) {
  return { what: "ghost", name: square, face };
}
