/**
 * Your puzzles: a rating and what was solved, kept in this browser and sent nowhere.
 *
 *   const history = readPuzzles(recall("puzzles"))
 *   tried(history, {id, rating, right, at})   after the first try at a puzzle; later ones only mark it as solved
 *   nextPuzzle(history, puzzles)              one that was not tried yet, near the rating; then one that was missed
 *
 * The rating begins at 1100 and follows Elo against the rating of the puzzle: K is 48 for the first 15, then 24.
 */

const VERSION = 1;
const BEGIN = 1100;
const MANY = 15;
const K = { first: 48, later: 24 };

/**
 * @typedef {{at: number, right: boolean, solved: boolean, rating: number}} Tried `rating`: yours after it
 * @typedef {{version: number, rating: number, tried: Record<string, Tried>}} PuzzleHistory
 * @typedef {object} PuzzleInfo
 * @property {string} id
 * @property {string} kind
 * @property {number} players
 * @property {string} difficulty
 * @property {number} rating
 * @property {string[]} themes
 */

/** @returns {PuzzleHistory} */
export const noPuzzles = () => ({ version: VERSION, rating: BEGIN, tried: {} });

/**
 * What was kept; null if another version of the page wrote it, which is left as it is.
 * @param {any} kept
 * @returns {PuzzleHistory | null}
 */
export function readPuzzles(kept) {
  if (kept === null || kept === undefined) return noPuzzles();
  const isWhole = typeof kept === "object" && typeof kept.tried === "object" && Number.isFinite(kept.rating);
  return isWhole && kept.tried !== null && kept.version === VERSION ? kept : null;
}

/**
 * @param {PuzzleHistory} history
 * @param {{id: string, rating: number, right: boolean, at: number}} result
 * @returns {PuzzleHistory}
 */
export function tried(history, { id, rating, right, at }) {
  const known = history.tried[id];
  if (known) return right && !known.solved ? withPuzzle(history, id, { ...known, solved: true }) : history;
  const expected = 1 / (1 + 10 ** ((rating - history.rating) / 400));
  const k = Object.keys(history.tried).length < MANY ? K.first : K.later;
  const own = Math.round(history.rating + k * (Number(right) - expected));
  return { ...withPuzzle(history, id, { at, right, solved: right, rating: own }), rating: own };
}

/**
 * @param {PuzzleHistory} history
 * @param {string} id
 * @param {Tried} entry
 * @returns {PuzzleHistory}
 */
function withPuzzle(history, id, entry) {
  return { ...history, tried: { ...history.tried, [id]: entry } };
}

/**
 * The puzzle to try next; undefined if all are solved.
 * @param {PuzzleHistory} history
 * @param {readonly PuzzleInfo[]} puzzles
 * @param {string} [but] not this one, unless it is the last
 * @returns {PuzzleInfo | undefined}
 */
export function nextPuzzle({ rating, tried: known }, puzzles, but = "") {
  const far = (/** @type {PuzzleInfo} */ puzzle) =>
    Math.abs(puzzle.rating - rating) + (known[puzzle.id] ? 10_000 : 0) + (puzzle.id === but ? 100_000 : 0);
  const left = puzzles.filter(({ id }) => !known[id]?.solved);
  return left.toSorted((one, other) => far(one) - far(other) || one.id.localeCompare(other.id))[0];
}
