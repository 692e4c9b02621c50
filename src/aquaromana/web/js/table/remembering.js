/**
 * What this browser remembers of a table: who plays there, how games ended, which lessons and puzzles were done.
 *
 * A game counts for the rating once: it is noted while it is played, and counted when it is first seen to be over, now
 * or at a later visit. Games that were over before this browser saw them do not count.
 *
 * @import {PuzzleView} from "../types.js"
 * @import {TableState} from "./model/state.js"
 */

import { loaded } from "../lib/modules.js";
import { rememberPlaces, visitTable } from "../lib/own_seats.js";
import { rated, readProgress } from "../lib/progress.js";
import { keep, recall } from "../lib/settings.js";
import { botInfos } from "../parts/bots.js";
import { isTaught, rememberLesson, rememberPlayed } from "../parts/lessons.js";
import { finishedGame, mayCount } from "./model/finished.js";
import { isOver } from "./model/state.js";

/** Where the tables are kept whose games are still to be counted. */
const UNRATED = "unrated";
/** Tables that are kept there, the last ones. */
const MOST = 60;
/** Milliseconds until the server is asked again; after the last time, the next visit to the table asks. */
const RETRIES = [2_000, 10_000, 60_000];

/**
 * @param {TableState} before
 * @param {TableState} state
 */
export function remember(before, state) {
  const { id, table, yours, host } = state;
  if (state.lesson?.won) rememberLesson();
  if (state.puzzle && state.puzzle !== before.puzzle) void countTry(state.puzzle);
  if (!table || table === before.table) return;
  rememberPlaces(table, yours, host);
  if (!before.table) visitTable(id);
  if (isOver(state) && before.table && !isOver(before) && yours.length && !isTaught(table)) rememberPlayed();
  if (!isOver(state)) noteGame(state);
  else if ((!before.table || !isOver(before)) && unrated().includes(id)) void countGame(state);
}

/** Count a try at a puzzle. @param {PuzzleView} puzzle */
async function countTry(puzzle) {
  const puzzles = await loaded(import("../parts/puzzles.js")).catch(() => null);
  puzzles?.countTry(puzzle);
}

/** @returns {string[]} */
function unrated() {
  const kept = recall(UNRATED);
  return Array.isArray(kept) ? kept : [];
}

/** Note a game that is to be counted when it is over. @param {TableState} state */
function noteGame(state) {
  const noted = unrated();
  if (mayCount(state) && !noted.includes(state.id)) keep(UNRATED, [...noted, state.id].slice(-MOST));
}

/**
 * Count a game that is over for the rating that this browser keeps.
 *
 * @param {TableState} state
 * @param {number} [failures]
 */
async function countGame(state, failures = 0) {
  let bots;
  try {
    bots = await botInfos();
  } catch {
    if (failures < RETRIES.length) setTimeout(() => countGame(state, failures + 1), RETRIES[failures]);
    return;
  }
  const finished = finishedGame(state, bots);
  const progress = readProgress(recall("progress"));
  if (finished && progress) keep("progress", rated(progress, finished));
  keep(UNRATED, unrated().filter((id) => id !== state.id));
}
