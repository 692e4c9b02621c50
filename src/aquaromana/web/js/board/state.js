/** The state of the board: one object, pure functions that return the next one, and selectors. */

/** @import {Ghost, Marks, Target, View} from "../types.js" */
/** @import {Spot} from "./aim.js" */
/** @import {Layers} from "./draw/scene.js" */

import { isUsable, spotsIn, spotsOf } from "./aim.js";
import { markLayers, withStates } from "./draw/marks.js";
import { scene } from "./draw/scene.js";

/**
 * @typedef {object} BoardState
 * @property {View | null} view the position
 * @property {Marks} marks what is emphasized
 * @property {Layers} drawing the view as layers, without marks: most of what people do changes the marks alone
 * @property {readonly Spot[]} spots what can be pointed at
 * @property {Target | null} hover what pointer or keyboard is on
 */

/** Nothing is emphasized. @type {Readonly<Marks>} */
export const NO_MARKS = Object.freeze({
  workmen: [], builders: [], paths: [], squares: [], beams: [], ghosts: [], walks: [], last: { squares: [], paths: [] },
});

/** @type {Readonly<BoardState>} */
export const EMPTY = Object.freeze({ view: null, marks: NO_MARKS, drawing: {}, spots: [], hover: null });

/**
 * Another view, or other marks. What people are on stays, as long as it is there.
 *
 * @param {BoardState} state
 * @param {View} view
 * @param {Marks} marks
 * @returns {BoardState}
 */
export function shown(state, view, marks) {
  const { what, name } = state.hover ?? {};
  const drawing = state.view === view ? state.drawing : scene(view);
  const spots = spotsOf(view, marks);
  const isThere = spots.some(({ target }) => target.what === what && target.name === name);
  return { view, marks, drawing, spots, hover: isThere ? state.hover : null };
}

/**
 * A view as an animation shows it: nothing is emphasized, and people are on nothing.
 *
 * @param {BoardState} state
 * @param {View} view
 * @returns {BoardState}
 */
export function bare(state, view) {
  return shown({ ...state, hover: null }, view, NO_MARKS);
}

/**
 * The drawing with its marks.
 *
 * @param {BoardState} state
 * @param {readonly Ghost[]} ways the ways to lay a tile that are drawn, one for each square
 * @returns {Layers}
 */
export function layersOf({ view, marks, drawing, hover }, ways) {
  return view ? { ...withStates(drawing, marks), ...markLayers(view, marks, ways, hover) } : {};
}

/**
 * What pointing at a cell with the keyboard means: one target, or several things to choose from.
 * @typedef {{ target: Target } | { square: string } | { workmen: readonly Spot[] } | null} Meaning
 */

/**
 * @param {BoardState} state
 * @param {number} column
 * @param {number} row
 * @returns {Meaning}
 */
export function meantIn({ spots }, column, row) {
  const here = spotsIn(spots, column, row);
  const usable = here.filter(isUsable);
  const several = usable.find(({ ghosts }) => ghosts && ghosts.length > 1);
  if (several) return { square: several.target.name };
  if (usable.length > 1 && usable.every(({ target }) => target.what === "workman")) return { workmen: usable };
  const spot = usable.find(({ ghosts }) => ghosts) ?? usable[0] ?? here[0];
  return spot ? { target: spot.target } : null;
}

/**
 * What the focus on a cell is on: ways to lay a tile, else what can be used, else what is there.
 *
 * @param {BoardState} state
 * @param {number} column
 * @param {number} row
 * @returns {Spot | null}
 */
export function focusedIn({ spots }, column, row) {
  const here = spotsIn(spots, column, row);
  return here.find(({ ghosts }) => ghosts) ?? here.find(isUsable) ?? here[0] ?? null;
}
