/**
 * Puzzles: the list of them, what is chosen from it, and the way to the table of one.
 *
 *   await puzzleList()                all puzzles, easiest first; asked for once
 *   await openPuzzle(id, from)        a new table for a puzzle; the table of the one before is removed
 *   chosen(puzzles, filter)           those that fit
 *   await following(id)               the next puzzle for this reader, of those that fit
 */

import { get, post, remove } from "../lib/api.js";
import { nextPuzzle, noPuzzles, readPuzzles, tried } from "../lib/puzzle_progress.js";
import { keep, recall } from "../lib/settings.js";

/** @typedef {import("../lib/puzzle_progress.js").PuzzleInfo} PuzzleInfo */
/** @typedef {import("../lib/puzzle_progress.js").PuzzleHistory} PuzzleHistory */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").PuzzleView} PuzzleView */
/** @typedef {{kind: string, players: string, difficulty: string, theme: string}} Filter */

/** @type {Readonly<Filter>} */
const EVERYTHING = Object.freeze({ kind: "", players: "", difficulty: "", theme: "" });
/** Milliseconds after which the table of a puzzle that nobody solved is removed. */
const OLD = 86_400_000;
/** Milliseconds in which a table may still be open in another tab. */
const RECENT = 600_000;

/** @type {Promise<PuzzleInfo[]> | null} */
let asked = null;

/** @returns {Promise<PuzzleInfo[]>} */
export function puzzleList() {
  asked ??= get("/api/puzzles").then(
    (found) => found.puzzles,
    (error) => {
      asked = null;
      throw error;
    },
  );
  return /** @type {Promise<PuzzleInfo[]>} */ (asked);
}

/** @returns {Filter} what was chosen last */
export function readFilter() {
  const kept = recall("puzzle-filter");
  const text = (/** @type {unknown} */ value) => (typeof value === "string" ? value : "");
  return {
    kind: text(kept?.kind),
    players: text(kept?.players),
    difficulty: text(kept?.difficulty),
    theme: text(kept?.theme),
  };
}

/** @param {Filter} filter */
export function keepFilter(filter) {
  keep("puzzle-filter", filter);
}

/**
 * @param {readonly PuzzleInfo[]} puzzles
 * @param {Filter} [filter]
 */
export function chosen(puzzles, filter = EVERYTHING) {
  return puzzles.filter(
    ({ kind, players, difficulty, themes }) =>
      (!filter.kind || kind === filter.kind) &&
      (!filter.players || String(players) === filter.players) &&
      (!filter.difficulty || difficulty === filter.difficulty) &&
      (!filter.theme || themes.includes(filter.theme)),
  );
}

/**
 * A new table for a puzzle. Those that nobody needs any more are removed: the one before, earlier ones for the same
 * puzzle that nobody has touched for a while, and old ones.
 * @param {string} id
 * @param {string} [from] the table of the puzzle before
 * @returns {Promise<string>}
 */
export async function openPuzzle(id, from = "") {
  const made = await post(`/api/puzzles/${encodeURIComponent(id)}`, {});
  removeTables(id, from, made.id).catch(() => {}); // the server removes what is left one day
  return made.id;
}

/**
 * @param {string} id
 * @param {string} from
 * @param {string} but
 */
async function removeTables(id, from, but) {
  /** @type {TableInfo[]} */
  const tables = await get("/api/tables");
  const isNeeded = (/** @type {TableInfo} */ table) =>
    table.id === but ||
    (table.id !== from && Date.now() - table.changed * 1000 < (table.puzzle === id ? RECENT : OLD));
  const gone = tables.filter((table) => table.origin === "puzzle" && !isNeeded(table));
  await Promise.all(gone.map((table) => remove(`/api/tables/${table.id}`)));
}

/**
 * The id of the next puzzle for this reader; undefined if all are solved.
 * @param {string} id the one before
 */
export async function following(id) {
  const history = readPuzzles(recall("puzzles")) ?? noPuzzles();
  const puzzles = await puzzleList();
  return (nextPuzzle(history, chosen(puzzles, readFilter()), id) ?? nextPuzzle(history, puzzles, id))?.id;
}

/**
 * Count a try at a puzzle, the first one for the rating; a solution that was shown is a try that failed.
 * @param {PuzzleView} puzzle
 */
export function countTry({ id, rating = 0, outcome, showing = false }) {
  if (outcome !== "wrong" && outcome !== "solved" && !showing) return;
  const history = readPuzzles(recall("puzzles"));
  const right = outcome === "solved" && !showing;
  if (history) keep("puzzles", tried(history, { id, rating, right, at: Date.now() }));
}
