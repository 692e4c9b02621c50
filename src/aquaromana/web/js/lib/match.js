/**
 * A match: several games in which everyone has every seat equally often; the total of the points decides.
 *
 *   totals(table, points)     what each player has in the match, with the points of this game
 *   gameWords(table)          "Game 2 of 4", empty where there is no match
 *   goesOn(table)             whether another game of the match follows
 *
 * @import {TableInfo} from "../types.js"
 */

import { t } from "./i18n.js";

/**
 * By seat; who resigned gets nothing for this game.
 *
 * @param {TableInfo} table
 * @param {readonly number[]} points of this game, by seat
 * @returns {number[]}
 */
export function totals({ players, options }, points) {
  const brought = options?.match?.points ?? [];
  return points.map((own, seat) => (brought[seat] ?? 0) + (players[seat]?.resigned ? 0 : own));
}

/** @param {Pick<TableInfo, "options">} table */
export function gameWords({ options }) {
  const { game = 1, games = 0 } = options?.match ?? {};
  return games ? t("common.match-game", { game, games }) : "";
}

/** @param {Pick<TableInfo, "options">} table */
export function goesOn({ options }) {
  const { game = 1, games = 0 } = options?.match ?? {};
  return game < games;
}
