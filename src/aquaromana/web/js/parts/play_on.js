// Playing on from a position or any moment of a game: choose the seats, then open the table.

import { post } from "../lib/api.js";
import { openDialog, toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { picker } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { colorChips } from "../lib/seats.js";
import { about } from "../lib/server.js";
import { levelOptions, USUAL } from "./bots.js";
import { playersOf } from "./seating.js";

/** @typedef {import("../types.js").View} View */

/** @typedef {{table: string, ply: number}} Moment of a game at a table */

const PERSON = "person";
const OPEN = "open";

/**
 * Ask who plays, and open a table that begins with this position. You take the seat to move, bots the others.
 * @param {View} view
 * @param {import("../app.js").App} app
 * @param {{names?: readonly string[], from?: Moment}} [how] what the seats were called; the game that it goes on from
 */
export async function openPlayOn(view, app, { names = [], from } = {}) {
  const { access } = await about().catch(() => ({ access: "local" }));
  /** @type {string[]} */
  const chosen = view.seats.map((seat) => (seat.seat === view.mover ? PERSON : USUAL));
  /** @type {[string, string][]} */
  const options = [[PERSON, t("replay.person")]];
  if (access === "shared") options.push([OPEN, t("common.friend")]);
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
    try {
      const start = from ? { from } : { position: view.position };
      const table = await post("/api/tables", { players: playersOf(chosen.map(seatOf)), ...start });
      app.go("table", { id: table.id });
      return true;
    } catch (error) {
      toast(errorText(error), { kind: "error", more: details(error) });
      return false;
    }
  }
}

/**
 * @param {string} who
 * @returns {import("./seating.js").Seat}
 */
function seatOf(who) {
  const kind = who === PERSON || who === OPEN ? who : "bot";
  return { kind, bot: who, name: "" };
}
