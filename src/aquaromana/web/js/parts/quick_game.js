/** A game against bots in one click, with the number of players and the levels that were chosen last. */

import { post } from "../lib/api.js";
import { recall } from "../lib/settings.js";
import { BOT_NAMES, FIRST, levelOf, USUAL } from "./bots.js";
import { isNewcomer } from "./lessons.js";

/** @typedef {{players: number, levels: string[], lot: boolean}} Quick how "Play now" starts; `lot` draws your seat */

/**
 * What was chosen last, as far as it makes sense.
 * @param {any} kept
 * @returns {Quick}
 */
export function readQuick(kept) {
  const usual = !kept?.levels && isNewcomer() ? FIRST : USUAL;
  const levels = [0, 1, 2].map((rival) => levelOf(kept?.levels?.[rival], usual));
  return { players: [2, 3, 4].includes(kept?.players) ? kept.players : 3, levels, lot: kept?.lot === true };
}

/**
 * What to keep of the choices: the levels only if they were chosen, so that newcomers stay newcomers until then.
 * @param {Quick} quick
 * @param {any} kept
 * @param {Partial<Quick>} change
 */
export function keptQuick({ players, levels, lot }, kept, change) {
  return change.levels || kept?.levels ? { players, levels, lot } : { players, lot };
}

/**
 * The seats of a quick game.
 * @param {Quick} quick
 * @param {number} dice 0 up to 1, where the lot falls
 */
export function quickPlayers({ players, levels, lot }, dice) {
  /** @type {{kind: string, bot?: string, name: string}[]} */
  const seats = levels.slice(0, players - 1).map((bot, index) => ({ kind: "bot", bot, name: BOT_NAMES[index] ?? "" }));
  seats.splice(lot ? Math.floor(dice * players) : 0, 0, { kind: "person", name: "" });
  return seats;
}

/**
 * Start a quick game as it was chosen last.
 * @returns {Promise<string>} the table
 */
export async function startQuickGame() {
  const table = await post("/api/tables", { players: quickPlayers(readQuick(recall("quick")), Math.random()) });
  return table.id;
}
