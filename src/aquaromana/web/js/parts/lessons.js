/**
 * The guided first game: begin it, go on with it, and what comes after it.
 *
 *   await openLesson()             the table of the lesson: the one that was begun, or a new one
 *   await startFirstGame()         the table of the first real game: two players, the easiest level, the coach is on
 *   isNewcomer()                   nobody has finished a game or the lesson in this browser, or chosen a level
 */

import { get, post } from "../lib/api.js";
import { setCoach } from "../lib/coach.js";
import { keep, recall } from "../lib/settings.js";
import { BOT_NAMES, FIRST } from "./bots.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */

const LESSON = "first";
/** The first game begins where the lesson did: the set-up is for those who know what builders are good for. */
const SET_UP = "2.b.0d0.88.1D3B2C3S1B1D2S1D4C3B2C1S2.-.ooo-ooo-ooo-ooo.-";
/** Where the first game is kept until its button for hints has glowed. */
const GLOW = "hint-glow";

/** Tables that are not games: lessons and puzzles have links of their own. @param {TableInfo} table */
export const isTaught = ({ origin }) => origin === "lesson" || origin === "puzzle";

/** Whether somebody still has to get to know the game: what was merely opened does not count. */
export function isNewcomer() {
  const hasPlayed = recall("lesson") === "done" || recall("played") === true || recall("progress") !== null;
  return !hasPlayed && !recall("quick")?.levels;
}

/** Remember that the lesson was finished: then nobody is asked again. */
export function rememberLesson() {
  if (recall("lesson") !== "done") keep("lesson", "done");
}

/** Remember that a game was finished. */
export function rememberPlayed() {
  if (recall("played") !== true) keep("played", true);
}

/**
 * The lesson that was begun and is not over, if there is one.
 * @param {readonly TableInfo[]} tables
 */
export function unfinished(tables) {
  return tables.find(({ origin, status, version }) => origin === "lesson" && status !== "over" && version > 0);
}

/**
 * Go on with the lesson, or begin it.
 * @returns {Promise<string>} its table
 */
export async function openLesson() {
  const found = unfinished(await get("/api/tables"));
  return found ? found.id : beginLesson();
}

/**
 * Begin the lesson at a new table.
 * @returns {Promise<string>} its table
 */
export async function beginLesson() {
  const table = await post(`/api/lessons/${LESSON}`, {});
  return table.id;
}

/**
 * The first real game, after the lesson.
 * @returns {Promise<string>} its table
 */
export async function startFirstGame() {
  const rival = { kind: "bot", bot: FIRST, name: BOT_NAMES[0] };
  const table = await post("/api/tables", { players: [{ kind: "person", name: "" }, rival], position: SET_UP });
  setCoach(table.id, true);
  keep(GLOW, table.id);
  return table.id;
}

/**
 * Whether the button for hints is to glow at a table: once, at the first game after the lesson.
 * @param {string} table
 */
export function glowsOnce(table) {
  const glows = recall(GLOW) === table;
  if (glows) keep(GLOW, undefined);
  return glows;
}
