/** From where on a finished game was decided: a line in words that leads there. */

import { ApiError, get } from "../lib/api.js";
import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isYou, named } from "./table_cards.js";

/** @typedef {import("../types.js").Decided} Decided */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").TableInfo} TableInfo */

/**
 * Where it was decided, and who had won there.
 * @typedef {{ ply: number, seats: number[] }} Turning
 */

/**
 * What the server found, if a win was certain inside the game that is shown.
 * @param {Decided} found
 * @param {number} length how many decisions the game has
 * @returns {Turning | null}
 */
export function turningPoint({ ply, seats }, length) {
  return ply !== null && seats?.length && ply < length ? { ply, seats } : null;
}

/**
 * @param {Turning} turning
 * @param {TableInfo} table
 * @param {string[]} names
 */
export function decidedWords({ seats }, table, names) {
  if (isYou(table, names, seats)) return t("replay.decided-you");
  const winners = named(names, seats);
  return seats.length === 1
    ? t("replay.decided", { name: winners[0] })
    : t("replay.decided-shared", { names: winners });
}

/**
 * The turn that led to a moment, and how many there are: people count turns, not decisions.
 * @param {number} ply
 * @param {readonly Step[]} steps
 */
export function turnOf(ply, steps) {
  return { turn: Math.max(1, steps[ply - 1]?.turn ?? 1), turns: steps.at(-1)?.turn ?? 1 };
}

/**
 * Ask the server. Nobody misses it: without an answer there is none to show.
 * @param {string} base
 * @param {TableInfo} table
 * @param {number} length
 * @param {AbortSignal} signal
 * @returns {Promise<Turning | null>}
 */
export async function askTurningPoint(base, table, length, signal) {
  // Where somebody resigned, the board alone does not tell who won.
  if (table.status !== "over" || table.players.some((player) => player.resigned)) return null;
  try {
    return turningPoint(await get(`${base}/decided`, { signal }), length);
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return null;
    throw error;
  }
}

/**
 * The line; it stays hidden until the server has found where the game was decided.
 * @param {{ base: string, table: TableInfo, steps: readonly Step[] }} game
 * @param {{ onTravel: (ply: number) => void, onFound: () => void, signal: AbortSignal }} actions
 */
export function createDecidedLine({ base, table, steps }, { onTravel, onFound, signal }) {
  /** @type {Turning | null} */
  let turning = null;
  const words = h("span");
  const where = h("span", { class: "soft" });
  const element = h("button", { type: "button", class: "replay-decided", hidden: true }, words, " ", where);
  element.addEventListener("click", () => turning && onTravel(turning.ply));
  void askTurningPoint(base, table, steps.length, signal).then((found) => {
    turning = found;
    if (found && !signal.aborted) onFound();
  });
  return {
    element,
    /** The moment, once it is known. */
    ply: () => turning?.ply,
    /**
     * @param {string[]} names
     * @param {number} shown the moment that is looked at
     */
    update(names, shown) {
      element.hidden = !turning;
      if (!turning) return;
      const { ply } = turning;
      write(words, decidedWords(turning, table, names));
      write(where, t("replay.at-turn", turnOf(ply, steps)));
      set(element, { "aria-current": shown === ply ? "step" : false });
    },
  };
}
