/**
 * What people agree on at the table: to take back, to resign, to play again.
 *
 * @import {App} from "../app.js"
 * @import {Game} from "./model/game.js"
 */

import { follow } from "../lib/api.js";
import { confirm, toast } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { takeback } from "./model/actions.js";
import { actingSeat } from "./model/state.js";

/** @typedef {ReturnType<typeof createAgreements>} Agreements */

/**
 * @param {Game} game
 * @param {App} app
 */
export function createAgreements(game, app) {
  /** Somebody here has asked for the rematch, and goes there when it is opened. */
  let wantsRematch = false;
  /** The way to the rematch is being asked for. */
  let isLeaving = false;

  async function goToRematch() {
    const { id, table } = game.state();
    if (!table?.next || isLeaving) return;
    isLeaving = true;
    try {
      await follow(table.next, id);
      app.go("table", { id: table.next });
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    } finally {
      isLeaving = false;
    }
  }

  return {
    takeBack() {
      const target = takeback(game.state());
      if (target) game.want({ type: "takeback", seat: target.seat, ply: target.ply });
    },
    async resign() {
      const state = game.state();
      const seat = actingSeat(state);
      if (seat === undefined) return;
      const left = state.table?.players.filter((player) => !player.resigned).length ?? 0;
      const text = left > 2 ? "text" : "text-last";
      // Several people at one screen are called by their names.
      const [whose, name] = [state.yours.length === 1 ? "" : "-for", game.names()[seat] ?? ""];
      const sure = await confirm({
        title: t(`table.actions.resign-title${whose}`, { name }),
        text: t(`table.actions.resign-${text}${whose}`, { name }),
        yes: t("table.actions.resign"),
        danger: true,
      });
      if (sure) game.want({ type: "resign", seat });
    },
    /** Ask for the rematch, or go there. */
    rematch() {
      if (game.state().table?.next) return void goToRematch();
      wantsRematch = true;
      game.want({ type: "rematch" });
    },
    /** Whether this screen may ask for the rematch. */
    canRematch() {
      const { table, yours, host } = game.state();
      return Boolean(table?.next) || yours.length > 0 || host;
    },
    /** The rematch has been opened: those who asked for it go there. */
    followed: () => void (wantsRematch && goToRematch()),
  };
}
