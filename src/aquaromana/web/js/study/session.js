/**
 * What is on the analysis board: the study, the place in its tree, and the moment there as the server tells it.
 *
 * @import {Choice, Step, View} from "../types.js"
 * @import {SetupWorth} from "./setup.js"
 * @import {Place, Study} from "./tree.js"
 *
 * @typedef {{ view: View, choices?: Choice[], step?: Step, setup?: SetupWorth[], setup_games?: number }} Moment
 * @typedef {ReturnType<typeof createSession>} Session
 */

import { post, upload } from "../lib/api.js";
import { seatColors } from "../lib/seats.js";
import { capital, colorName } from "../table/model/words.js";
import * as tree from "./tree.js";

/**
 * @param {{ start: string, record: any }} first
 * @param {{ onShow: () => void, onChange: () => void, onTrouble: (error: unknown) => void }} wishes
 *   `onChange`: there is something new to keep
 */
export function createSession(first, { onShow, onChange, onTrouble }) {
  /** @type {Study} */
  let study = tree.studyOf(first);
  /** @type {Place} */
  let at = tree.firstPlace(study);
  /** @type {Map<string, Moment>} */
  let known = new Map();
  /** @type {Moment | null} */
  let shown = null;
  let isClosed = false;
  /** Whether the server is asked about decisions that are to be added. */
  let isAdding = false;

  /** @param {readonly string[]} moves @returns {Promise<Moment>} */
  async function momentAfter(moves) {
    const cache = known; // another study may be opened meanwhile
    const key = moves.join(" ");
    const found = cache.get(key) ?? (await post("/api/studies/moment", { start: study.start, moves }));
    cache.set(key, found);
    return found;
  }

  /** @param {Place | null} place */
  async function go(place) {
    if (!place) return;
    const before = at;
    at = place;
    try {
      const moment = await momentAfter(tree.movesTo(place));
      if (isClosed || !tree.isSame(at, place)) return;
      shown = moment;
      onShow();
    } catch (error) {
      if (tree.isSame(at, place)) at = before;
      onTrouble(error);
    }
  }

  /** The tree has changed. @param {Place} place */
  async function edited(place) {
    await go(place);
    onChange();
  }

  /**
   * Add decisions here, but only what the server allows: a study with an illegal one could not be opened again. Says
   * whether they were added. Meanwhile others are ignored, and those who have gone elsewhere want nothing added.
   * @param {readonly string[]} moves
   * @param {{ follows: boolean }} how whether their end is shown
   */
  async function add(moves, { follows }) {
    if (isAdding) return false;
    isAdding = true;
    const from = at;
    try {
      await momentAfter([...tree.movesTo(from), ...moves]);
      if (isClosed || !tree.isSame(at, from)) return false;
      const end = moves.reduce((place, move) => tree.played(study, place, move), from);
      await edited(follows ? end : from);
      return true;
    } catch (error) {
      onTrouble(error);
      return false;
    } finally {
      isAdding = false;
    }
  }

  return {
    go,
    study: () => study,
    at: () => at,
    shown: () => shown,
    /** The position before the decision that led to a place. @param {Place} place */
    before: async (place) => (await momentAfter(tree.movesTo(place).slice(0, -1))).view.position,
    /** Names of the seats; a nameless one is called by its colors, joined to one name, so that verbs stay singular. */
    names() {
      const tags = study.head.tags ?? {};
      return seatColors(study.head.players).map((colors, seat) => {
        return tags[`Seat${seat}`] || capital(colors.map(colorName).join("-"));
      });
    },
    toStart: () => go(tree.startOf(study)),
    back: () => go(tree.before(at)),
    forward: () => go(tree.after(at)),
    toEnd: () => go(tree.endOf(at)),
    /** Go to a moment of the main line. @param {number} ply */
    toPly: (ply) => go({ line: study.main, index: Math.min(Math.max(ply, 0), study.main.plies.length) }),
    /** Make a decision here. @param {string} move */
    play: (move) => add([move], { follows: true }),
    /** Keep a line as a variation; what is shown stays. @param {readonly string[]} moves */
    addLine: (moves) => add(moves, { follows: false }),
    promote: () => edited(tree.promoted(study, at)),
    remove: () => edited(tree.removed(study, at)),
    /** @param {Place} place @param {string} text */
    comment(place, text) {
      tree.commented(place, text);
      onChange();
    },
    /**
     * Open a position or a file as another study; says whether that was possible.
     * @param {Blob | string} content
     */
    async load(content) {
      try {
        study = tree.studyOf(await upload("/api/studies/open", content));
        known = new Map();
        at = tree.firstPlace(study);
        await edited(at);
        return true;
      } catch (error) {
        onTrouble(error);
        return false;
      }
    },
    close() {
      isClosed = true;
    },
  };
}
