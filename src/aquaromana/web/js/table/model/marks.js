/**
 * What the board highlights: what can be pointed at, what was decided last, which tiles ended an aqueduct.
 *
 * @import {Ghost, Marks, Step, View} from "../../types.js"
 * @import {Moment} from "./animation.js"
 * @import {Part} from "./pointing.js"
 * @import {TableState} from "./state.js"
 */

import { lastMoves } from "./actions.js";
import { hintMarks } from "./hints.js";
import { taskOf } from "./lesson.js";
import { marks, sightsOf } from "./pointing.js";
import { previewOf } from "./preview.js";
import { endOf } from "./standing.js";
import { current, decider, isBegun, isOpen, pointable, trialOf } from "./state.js";
import { endingsOf } from "./words.js";

/**
 * What the board emphasizes at a moment.
 *
 * @param {TableState} state
 * @param {Moment} moment
 * @returns {Marks}
 */
export function marksOf(state, moment) {
  const { steps } = current(state);
  const parts = state.doubt ? [{ workman: state.doubt.slice(1) }] : state.parts;
  const found = isOpen(state)
    ? marks(moment.view, pointable(state), parts, state.hover, state.lesson?.asks)
    : marks(moment.view, [], [], state.hover);
  const way = previewOf(state);
  found.ghosts = found.ghosts.map((one) => (matches(one, way) ? { ...one, isLooked: true } : one));
  const trial = isOpen(state) ? trialOf(state) : 0;
  if (trial) found.builders = [{ path: trial, state: "usable" }];
  const earlier = state.steps.filter((step) => step.ply + 1 === moment.ply);
  const recent = moment.ply === null ? lastMoves(state) : earlier;
  const last = lastMarks(moment.frames ? steps : recent, moment.view);
  const path = moment.ply === null ? placing(state) : null;
  if (path) found.beams = sightsOf(moment.view, path);
  const hint = moment.ply === null ? hintMarks(state) : undefined;
  const ended = endedMarks(state, moment, earlier);
  return { ...found, last, ended, focus: focusOf(state, moment), ...(hint ? { hint } : {}) };
}

/** @type {(ghost: Ghost, way: Part | null) => boolean} */
const matches = ({ square, face }, way) => way !== null && way.square === square && way.face === face;

/**
 * Where a lesson or a question about the rules asks to look, until people have begun to choose.
 *
 * @param {TableState} state
 * @param {Moment} moment
 * @returns {Marks["focus"]}
 */
function focusOf(state, { ply }) {
  const { lesson, puzzle, parts, ply: plies } = state;
  if (!(lesson || puzzle) || lesson?.done || plies || parts.length || ply !== null) return undefined;
  if (!lesson) return { squares: puzzle?.squares ?? [], paths: puzzle?.paths ?? [] };
  const { squares, paths } = taskOf(state);
  return { squares, paths };
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
 * @param {Moment} moment
 * @param {readonly Step[]} earlier the decision that led to an earlier moment
 * @returns {NonNullable<Marks["ended"]>}
 */
function endedMarks(state, { view, ply }, earlier) {
  const seat = decider(state) ?? (state.yours.length === 1 ? state.yours[0] : null);
  const isTold = seat !== null && ply === null && !isBegun(state);
  const own = isTold ? endingsOf(state.steps, seat).map(({ closed }) => closed) : [];
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
