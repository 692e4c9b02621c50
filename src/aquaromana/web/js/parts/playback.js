/**
 * The state of a replay: which ply is shown, whether it runs, what comes next. Pure functions; replay.js draws the
 * result.
 */

/** @typedef {import("../types.js").Step} Step */

/**
 * @typedef {object} Reel
 * @property {number} length how many decisions the game has
 * @property {number} ply how many of them have been made in what is shown
 * @property {boolean} running whether it goes on by itself
 */

/**
 * @param {number} length
 * @param {number} [ply] where to begin; outside the game the nearest moment of it
 * @returns {Reel}
 */
export function wound(length, ply = 0) {
  return { length, ply: clamped(ply, length), running: false };
}

/**
 * @param {number} ply
 * @param {number} length
 */
function clamped(ply, length) {
  return Number.isFinite(ply) ? Math.min(length, Math.max(0, Math.round(ply))) : 0;
}

/**
 * Go to a moment, and stop there: people who choose one want to look at it.
 * @param {Reel} reel
 * @param {number} ply
 * @returns {Reel}
 */
export function moved(reel, ply) {
  return { ...reel, ply: clamped(ply, reel.length), running: false };
}

/**
 * Start, or stop; at the end it starts from the beginning.
 * @param {Reel} reel
 * @returns {Reel}
 */
export function toggled(reel) {
  if (reel.running || reel.length === 0) return { ...reel, running: false };
  return { ...reel, ply: reel.ply === reel.length ? 0 : reel.ply, running: true };
}

/**
 * One decision on while it runs; it stops at the end.
 * @param {Reel} reel
 * @returns {Reel}
 */
export function advanced(reel) {
  const ply = Math.min(reel.length, reel.ply + 1);
  return { ...reel, ply, running: reel.running && ply < reel.length };
}

/**
 * The first moment of the turn before or after the one that is shown: of `steps` the decisions that begin a turn.
 * @param {readonly Step[]} steps
 * @param {number} ply
 * @param {1 | -1} by
 */
export function turnFrom(steps, ply, by) {
  const starts = steps.flatMap((step, index) => (index === 0 || steps[index - 1]?.turn !== step.turn ? [index] : []));
  if (by > 0) return starts.find((start) => start > ply) ?? steps.length;
  return starts.filter((start) => start < ply).at(-1) ?? 0;
}

/**
 * The comments of a record by the number of decisions before them.
 * @param {{comment?: string, moves?: readonly {comment?: string}[]}} record the JSON form
 * @returns {Map<number, string>}
 */
export function commentsOf(record) {
  const all = [record.comment, ...(record.moves ?? []).map((move) => move.comment)];
  return new Map(all.flatMap((comment, ply) => (comment ? [/** @type {const} */ ([ply, comment])] : [])));
}
