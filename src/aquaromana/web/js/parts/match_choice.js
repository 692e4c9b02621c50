/**
 * How many games a match has: the field of a form, and what it means.
 *
 *   createMatchChoice(readRounds(kept), onChange)   the field
 *   matchOf(rounds, seats)                          what the server takes, or null for a single game
 *   oddsWords(odds)                                 what the seats are worth, in words
 */

import { chips } from "../lib/fields.js";
import { list, percent, t } from "../lib/i18n.js";

/** How often everyone begins; 0 for a single game. */
const ROUNDS = [0, 1, 2];

/**
 * What was chosen last, as far as it is valid.
 * @param {unknown} kept
 */
export const readRounds = (kept) => ROUNDS.find((rounds) => rounds === kept) ?? 0;

/**
 * @param {number} rounds
 * @param {number} seats
 */
export const matchOf = (rounds, seats) => (rounds ? { games: rounds * seats } : null);

/**
 * @param {number} rounds
 * @param {(rounds: number) => void} onChange
 */
export function createMatchChoice(rounds, onChange) {
  return chips({
    name: "match",
    label: t("start.match"),
    options: ROUNDS.map((each) => [String(each), t(`start.match.rounds-${each}`)]),
    value: String(rounds),
    onChange: (value) => onChange(Number(value)),
  });
}

/**
 * What the seats won among equal players, the first one first; empty if nobody has measured it.
 * @param {readonly number[]} [odds]
 */
export function oddsWords(odds = []) {
  return odds.length ? t("start.odds", { odds: list(wholePercents(odds).map((each) => percent(each / 100))) }) : "";
}

/**
 * Shares in whole percents that add up to a hundred: those are rounded up that lose most by being rounded down.
 * @param {readonly number[]} shares
 */
export function wholePercents(shares) {
  const down = shares.map((share) => Math.floor(100 * share));
  const lost = shares.map((share, at) => 100 * share - (down[at] ?? 0));
  const missing = 100 - down.reduce((sum, each) => sum + each, 0);
  const up = [...shares.keys()].sort((one, other) => (lost[other] ?? 0) - (lost[one] ?? 0)).slice(0, missing);
  return down.map((each, at) => each + Number(up.includes(at)));
}
