/**
 * A finished game as progress counts it.
 *
 * @import {Finished} from "../../lib/progress.js"
 * @import {BotInfo} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { isOver } from "./state.js";

/** Tables whose games begin at the beginning. */
const WHOLE = new Set(["new", "rematch"]);

/**
 * Whether the game of a table may count once it is over: a whole one, of one person here against bots alone.
 *
 * @param {TableState} state
 */
export function mayCount({ table, yours }) {
  const [own] = yours;
  const isWhole = yours.length === 1 && table !== null && WHOLE.has(table.origin);
  return isWhole && table.players.every(({ seat, kind }) => seat === own || kind === "bot");
}

/**
 * The game of one person against levels; null for every other.
 *
 * @param {TableState} state
 * @param {readonly BotInfo[]} bots
 * @returns {Finished | null}
 */
export function finishedGame(state, bots) {
  const { table, view, yours, news, id } = state;
  if (!table || !view || !isOver(state) || !mayCount(state)) return null;
  const [own] = yours;
  const rivals = table.players.filter(({ seat }) => seat !== own);
  const known = rivals.map(({ bot }) => bots.find(({ name, level }) => name === bot && level));
  if (known.some((bot) => !bot)) return null;
  const ratings = known.map((bot) => ({
    level: bot?.level ?? 0,
    rating: bot?.ratings?.[String(table.players.length)] ?? 0,
  }));
  const winners = view.phase === "over" ? view.seats.filter(({ place }) => place === 1) : [];
  const share = winners.some(({ seat }) => seat === own) ? 1 / winners.length : 0;
  const helped = news.some(({ event }) => event.what === "hinted" || event.what === "taken-back");
  return { id, at: Math.round(table.changed), rivals: ratings, share, helped };
}
