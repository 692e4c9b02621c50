/** Playing on from a position or any moment of a game: choose the seats, then open the table. */

import { post } from "../lib/api.js";
import { openDialog, toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { chips, picker } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { colorChips, seatName } from "../lib/seats.js";
import { about } from "../lib/server.js";
import { LEVELS, USUAL, levelOptions } from "./bots.js";
import { playersOf } from "./seating.js";

/** @typedef {import("../types.js").View} View */

/** @typedef {{table: string, ply: number}} Moment of a game at a table */

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("./seating.js").Seat} Seat */

const PERSON = "person";
const OPEN = "open";

/** No own seat: the person who opens the table watches. */
export const WATCHING = -1;

/**
 * Which seat you take at first, and who else plays: everybody keeps seat, name and level. You stay where you sat;
 * in a game of others you take the seat to move. Your seats are bots' until you take them.
 * @param {number} mover
 * @param {readonly Player[]} players of the game it goes on from
 * @param {readonly number[]} [mine] the seats that were played here; without it, those of people
 * @returns {{you: number, seats: Seat[]}}
 */
export function seatsBefore(mover, players, mine) {
  const people = mine ?? players.filter(({ kind }) => kind === PERSON).map(({ seat }) => seat);
  const you = people.length === 1 ? people[0] : mover;
  const seats = players.map(({ kind, bot, name }) => ({
    kind: kind === PERSON && people.length > 1 ? kind : /** @type {const} */ ("bot"),
    bot: bot && LEVELS.includes(bot) ? bot : USUAL,
    name: name ?? "",
  }));
  return { you: you ?? mover, seats };
}

/**
 * What POST /api/tables takes: you in your seat, the others as they were chosen; names stay with their seats.
 * @param {number} you
 * @param {readonly Seat[]} seats
 */
export function playersAfter(you, seats) {
  return playersOf(seats.map((seat, index) => (index === you ? { ...seat, kind: PERSON } : seat)));
}

/**
 * Ask who plays, and open a table that begins with this position.
 * @param {View} view
 * @param {import("../app.js").App} app
 * @param {{players?: readonly Player[], mine?: readonly number[], from?: Moment}} [how] who played in the game that it
 *   goes on from
 */
export async function openPlayOn(view, app, { players, mine, from } = {}) {
  const { access } = await about().catch(() => ({ access: "local" }));
  const before = players ?? view.seats.map(({ seat }) => ({ seat, kind: /** @type {const} */ ("bot") }));
  let { you, seats } = seatsBefore(view.mover, before, mine);
  /** @type {[string, string][]} */
  const others = [[PERSON, t("replay.person")]];
  if (access === "shared") others.push([OPEN, t("common.friend")]);
  for (const [bot, level] of levelOptions()) others.push([bot, t("replay.bot", { level })]);
  const rows = h("ol", { class: "seats" });
  const called = (/** @type {number} */ seat) => seatName(seats.map(({ name }) => name), seat);

  /** @param {View["seats"][0]} seat */
  function row({ seat, colors, points }) {
    const { kind, bot } = seats[seat] ?? { kind: "bot", bot: USUAL };
    const isYou = seat === you;
    const whose = picker({
      label: t("replay.who", { number: seat + 1 }),
      options: others,
      value: kind === "bot" ? bot : kind,
      onChange: (value) => (seats = seats.map((one, index) => (index === seat ? { ...one, ...chosen(value) } : one))),
    });
    return h(
      "li",
      { class: "seat-row play-on-row", "data-you": isYou },
      colorChips(colors),
      h("span", { class: "score-name" }, isYou && !seats[seat]?.name ? t("common.you") : called(seat)),
      h("span", { class: "soft small" }, t("common.points", { count: points })),
      isYou ? h("strong", { class: "play-on-you" }, t("replay.you-play")) : whose,
    );
  }

  function draw() {
    fill(rows, view.seats.map(row));
  }

  draw();
  /** @type {[string, string][]} */
  const where = view.seats.map(({ seat }) => [String(seat), called(seat)]);
  const places = chips({
    name: "your-seat",
    label: t("replay.your-seat"),
    options: [...where, [String(WATCHING), t("replay.watch")]],
    value: String(you),
    onChange(value) {
      you = Number(value);
      draw();
    },
  });
  openDialog({
    title: t("replay.play-on"),
    body: [h("p", null, t("replay.play-on-text")), places, rows],
    actions: [{ label: t("common.cancel") }, { label: t("replay.play-on-do"), primary: true, run: begin }],
    class: "play-on",
  });

  async function begin() {
    try {
      const start = from ? { from } : { position: view.position };
      const table = await post("/api/tables", { players: playersAfter(you, seats), ...start });
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
 * @returns {Partial<Seat>}
 */
function chosen(who) {
  return who === PERSON || who === OPEN ? { kind: who } : { kind: "bot", bot: who };
}
