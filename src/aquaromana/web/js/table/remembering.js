/**
 * What this browser remembers of a table: who plays there, how games ended, which lessons and puzzles were done.
 *
 * @import {TableState} from "./model/state.js"
 */

import { rememberPlaces, visitTable } from "../lib/places.js";
import { rated, readProgress } from "../lib/progress.js";
import { keep, recall } from "../lib/settings.js";
import { botInfos } from "../parts/bots.js";
import { rememberLesson } from "../parts/lessons.js";
import { countTry } from "../parts/puzzles.js";
import { finishedGame } from "./model/finished.js";
import { isOver } from "./model/state.js";

/**
 * @param {TableState} before
 * @param {TableState} state
 * @param {{ isPractice: boolean }} what of practice no visit is remembered
 */
export function remember(before, state, { isPractice }) {
  if (state.lesson?.won) rememberLesson("done");
  if (state.puzzle && state.puzzle !== before.puzzle) countTry(state.puzzle);
  if (isOver(state) && before.table && !isOver(before)) void countGame(state);
  if (!isPractice) rememberVisit(before, state);
}

/**
 * Who plays here, and which table was visited last.
 *
 * @param {TableState} before
 * @param {TableState} state
 */
function rememberVisit(before, { id, table, yours, host }) {
  if (table && table !== before.table) rememberPlaces(table, yours, host);
  if (table && !before.table) visitTable(id);
}

/** Count a game that is over for the rating that this browser keeps. @param {TableState} state */
async function countGame(state) {
  const finished = finishedGame(state, await botInfos());
  const progress = readProgress(recall("progress"));
  if (finished && progress) keep("progress", rated(progress, finished));
}
