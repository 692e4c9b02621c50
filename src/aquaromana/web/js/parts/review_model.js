/** A review, as the server tells it: which turn is shown, where the mistakes are, who gained. Pure functions. */

/** @typedef {import("../lib/facts.js").Fact} Fact */
/**
 * What decisions are worth for every seat.
 * @typedef {{moves: string[], shares: number[], points: number[], unsure: number, exact: boolean}} Judged
 *
 * @typedef {"best" | "playable" | "inaccuracy" | "mistake" | "blunder"} Grade
 *
 * The decisions that one seat made in a row, beside the best that was found.
 * @typedef {object} Turn
 * @property {number} index
 * @property {number} turn 0 in the set-up
 * @property {number} seat
 * @property {number} ply the decisions before it
 * @property {Grade} grade
 * @property {boolean} sure
 * @property {boolean} counted not in the set-up, and not where nothing was to choose
 * @property {number} loss the share of the win that it gave away
 * @property {number} points the same in points of the lead
 * @property {number[]} gained how each seat's share changed by it
 * @property {Judged} played
 * @property {Judged} best
 * @property {string[]} line what the others are expected to do after the best
 * @property {string[]} answer and after what was played
 * @property {Fact[]} reasons
 * @property {Fact | null} gaveAway
 * @property {{other: Judged, gained: number[]} | null} kingmaking
 * @property {number} insight
 * @property {number | null} certain the seat that has won from here on
 *
 * @typedef {object} SeatSummary
 * @property {number} seat
 * @property {Record<Grade, number>} turns
 * @property {number} givenAway
 * @property {number[]} gave
 * @property {number} received
 * @property {number | null} accuracy
 * @property {number | null} bestTurn
 *
 * @typedef {object} Review
 * @property {number} players
 * @property {boolean} whole
 * @property {number} total
 * @property {number[]} start
 * @property {Turn[]} turns while it is made, the last ones of the game
 * @property {SeatSummary[]} seats
 * @property {number[]} turning
 * @property {number | null} decided
 * @property {number[]} drift
 *
 * @typedef {object} ReviewStatus
 * @property {"none" | "waiting" | "running" | "done" | "failed"} state
 * @property {number} [done]
 * @property {number} [total]
 * @property {number} [ahead]
 * @property {Review | null} [review]
 */

/** Signs beside the words, as in books on games. @type {Record<string, string>} */
export const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??", insight: "!", kingmaking: "=" };

/** A change of a share from which on it is mentioned. */
const LEAST = 0.005;

/** @param {Turn} turn the decisions after it */
export const endOf = ({ ply, played }) => ply + played.moves.length;

/** @param {Turn} turn */
export const isFault = ({ counted, grade }) => counted && grade !== "best" && grade !== "playable";

/**
 * What there is to say about a turn in one word; nothing about most.
 * @param {Turn} turn
 */
export function noteOf(turn) {
  if (isFault(turn)) return turn.grade;
  if (turn.kingmaking) return "kingmaking";
  return turn.insight ? "insight" : "";
}

/**
 * The turn that led to a moment, if it has been judged.
 * @param {Review | null} review
 * @param {number} ply
 * @returns {Turn | null}
 */
export function turnAt(review, ply) {
  return review?.turns.find((turn) => turn.ply < ply && ply <= endOf(turn)) ?? null;
}

/**
 * Mistakes in the order of the game, of one seat or of all.
 * @param {Review | null} review
 * @param {number | null} [seat]
 */
export function faults(review, seat = null) {
  return (review?.turns ?? []).filter((turn) => isFault(turn) && (seat === null || turn.seat === seat));
}

/**
 * The next mistake after the moment that is shown, or the one before it; null if there is none.
 * @param {Review | null} review
 * @param {number} ply
 * @param {1 | -1} by
 * @param {number | null} [seat]
 */
export function faultFrom(review, ply, by, seat = null) {
  const all = faults(review, seat);
  if (by > 0) return all.find((turn) => endOf(turn) > ply) ?? null;
  return all.findLast((turn) => endOf(turn) < ply) ?? null;
}

/**
 * Mistakes of a seat to learn from, the largest first.
 * @param {Review | null} review
 * @param {number} seat
 */
export function lessons(review, seat) {
  const byLoss = (/** @type {Turn} */ one, /** @type {Turn} */ two) =>
    two.loss - one.loss || two.points - one.points || one.index - two.index;
  return faults(review, seat).sort(byLoss);
}

/**
 * Who gained, largest first.
 * @param {readonly number[]} gained
 * @param {number} seat who decided
 */
export function gainers(gained, seat) {
  return gained
    .map((share, other) => ({ seat: other, share }))
    .filter(({ seat: other, share }) => other !== seat && share >= LEAST)
    .sort((one, two) => two.share - one.share);
}

/** A share in whole percent. @param {number} share */
export const percentOf = (share) => Math.round(100 * share);

/** Whether a fault cost a share of the win, and not only points. @param {Turn} turn */
export const costsShare = ({ loss }) => loss >= LEAST;

/**
 * The shares of all seats before the turns that are judged, and after each.
 * @param {Review} review
 */
export function sharesOf({ start, turns }) {
  return [start, ...turns.map((turn) => turn.played.shares)];
}
