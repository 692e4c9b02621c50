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
import { list } from "../lib/i18n.js";
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
  let at = tree.startOf(study);
  /** @type {Map<string, Moment>} */
  let known = new Map();
  /** @type {Moment | null} */
  let shown = null;
  let isClosed = false;

  /** @param {Place} place @returns {Promise<Moment>} */
  async function momentAt(place) {
    const moves = tree.movesTo(place);
    const key = moves.join(" ");
    const found = known.get(key) ?? (await post("/api/studies/moment", { start: study.start, moves }));
    known.set(key, found);
    return found;
  }

  /** @param {Place | null} place */
  async function go(place) {
    if (!place) return;
    const before = at;
    at = place;
    try {
      const moment = await momentAt(place);
      if (isClosed || !tree.isSame(at, place)) return;
      shown = moment;
      onShow();
    } catch (error) {
      at = before;
      onTrouble(error);
    }
  }

  /** The tree has changed. @param {Place} place */
  async function edited(place) {
    await go(place);
    onChange();
  }

  return {
    go,
    study: () => study,
    at: () => at,
    shown: () => shown,
    names() {
      const tags = study.head.tags ?? {};
      return seatColors(study.head.players).map((colors, seat) => {
        return tags[`Seat${seat}`] || capital(list(colors.map(colorName)));
      });
    },
    toStart: () => go(tree.startOf(study)),
    back: () => go(tree.before(at)),
    forward: () => go(tree.after(at)),
    toEnd: () => go(tree.endOf(at)),
    /** Go to a moment of the main line. @param {number} ply */
    toPly: (ply) => go({ line: study.main, index: Math.min(Math.max(ply, 0), study.main.plies.length) }),
    /** Make a decision here. @param {string} move */
    play: (move) => edited(tree.played(study, at, move)),
    /** Keep a line as a variation; what is shown stays. @param {readonly string[]} moves */
    addLine(moves) {
      let place = at;
      for (const move of moves) place = tree.played(study, place, move);
      return edited(at);
    },
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
        await edited(tree.startOf(study));
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
