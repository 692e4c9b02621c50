/** What a review says about a turn, in sentences. */

import { factText } from "../lib/facts.js";
import { list, t } from "../lib/i18n.js";
import { costsShare, gainers, isFault, percentOf } from "./review_model.js";

/** @typedef {import("./review_model.js").Turn} Turn */

/** @param {string} grade */
export const gradeName = (grade) => t(`review.grade.${grade}`);

/**
 * The grade, and whether that is sure.
 * @param {Turn} turn
 */
export function verdictWords(turn) {
  if (!turn.counted) return t(turn.turn ? "review.forced" : "review.set-up");
  return t(turn.sure || !isFault(turn) ? "review.told" : "review.told-unsure", { grade: gradeName(turn.grade) });
}

/**
 * What a turn gave away and to whom; nothing if that is not notable.
 * @param {Turn} turn
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function lossWords(turn, names) {
  if (turn.kingmaking && !isFault(turn)) {
    const gains = gainWords(turn.kingmaking.gained, turn.seat, names);
    return [t("review.kingmaking", { seat: names[turn.seat] ?? "", gains })];
  }
  if (!isFault(turn)) return turn.insight ? [t("review.insight")] : [];
  if (!costsShare(turn)) return [t("review.lost-points", { points: Math.round(turn.points) })];
  const gains = gainWords(turn.gained, turn.seat, names);
  return [t("review.lost", { percent: percentOf(turn.loss) }), ...(gains ? [gains] : [])];
}

/**
 * @param {readonly number[]} gained
 * @param {number} seat
 * @param {readonly string[]} names
 */
function gainWords(gained, seat, names) {
  const all = gainers(gained, seat);
  const gains = all.map((one) => t("review.gain", { seat: names[one.seat] ?? "", percent: percentOf(one.share) }));
  return gains.length ? t("review.gains", { gains: list(gains) }) : "";
}

/**
 * What the played turn gave away, as a fact; nothing if none says so.
 * @param {Turn} turn
 * @param {readonly string[]} names
 */
export function playedFacts(turn, names) {
  return turn.gaveAway ? [factText(turn.gaveAway, { names })] : [];
}

/**
 * What is true of the best.
 * @param {Turn} turn
 * @param {readonly string[]} names
 */
export function bestFacts(turn, names) {
  return turn.reasons.map((fact) => factText(fact, { names }));
}

/**
 * Who has won for certain from here on, if anybody.
 * @param {Pick<Turn, "certain">} turn
 * @param {readonly string[]} names
 */
export function certainWords({ certain }, names) {
  if (certain === null) return "";
  const seat = names[certain] ?? "";
  return seat === t("common.you") ? t("replay.decided-you") : t("review.decided", { seat });
}
