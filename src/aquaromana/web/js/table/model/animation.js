/**
 * What the board shows: the moment that the state is at, and the decisions to animate on the way there.
 *
 * @import {Step, View} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { unseen } from "./actions.js";
import { current, isOver } from "./state.js";

/**
 * A moment of the game as the board shows it.
 * @typedef {object} Moment
 * @property {View} view
 * @property {number} plies decisions made at the table
 * @property {number} rewound how often decisions were taken back
 * @property {number} frames decisions of the stretch that are shown
 * @property {number | null} ply the earlier moment that is looked at
 */

/**
 * The moment that the state is at; null until there is one.
 *
 * @param {TableState} state
 * @returns {Moment | null}
 */
export function momentOf(state) {
  const { travel, ply: plies, rewound, frames } = state;
  if (travel) return travel.view && { view: travel.view, plies, rewound, frames: 0, ply: travel.ply };
  const { view } = current(state);
  return view && { view, plies, rewound, frames: frames.length, ply: null };
}

/** @type {(a: Moment | null, b: Moment | null) => boolean} */
export const isSame = (a, b) =>
  a?.ply === b?.ply && a?.frames === b?.frames && (a?.plies === b?.plies || a?.ply != null) && a?.view === b?.view;

/**
 * Whether more has happened than people should have to watch: more turns than the others have in a round. In the set-up
 * every decision is a turn. The end of a game is worth watching a little longer.
 *
 * @param {TableState} state
 * @param {number} since the decisions that have been shown, or are being shown
 */
export function isBehind(state, since) {
  const { steps, table } = state;
  const waiting = steps.filter((step) => step.ply >= since);
  const turns = new Set(waiting.map(({ ply, turn }) => (turn ? `turn ${turn}` : `decision ${ply}`)));
  const round = Math.max(2, (table?.players.length ?? 0) - 1);
  return turns.size > (isOver(state) ? 2 * round : round);
}

/**
 * The decisions that lead from what is shown to a moment, if people should see them happen: what others have done, the
 * next decision of the stretch, the next step of a walk through the past. Nothing for everything else, and where the
 * game is far ahead: then the board goes where it stands.
 *
 * @param {TableState} state
 * @param {Moment | null} shown
 * @param {Moment} next
 * @returns {Step[]}
 */
export function stepsBetween(state, shown, next) {
  // After a takeback the way leads back: the board simply stands there again.
  if (!shown || shown.rewound !== next.rewound) return [];
  if (next.ply !== null) return next.ply - 1 === shown.ply ? state.steps.filter((step) => step.ply === shown.ply) : [];
  if (shown.ply !== null) return [];
  if (shown.plies === next.plies) {
    const last = current(state).steps[next.frames - 1];
    return next.frames === shown.frames + 1 && last ? [last] : [];
  }
  // What was being composed here has been decided elsewhere: no animation leads on from it.
  if (state.shown < shown.plies + shown.frames) return [];
  return isBehind(state, state.shown) ? [] : unseen(state);
}

/**
 * The decision that the bar tells of instead of asking something: what somebody else decided, and one of one's own if
 * the game has gone on meanwhile. What has happened since, and the question after it, wait until they are shown.
 *
 * @param {TableState} state
 * @param {Step | null} step the decision that the board animates now
 * @param {Moment | null} shown the moment that it leads to
 */
export function narratedStep({ yours, ply, travel }, step, shown) {
  if (!step) return null;
  const isBehindGame = !travel && shown !== null && shown.plies < ply;
  return isBehindGame || !yours.includes(step.seat) ? step : null;
}

/**
 * What is told after a step has been shown; before it was what the same seat had done. That nothing was closed is not
 * worth taking a sentence away that has just come.
 *
 * @param {Step | null} before
 * @param {Step} step
 */
export function toldAfter(before, step) {
  return before && step.type === "pass" && !step.effects?.closes?.length ? before : step;
}

/**
 * Whether another seat acts after a step, or nobody.
 *
 * @param {Step} step
 * @param {readonly Step[]} steps
 */
export const isLastOfSeat = (step, steps) => steps[steps.indexOf(step) + 1]?.seat !== step.seat;
