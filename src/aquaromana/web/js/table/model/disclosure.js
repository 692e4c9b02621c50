/**
 * What may be told of the game now. It is often ahead of what people have seen: bots decide while the board still
 * animates earlier decisions, and at the end the scoring is shown step by step. Whatever tells of the game, to the eye
 * or to the ear, asks here first; what is held back is told as soon as it has been shown, or skipped.
 *
 * @import {News, Step, TableInfo, View} from "../../types.js"
 * @import {TableState} from "./state.js"
 * @import {ScoringStage} from "./verdict.js"
 */

import { isOver } from "./state.js";

/** The game is over, and the scoring has not begun. @type {Readonly<ScoringStage>} */
export const UNSCORED = Object.freeze({ name: "podium", lines: 0, bonuses: [], value: 0 });

/**
 * How many decisions may be told: no more than the board has shown. In the past all are known.
 *
 * @param {Pick<TableState, "shown" | "ply" | "travel">} state
 */
export function toldPly({ shown, ply, travel }) {
  return travel ? ply : Math.min(ply, shown);
}

/**
 * Whether everything that was decided may be told.
 *
 * @param {Pick<TableState, "shown" | "ply" | "travel">} state
 */
export const isCaughtUp = (state) => toldPly(state) >= state.ply;

/**
 * @param {TableState} state
 * @returns {readonly Step[]}
 */
export function toldSteps(state) {
  const plies = toldPly(state);
  return isCaughtUp(state) ? state.steps : state.steps.filter(({ ply }) => ply < plies);
}

/**
 * @param {TableState} state
 * @returns {readonly News[]}
 */
export function toldNews(state) {
  const plies = toldPly(state);
  return isCaughtUp(state) ? state.news : state.news.filter(({ ply = 0 }) => ply <= plies);
}

/**
 * The stage of the scoring at which a game is that has just changed: one that ends here is scored from the beginning.
 *
 * @param {TableState} before
 * @param {{ view: View, table: TableInfo, puzzle?: object | null }} after
 * @returns {ScoringStage | null}
 */
export function scoringAfter(before, after) {
  if (!isOver(after) || after.puzzle) return null;
  return before.version >= 0 && !isOver(before) ? UNSCORED : before.scoring;
}

/**
 * The scoring has come to a stage; at its end, or without one, nothing is held back any more, and never again.
 *
 * @param {TableState} state
 * @param {ScoringStage | null} stage
 * @returns {TableState}
 */
export function scored(state, stage) {
  const scoring = stage?.name === "winner" ? null : stage;
  return !state.scoring || state.scoring === scoring ? state : { ...state, scoring };
}

/**
 * The points of the seats before the decision that ended the game.
 *
 * @param {TableState} before
 * @param {readonly Step[]} steps those since then
 * @returns {readonly number[]}
 */
export function pointsBefore({ view }, steps) {
  const points = (view?.seats ?? []).map((seat) => seat.points);
  for (const { effects } of steps) {
    if (!effects?.ends) for (const { seat, points: count } of effects?.seats ?? []) points[seat] = count;
  }
  return points;
}

/** The view that is told instead of another, so that the same one is not drawn again. @type {WeakMap<View, View>} */
const views = new WeakMap();

/**
 * A view with the points from before the end, as long as the scoring counts those of the end.
 *
 * @param {Pick<TableState, "scoring" | "counted">} state
 * @param {View} view
 * @returns {View}
 */
export function toldView({ scoring, counted }, view) {
  if (!scoring || view.phase !== "over") return view;
  const seats = view.seats.map((seat) => ({ ...seat, points: counted[seat.seat] }));
  const told = views.get(view) ?? { ...view, seats };
  views.set(view, told);
  return told;
}
