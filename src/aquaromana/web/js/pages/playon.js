// Playing on from a position: who takes which seat, and then to the table.

import { post } from "../lib/api.js";
import { openDialog, toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { picker } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { told } from "../lib/reasons.js";
import { colorChips } from "../lib/seats.js";
import { BOT_NAMES, levelOptions } from "./bots.js";

/** @typedef {import("../types.js").View} View */

const PERSON = "person";

/**
 * Ask who plays, and open a table that begins with this position. You take the seat to move, bots the others.
 * @param {View} view
 * @param {import("../app.js").App} app
 * @param {readonly string[]} [names] what the seats were called
 */
export function openPlayOn(view, app, names = []) {
  /** @type {string[]} */
  const chosen = view.seats.map((seat) => (seat.seat === view.mover ? PERSON : "search:2"));
  /** @type {[string, string][]} */
  const options = [[PERSON, t("replay.person")]];
  for (const [bot, level] of levelOptions()) options.push([bot, t("replay.bot", { level })]);
  const row = (/** @type {View["seats"][0]} */ { seat, colors, points }) =>
    h(
      "li",
      { class: "seat-row play-on-row" },
      colorChips(colors),
      h("span", { class: "score-name" }, names[seat] || t("common.seat", { number: seat + 1 })),
      h("span", { class: "soft small" }, t("common.points", { count: points })),
      picker({
        label: t("replay.who", { number: seat + 1 }),
        options,
        value: chosen[seat] ?? PERSON,
        onChange: (value) => (chosen[seat] = value),
      }),
    );
  openDialog({
    title: t("replay.play-on"),
    body: [h("p", null, t("replay.play-on-text")), h("ol", { class: "seats" }, view.seats.map(row))],
    actions: [{ label: t("common.cancel") }, { label: t("replay.play-on-do"), primary: true, run: begin }],
  });

  async function begin() {
    const free = [...BOT_NAMES];
    const bot = (/** @type {string} */ name) => ({ kind: "bot", bot: name, name: free.shift() ?? "" });
    const players = chosen.map((who) => (who === PERSON ? { kind: PERSON, name: "" } : bot(who)));
    try {
      const table = await post("/api/tables", { players, position: view.position });
      app.go("table", { id: table.id });
      return true;
    } catch (error) {
      toast(told(error), { kind: "error" });
      return false;
    }
  }
}
