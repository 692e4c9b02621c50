/**
 * The dialogs of the table: sharing, the result, help, and the board in words. They are loaded when they are opened,
 * because most visits need none of them; those that are open follow the game.
 *
 * @import {App} from "../app.js"
 * @import {Agreements} from "./agreements.js"
 * @import {Game} from "./model/game.js"
 * @import {openResult} from "./result.js"
 * @import {openShare} from "./share.js"
 */

import { loaded } from "../lib/modules.js";
import { barContent } from "./model/bar.js";
import { hintsTakenWords } from "./model/hints.js";
import { momentOf } from "./model/animation.js";

/**
 * @typedef {object} DialogState
 * @property {ReturnType<typeof openShare> | null} sharing the dialog for sharing that was opened last
 * @property {ReturnType<typeof openResult> | null} result the dialog with the scoring that was opened last
 *
 * @typedef {object} DialogHandlers
 * @property {() => void} toFirstGame after a lesson
 * @property {(error: unknown) => void} onTrouble a dialog could not be loaded
 * @property {AbortSignal} signal the table has been left: nothing is opened any more
 */

/** @typedef {ReturnType<typeof createDialogs>} Dialogs */

/**
 * @param {Game} game
 * @param {Agreements} agreements
 * @param {App} app
 * @param {DialogHandlers} handlers
 */
export function createDialogs(game, agreements, app, { toFirstGame, onTrouble, signal }) {
  /** @type {DialogState} */
  const own = { sharing: null, result: null };

  /**
   * @template T
   * @param {Promise<T>} module
   * @param {(module: T) => unknown} open
   */
  async function load(module, open) {
    try {
      const found = await loaded(module);
      if (!signal.aborted) await open(found);
    } catch (error) {
      onTrouble(error);
    }
  }

  function share() {
    load(import("./share.js"), ({ openShare }) => {
      const { id, travel, view, ply, table, host, links } = game.state();
      const shared = travel ? travel.view : view;
      if (!shared) return;
      own.sharing = openShare(id, travel?.ply ?? ply, shared, {
        isPublic: table?.options?.public,
        isOver: table?.status === "over",
        watch: links?.watch,
        ask: host ? game.askLinks : undefined,
      });
    });
  }

  /** @param {typeof import("./result.js")} module */
  function openEnd({ openLessonResult, openResult }) {
    const { view, table, steps, news, lesson } = game.state();
    if (!view || !table) return;
    if (lesson) {
      const again = () => game.want({ type: "guide", go: "again" });
      openLessonResult(view, table, game.names(), steps, lesson.won ? { finish: toFirstGame } : { again });
      return;
    }
    const ways = { share, again: agreements.rematch, canAsk: agreements.canRematch() };
    const taken = hintsTakenWords(news, game.names());
    own.result = openResult(view, table, game.names(), app, ways, { steps, taken });
  }

  return {
    share,
    /** The links that were asked for have arrived. */
    async linked() {
      (await own.sharing)?.update(game.state().links?.watch ?? "");
    },
    /** How to play with pointer and keyboard. */
    help: () => load(import("./help.js"), ({ openHelp }) => openHelp()),
    /** The board in words. */
    describe() {
      load(import("./help.js"), ({ openSpoken }) => {
        const moment = momentOf(game.state());
        if (moment) openSpoken(moment.view, game.names(), barContent(game.state(), game.names()).text);
      });
    },
    /** A clause of the rules, read here: nobody has to leave the table. @param {string} clause */
    rule: (clause) => load(import("../parts/rule_text.js"), ({ openRule }) => openRule(clause)),
    showResult() {
      if (!game.state().puzzle) load(import("./result.js"), openEnd);
    },
    /** The rematch has been opened. */
    rematched() {
      const { table } = game.state();
      if (table) own.result?.update(table);
      agreements.followed();
    },
  };
}
