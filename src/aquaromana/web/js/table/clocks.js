/**
 * The clocks on the seats and in the bar. They warn people whose time is running out.
 *
 * @import {TableState} from "./model/state.js"
 * @import {Time} from "./seat_cards.js"
 */

import { announce } from "../lib/announce.js";
import { t } from "../lib/i18n.js";
import { clockText, isClocked, remaining, warning } from "./model/clock.js";
import { showClock } from "./seat_cards.js";

/**
 * @param {HTMLElement} clock in the bar
 * @param {(times: readonly (Time | null)[]) => void} showTimes of the seats
 */
export function createClocks(clock, showTimes) {
  /** The last warning that was announced. */
  let warned = "";

  /**
   * @param {string} key
   * @param {number} seconds
   */
  function warn(key, seconds) {
    if (key !== warned) announce(t("table.clock.warning", { count: seconds }), { urgent: true });
    warned = key;
  }

  return {
    /**
     * @param {TableState} state
     * @param {number} now the server's time
     */
    update({ table, clocks, view, yours }, now) {
      const rules = table?.options?.clock;
      const times = (table?.players ?? []).map((player) => {
        if (!rules || !clocks || !isClocked(rules, clocks, player)) return null;
        const left = remaining(clocks, player.seat, now);
        const isRunning = clocks.running === player.seat;
        const due = isRunning ? warning(rules, left) : 0;
        if (due && yours.includes(player.seat)) warn(`${clocks.started} ${due}`, due);
        return { text: clockText(left), isLow: due > 0, isRunning };
      });
      showTimes(times);
      showClock(clock, (table?.status === "playing" && times[view?.mover ?? -1]) || null);
    },
  };
}
