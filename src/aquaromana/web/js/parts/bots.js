/** The bots that people can play against. */

import { get } from "../lib/api.js";
import { t } from "../lib/i18n.js";
import { levelName } from "../lib/seats.js";

/** The levels for people, easiest first, and the champion above them: `bots/level.py` says what they are. */
export const LEVELS = [...Array.from({ length: 12 }, (_, index) => `level:${index + 1}`), "champion"];

/** How hard each level is: the number of its words. */
const STRENGTH = "0112233344445";

/** The default level. */
export const USUAL = "level:3";
/** The level for those who have not played yet. */
export const FIRST = "level:1";

/** What a choice that was kept before there were levels means now. @type {Record<string, string>} */
const EARLIER = {
  "search:1": "level:1",
  "search:2": "level:2",
  "search:3": "level:5",
  "search:4": "level:8",
  "search:5": "champion",
};

/**
 * The level that was stored, or the default if it is not valid.
 * @param {unknown} kept
 * @param {string} [usual]
 */
export function levelOf(kept, usual = USUAL) {
  const name = EARLIER[String(kept)] ?? String(kept);
  return LEVELS.includes(name) ? name : usual;
}

/** Engineers and patrons of Roman water. */
export const BOT_NAMES = ["Agrippa", "Livia", "Frontinus", "Vitruvius"];

/**
 * The levels with how hard they are, which is read even where the name is cut off: "3 · easy · Helper", and
 * "Champion · the strongest".
 * @returns {[string, string][]}
 */
export function levelOptions() {
  const hard = (/** @type {number} */ at) => t(`common.strength.${STRENGTH[at]}`);
  return LEVELS.map((bot, at) => {
    const [first, ...title] = levelName(bot).split(" · ");
    return [bot, [first, hard(at), ...title].join(" · ")];
  });
}

/**
 * What the server says about its bots.
 * @returns {Promise<import("../types.js").BotInfo[]>}
 */
export const botInfos = () => get("/api/bots");

/**
 * The levels, then the other bots of this server; the levels alone where it does not answer. The earlier levels of the
 * search keep their seats at tables, but are offered no more.
 * @returns {Promise<[string, string][]>}
 */
export async function botOptions() {
  try {
    /** @type {{name: string}[]} */
    const bots = await get("/api/bots");
    const others = bots.filter(({ name }) => !LEVELS.includes(name) && !name.startsWith("search:"));
    return [...levelOptions(), ...others.map(({ name }) => /** @type {[string, string]} */ ([name, levelName(name)]))];
  } catch {
    return levelOptions();
  }
}
