/**
 * Your progress: a rating against the levels, kept in this browser and sent nowhere.
 *
 *   const progress = readProgress(recall("progress"))
 *   rated(progress, game)                     after a game: {id, at, rivals, share, helped}; the same game counts once
 *   expected(1200, [1205])                    the share of the win that a rating promises against others
 *   suggested(progress, 2, levels)            the next level, once you beat the one you play two times out of three
 *
 * There is one rating for each number of players, because the levels differ more with two than with four. It begins at
 * that of the lowest level. E = 10^(R/400) / Σ 10^(R_j/400) over all seats; the result is the share of the win; K is
 * 40 for the first 30 games and then 20. A game with hints, the coach's questions or takebacks can lower a rating but
 * not raise it.
 */

const VERSION = 1;
const BEGIN = 1000;
const MANY = 30;
const K = { first: 40, later: 20 };
const LISTED = 200;

/** From this chance against one rival on, the next level is suggested. */
const READY = 0.65;

/**
 * @typedef {{rating: number, games: number, level: number}} Standing `level`: of the strongest rival last time
 * @typedef {{id: string, at: number, players: number, level: number, share: number, helped: boolean}} Result
 * @typedef {Result & {rating: number}} Played a game, and the rating after it
 * @typedef {{version: number, standings: Record<string, Standing>, games: Played[]}} Progress
 * @typedef {{level: number, rating: number}} Rival
 * @typedef {{id: string, at: number, rivals: readonly Rival[], share: number, helped: boolean}} Finished
 */

/** @returns {Progress} */
export const noProgress = () => ({ version: VERSION, standings: {}, games: [] });

/**
 * What was kept; null if another version of the page wrote it, which is left as it is.
 * @param {any} kept
 * @returns {Progress | null}
 */
export function readProgress(kept) {
  if (kept === null || kept === undefined) return noProgress();
  const isWhole = typeof kept === "object" && typeof kept.standings === "object" && Array.isArray(kept.games);
  return isWhole && kept.version === VERSION ? kept : null;
}

/**
 * The share of the win that a rating promises.
 * @param {number} own
 * @param {readonly number[]} rivals
 */
export function expected(own, rivals) {
  const weight = (/** @type {number} */ rating) => 10 ** (rating / 400);
  const all = [own, ...rivals].reduce((sum, rating) => sum + weight(rating), 0);
  return weight(own) / all;
}

/**
 * @param {Progress} progress
 * @param {Finished} game
 * @returns {Progress}
 */
export function rated(progress, { id, at, rivals, share, helped }) {
  if (!rivals.length || progress.games.some((game) => game.id === id)) return progress;
  const players = rivals.length + 1;
  const { rating, games } = progress.standings[players] ?? { rating: BEGIN, games: 0 };
  const gain = (games < MANY ? K.first : K.later) * (share - expected(rating, rivals.map((rival) => rival.rating)));
  const next = Math.round(rating + (helped ? Math.min(0, gain) : gain));
  const level = Math.max(...rivals.map((rival) => rival.level));
  return {
    ...progress,
    standings: { ...progress.standings, [players]: { rating: next, games: games + 1, level } },
    games: [{ id, at, players, level, share, helped, rating: next }, ...progress.games].slice(0, LISTED),
  };
}

/**
 * The level to play next, or 0: the one above the last, once the rating promises enough against that.
 * @param {Progress} progress
 * @param {number} players
 * @param {readonly Rival[]} levels easiest first
 */
export function suggested({ standings }, players, levels) {
  const standing = standings[players];
  const last = levels.find(({ level }) => level === standing?.level);
  const next = levels.find(({ level }) => level === (standing?.level ?? 0) + 1);
  return standing && last && next && expected(standing.rating, [last.rating]) > READY ? next.level : 0;
}
