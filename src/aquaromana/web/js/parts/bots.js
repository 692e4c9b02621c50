// The bots that one can sit down with.

import { get } from "../lib/api.js";
import { levelName } from "../lib/seats.js";

/** The levels for people, easiest first. */
export const LEVELS = ["search:1", "search:2", "search:3", "search:4", "search:5"];

/** Engineers and patrons of Roman water. */
export const BOT_NAMES = ["Agrippa", "Livia", "Frontinus", "Vitruvius"];

/** @returns {[string, string][]} */
export function levelOptions() {
  return LEVELS.map((name) => [name, levelName(name)]);
}

/**
 * All bots of this server, weakest first as it tells them; our levels alone where it does not answer.
 * @returns {Promise<[string, string][]>}
 */
export async function botOptions() {
  try {
    /** @type {{name: string}[]} */
    const bots = await get("/api/bots");
    return bots.map(({ name }) => [name, levelName(name)]);
  } catch {
    return levelOptions();
  }
}
