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
  let before = 0;
  const rounded = odds.map((share) => {  // so that they add up to a whole
    const whole = Math.round(100 * (before + share)) - Math.round(100 * before);
    before += share;
    return whole / 100;
  });
  return odds.length ? t("start.odds", { odds: list(rounded.map(percent)) }) : "";
}
