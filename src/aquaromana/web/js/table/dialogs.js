/**
 * The dialogs of the table: sharing, the result, help, and the board in words. They are loaded when they are opened,
 * because most visits need none of them; those that are open follow the game.
 *
 * @import {App} from "../app.js"
 * @import {View} from "../types.js"
 * @import {Agreements} from "./agreements.js"
 * @import {Game} from "./model/game.js"
 * @import {ScoringStage} from "./model/verdict.js"
 * @import {openResult} from "./result.js"
 * @import {openShare} from "./share.js"
 */

import { loadAreas } from "../lib/i18n.js";
import { openLoaded } from "../lib/modules.js";
import { lastEndings } from "./model/bar.js";
import { scored } from "./model/disclosure.js";
import { hintsTakenWords } from "./model/hints.js";

/**
 * @typedef {object} DialogState
 * @property {ReturnType<typeof openShare> | null} sharing the dialog for sharing that was opened last
 * @property {ReturnType<typeof openResult> | null} result the dialog with the scoring that was opened last
 * @property {boolean} isScored the scoring was opened before
 *
 * @typedef {object} DialogHandlers
 * @property {() => void} toFirstGame after a lesson
 * @property {(error: unknown) => void} onTrouble a dialog could not be loaded
 * @property {() => { view: View | null, text: string }} shown what may be told of the game now
 * @property {AbortSignal} signal the table has been left: nothing is opened any more
 */

/** @typedef {ReturnType<typeof createDialogs>} Dialogs */

const SHARE = () => import("./share.js");
const HELP = async () => (await Promise.all([import("./help.js"), loadAreas(["help"])]))[0];
const RULE = () => import("../parts/rule_text.js");
const RESULT = () => import("./result.js");

/**
 * @param {Game} game
 * @param {Agreements} agreements
 * @param {App} app
 * @param {DialogHandlers} handlers
 */
export function createDialogs(game, agreements, app, { toFirstGame, onTrouble, shown, signal }) {
  /** @type {DialogState} */
  const own = { sharing: null, result: null, isScored: false };

  /**
   * @template T
   * @param {() => Promise<T>} load
   * @param {(module: T, signal: AbortSignal) => unknown} open
   */
  const opened = (load, open) => openLoaded(load, open, { onTrouble, signal });

  function share() {
    void opened(SHARE, async ({ openShare }, wanted) => {
      const { id, travel, view, ply, table, host, links } = game.state();
      const shared = travel ? travel.view : view;
      if (!shared) return;
      const options = {
        isPublic: table?.options?.public,
        isOver: table?.status === "over",
        watch: links?.watch,
        ask: host ? game.askLinks : undefined,
      };
      own.sharing = openShare(id, travel?.ply ?? ply, shared, options, wanted);
      await own.sharing;
    });
  }

  /** The scoring goes on; at its end, or without it, nothing is held back. @param {ScoringStage | null} stage */
  const onStage = (stage) => game.apply(scored(game.state(), stage));

  /** @param {typeof import("./result.js")} module */
  function openEnd({ openLessonResult, openResult }) {
    const { view, table, steps, news, lesson } = game.state();
    if (!view || !table) return;
    const telling = { onStage, isSeen: own.isScored && !lesson };
    own.isScored = true;
    if (lesson) {
      const again = () => game.want({ type: "guide", go: "again" });
      const way = lesson.won ? { finish: toFirstGame } : { again };
      openLessonResult(view, table, game.names(), { ...way, ...telling }, steps);
      return;
    }
    const ways = { share, again: agreements.rematch, canAsk: agreements.canRematch() };
    const taken = hintsTakenWords(news, game.names());
    const ended = lastEndings(game.state(), game.names());
    own.result = openResult(view, table, game.names(), app, { ...ways, ...telling }, { steps, taken, ended });
  }

  return {
    share,
    /** The links that were asked for have arrived. */
    async linked() {
      (await own.sharing)?.update(game.state().links?.watch ?? "");
    },
    /** How to play with pointer and keyboard. */
    help: () => void opened(HELP, ({ openHelp }) => openHelp(Boolean(game.state().lesson))),
    /** The board in words. */
    describe() {
      void opened(HELP, ({ openSpoken }) => {
        const { view, text } = shown();
        if (view) openSpoken(view, game.names(), text);
      });
    },
    /** A clause of the rules, read here: nobody has to leave the table. @param {string} clause */
    rule: (clause) => void opened(RULE, ({ openRule }, wanted) => openRule(clause, wanted)),
    async showResult() {
      if (game.state().puzzle || !(await opened(RESULT, openEnd))) onStage(null);
    },
    rematch: agreements.rematch,
    /** The rematch has been opened. */
    rematched() {
      const { table } = game.state();
      if (table) own.result?.update(table);
      agreements.followed();
    },
  };
}
