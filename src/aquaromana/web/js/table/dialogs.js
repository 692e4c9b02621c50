/**
 * The dialogs of the table: sharing, the result, and the board in words. Those that are open follow the game.
 *
 * @import {App} from "../app.js"
 * @import {Agreements} from "./agreements.js"
 * @import {Game} from "./model/game.js"
 */

import { openSpoken } from "./help.js";
import { barContent } from "./model/bar.js";
import { hintsTakenWords } from "./model/hints.js";
import { momentOf } from "./model/animation.js";
import { openLessonResult, openResult } from "./result.js";
import { openShare } from "./share.js";

/** @typedef {ReturnType<typeof createDialogs>} Dialogs */

/**
 * @param {Game} game
 * @param {Agreements} agreements
 * @param {App} app
 * @param {() => void} toFirstGame after a lesson
 */
export function createDialogs(game, agreements, app, toFirstGame) {
  /** The dialog for sharing that was opened last. @type {ReturnType<typeof openShare> | null} */
  let sharing = null;
  /** The dialog with the scoring that was opened last. @type {ReturnType<typeof openResult> | null} */
  let result = null;

  function share() {
    const { id, travel, view, ply, table, host, links } = game.state();
    const shared = travel ? travel.view : view;
    if (!shared) return;
    sharing = openShare(id, travel?.ply ?? ply, shared, {
      isPublic: table?.options?.public,
      isOver: table?.status === "over",
      watch: links?.watch,
      ask: host ? game.askLinks : undefined,
    });
  }

  return {
    share,
    /** The links that were asked for have arrived. */
    async linked() {
      (await sharing)?.update(game.state().links?.watch ?? "");
    },
    /** The board in words. */
    describe() {
      const moment = momentOf(game.state());
      if (moment) openSpoken(moment.view, game.names(), barContent(game.state(), game.names()).text);
    },
    showResult() {
      const { view, table, steps, news, lesson, puzzle } = game.state();
      if (puzzle) return;
      if (lesson && view && table) {
        const again = () => game.want({ type: "guide", go: "again" });
        openLessonResult(view, table, game.names(), steps, lesson.won ? { finish: toFirstGame } : { again });
        return;
      }
      const ways = { share, again: agreements.rematch, canAsk: agreements.canRematch() };
      const taken = hintsTakenWords(news, game.names());
      if (view && table) result = openResult(view, table, game.names(), app, ways, { steps, taken });
    },
    /** The rematch has been opened. */
    rematched() {
      const { table } = game.state();
      if (table) result?.update(table);
      agreements.followed();
    },
  };
}
