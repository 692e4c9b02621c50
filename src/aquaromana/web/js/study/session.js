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
 * @typedef {object} SessionState
 * @property {Study} study
 * @property {Place} at the place in its tree
 * @property {Moment | null} shown the moment there, once it is known
 * @property {boolean} isClosed
 * @property {boolean} isAdding whether the server is asked about decisions that are to be added
 */

/**
 * @param {{ start: string, record: any }} first
 * @param {{ onShow: () => void, onChange: () => void, onTrouble: (error: unknown) => void }} wishes
 *   `onChange`: there is something new to keep
 */
export function createSession(first, { onShow, onChange, onTrouble }) {
  const study = tree.studyOf(first);
  /** @type {SessionState} */
  const own = { study, at: tree.firstPlace(study), shown: null, isClosed: false, isAdding: false };
  const moments = createMoments(() => own.study);

  /** @param {Place | null} place */
  async function go(place) {
    if (!place) return;
    const before = own.at;
    own.at = place;
    try {
      const moment = await moments.after(tree.movesTo(place));
      if (own.isClosed || !tree.isSame(own.at, place)) return;
      own.shown = moment;
      onShow();
    } catch (error) {
      if (tree.isSame(own.at, place)) own.at = before;
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
    if (own.isAdding) return false;
    own.isAdding = true;
    const from = own.at;
    try {
      await moments.after([...tree.movesTo(from), ...moves]);
      if (own.isClosed || !tree.isSame(own.at, from)) return false;
      const end = moves.reduce((place, move) => tree.played(own.study, place, move), from);
      await edited(follows ? end : from);
      return true;
    } catch (error) {
      onTrouble(error);
      return false;
    } finally {
      own.isAdding = false;
    }
  }

  /**
   * Open a position or a file as another study; says whether that was possible.
   * @param {Blob | string} content
   */
  async function load(content) {
    try {
      own.study = tree.studyOf(await upload("/api/studies/open", content));
      moments.forget();
      own.at = tree.firstPlace(own.study);
      await edited(own.at);
      return true;
    } catch (error) {
      onTrouble(error);
      return false;
    }
  }

  return {
    go,
    load,
    study: () => own.study,
    at: () => own.at,
    shown: () => own.shown,
    names: () => namesOf(own.study),
    /** The position before the decision that led to a place. @param {Place} place */
    before: async (place) => (await moments.after(tree.movesTo(place).slice(0, -1))).view.position,
    toStart: () => go(tree.startOf(own.study)),
    back: () => go(tree.before(own.at)),
    forward: () => go(tree.after(own.at)),
    toEnd: () => go(tree.endOf(own.at)),
    /** Go to a moment of the main line. @param {number} ply */
    toPly: (ply) => go(tree.atPly(own.study, ply)),
    /** Make a decision here. @param {string} move */
    play: (move) => add([move], { follows: true }),
    /** Keep a line as a variation; what is shown stays. @param {readonly string[]} moves */
    addLine: (moves) => add(moves, { follows: false }),
    promote: () => edited(tree.promoted(own.study, own.at)),
    remove: () => edited(tree.removed(own.study, own.at)),
    /** @param {Place} place @param {string} text */
    comment(place, text) {
      tree.commented(place, text);
      onChange();
    },
    close: () => void (own.isClosed = true),
  };
}

/**
 * The moments of a study as the server tells them, each asked for once.
 * @param {() => Study} study
 */
function createMoments(study) {
  /** @type {Map<string, Moment>} */
  let known = new Map();
  return {
    /** @param {readonly string[]} moves @returns {Promise<Moment>} */
    async after(moves) {
      const cache = known; // another study may be opened meanwhile
      const key = moves.join(" ");
      const found = cache.get(key) ?? (await post("/api/studies/moment", { start: study().start, moves }));
      cache.set(key, found);
      return found;
    },
    /** Another study is open. */
    forget: () => void (known = new Map()),
  };
}

/**
 * Names of the seats; a nameless one is called by its colors, joined to one name, so that verbs stay singular.
 * @param {Study} study
 */
function namesOf({ head }) {
  const tags = head.tags ?? {};
  return seatColors(head.players).map((colors, seat) => {
    return tags[`Seat${seat}`] || capital(colors.map(colorName).join("-"));
  });
}
