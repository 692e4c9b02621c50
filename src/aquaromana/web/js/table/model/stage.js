/**
 * What the board shows: the moment that the state is at, and the decisions to animate on the way there.
 *
 * @import {Marks, Step, View} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { lastMoves, unseen } from "./actions.js";
import { marks, sightsOf } from "./pointing.js";
import { endOf } from "./standing.js";
import { current, decider, isOpen, pointable } from "./state.js";
import { endingsOf } from "./words.js";

/**
 * A moment of the game as the board shows it.
 * @typedef {object} Scene
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
 * @returns {Scene | null}
 */
export function sceneOf(state) {
  const { travel, ply: plies, rewound, frames } = state;
  if (travel) return travel.view && { view: travel.view, plies, rewound, frames: 0, ply: travel.ply };
  const { view } = current(state);
  return view && { view, plies, rewound, frames: frames.length, ply: null };
}

/** @type {(a: Scene | null, b: Scene | null) => boolean} */
export const isSame = (a, b) =>
  a?.ply === b?.ply && a?.frames === b?.frames && (a?.plies === b?.plies || a?.ply != null) && a?.view === b?.view;

/**
 * Whether more has happened than people should have to watch: more turns than the others have in a round. In the set-up
 * every decision is a turn.
 *
 * @param {TableState} state
 * @param {number} since the decisions that have been shown, or are being shown
 */
export function isBehind({ steps, table }, since) {
  const waiting = steps.filter((step) => step.ply >= since);
  const turns = new Set(waiting.map(({ ply, turn }) => (turn ? `turn ${turn}` : `decision ${ply}`)));
  return turns.size > Math.max(2, (table?.players.length ?? 0) - 1);
}

/**
 * The decisions that lead from what is shown to a moment, if people should see them happen: what others have done, the
 * next decision of the stretch, the next step of a walk through the past. Nothing for everything else, and where the
 * game is far ahead: then the board goes where it stands.
 *
 * @param {TableState} state
 * @param {Scene | null} shown
 * @param {Scene} next
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
  // What was being composed here has been decided elsewhere: no film leads on from it.
  if (state.shown < shown.plies + shown.frames) return [];
  return isBehind(state, state.shown) ? [] : unseen(state);
}

/**
 * How many decisions the page shows: no more than the board has shown. In the past all are known.
 *
 * @param {TableState} state
 * @param {Step | null} step the decision that the board animates now
 */
export function toldPly({ shown, ply, travel }, step) {
  return travel ? ply : Math.min(ply, Math.max(shown, step?.ply ?? 0));
}

/**
 * What the board emphasizes at a moment.
 *
 * @param {TableState} state
 * @param {Scene} scene
 * @returns {Marks}
 */
export function marksOf(state, scene) {
  const { steps } = current(state);
  const parts = state.doubt ? [{ workman: state.doubt.slice(1) }] : state.parts;
  const found = isOpen(state)
    ? marks(scene.view, pointable(state), parts, state.hover)
    : marks(scene.view, [], [], state.hover);
  const earlier = state.steps.filter((step) => step.ply + 1 === scene.ply);
  const recent = scene.ply === null ? lastMoves(state) : earlier;
  const last = lastMarks(scene.frames ? steps : recent, scene.view);
  const path = scene.ply === null ? placing(state) : null;
  if (path) found.beams = sightsOf(scene.view, path);
  return { ...found, last, ended: endedMarks(state, scene, earlier) };
}

/**
 * The path square on which a builder would be placed: the one that is looked at, pointed at, or has just been decided
 * for; 0 if there is none yet, null if no builder is placed now.
 *
 * @param {TableState} state
 * @returns {number | null}
 */
export function placing(state) {
  if (!isOpen(state)) return null;
  const { choices, steps, complete } = current(state);
  const last = steps.at(-1);
  if (complete) return last?.type === "place" ? Number(last.effects?.placed?.[1] ?? 0) : null;
  if (choices[0]?.type !== "place") return null;
  const isFree = (/** @type {number | undefined} */ path) => choices.some(({ builder }) => builder === path);
  const looked = state.hover?.builder;
  return (isFree(looked) ? looked : state.parts.find(({ builder }) => builder)?.builder) ?? 0;
}

/**
 * The tiles that have ended aqueducts, to be marked on the board: those of whoever looks, as long as nothing was
 * decided since; in the past those of the decision that led there.
 *
 * @param {TableState} state
 * @param {Scene} scene
 * @param {readonly Step[]} earlier the decision that led to an earlier moment
 * @returns {NonNullable<Marks["ended"]>}
 */
function endedMarks(state, { view, frames, ply }, earlier) {
  const seat = decider(state) ?? (state.yours.length === 1 ? state.yours[0] : null);
  const own = seat === null || frames || ply !== null ? [] : endingsOf(state.steps, seat).map(({ closed }) => closed);
  const past = earlier.flatMap((step) => step.effects?.closes ?? []).filter(({ forced, tile }) => forced && tile);
  return [...own, ...past].flatMap(({ aqueduct, color, tile = "" }) => {
    const found = view.aqueducts.find((one) => one.id === aqueduct);
    return found ? [{ tile, port: endOf(found), color }] : [];
  });
}

/**
 * What has happened last, for quiet marks on the board.
 *
 * @param {readonly Step[]} steps
 * @param {View} view
 * @returns {Marks["last"]}
 */
export function lastMarks(steps, view) {
  const squares = steps.flatMap((step) => step.effects?.laid?.slice(0, 1) ?? []);
  const paths = steps.flatMap(({ effects = {} }) => [
    ...(effects.walk?.slice(1) ?? []),
    ...(effects.placed ? [Number(effects.placed[1])] : []),
  ]);
  return { squares: [...new Set(squares)], paths: [...new Set(paths)].filter((path) => path in view.builders) };
}
