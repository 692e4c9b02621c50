/** The dialog for a game of several people at one screen: who sits where, and for how many games. */

import { openDialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { about } from "../lib/server.js";
import { keep, recall } from "../lib/settings.js";
import { botOptions } from "./bots.js";
import { createMatchChoice, matchOf, readRounds } from "./match_choice.js";
import { createSeating, playersOf, readSeating } from "./seating.js";

/**
 * @param {(players: object[], options: object) => Promise<boolean>} start
 * @param {AbortSignal} signal closes the dialog
 */
export async function openSameScreen(start, signal) {
  const { seat_odds: odds } = await about();
  const seating = createSeating(readSeating(recall("seating")), await botOptions(), { odds });
  if (signal.aborted) return;
  let rounds = readRounds(recall("rounds"));
  const match = createMatchChoice(rounds, (chosen) => keep("rounds", (rounds = chosen)));
  const run = () => {
    const seats = seating.value();
    keep("seating", seats);
    return start(playersOf(seats), { match: matchOf(rounds, seats.length) });
  };
  const dialog = openDialog({
    title: t("start.same"),
    body: [seating.element, h("div", { class: "seating" }, match)],
    wide: true,
    actions: [{ label: t("common.cancel") }, { label: t("start.begin"), primary: true, run }],
  });
  signal.addEventListener("abort", dialog.close);
}
