/** The dialog for a game of several people at one screen: who sits where, on which layout, and for how many games. */

import { openDialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { about } from "../lib/server.js";
import { keep, recall } from "../lib/settings.js";
import { botOptions } from "./bots.js";
import { createLayoutChoice, oddsOn, readLayout } from "./layout_choice.js";
import { createMatchChoice, matchOf, readRounds } from "./match_choice.js";
import { createSeating, playersOf, readSeating } from "./seating.js";

/**
 * @param {(wanted: import("../types.js").NewTable) => Promise<boolean>} start
 * @param {AbortSignal} signal closes the dialog
 */
export async function openSameScreen(start, signal) {
  const { seat_odds: odds } = await about();
  let layout = readLayout(recall("layout"));
  const board = createLayoutChoice(layout, odds, (chosen) => {
    keep("layout", (layout = chosen));
    seating.tell(oddsOn(layout, odds));
  });
  const how = { odds: oddsOn(layout, odds), onResize: board.resize };
  const seating = createSeating(readSeating(recall("seating")), await botOptions(), how);
  if (signal.aborted) return;
  let rounds = readRounds(recall("rounds"));
  const match = createMatchChoice(rounds, (chosen) => keep("rounds", (rounds = chosen)));
  const run = () => {
    const seats = seating.value();
    keep("seating", seats);
    return start({ players: playersOf(seats), options: { match: matchOf(rounds, seats.length) }, layout });
  };
  const dialog = openDialog({
    title: t("start.same"),
    body: [seating.element, h("div", { class: "seating" }, board.element, match)],
    wide: true,
    actions: [{ label: t("common.cancel") }, { label: t("start.begin"), primary: true, run }],
  });
  signal.addEventListener("abort", dialog.close);
}
