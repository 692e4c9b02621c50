/** A new table for friends: who sits where and which options apply; then it opens the table with its links. */

import { post } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { toggle } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { about, isReachable } from "../lib/server.js";
import { keep, recall } from "../lib/settings.js";
import { botOptions } from "../parts/bots.js";
import { landscape } from "../parts/cover.js";
import { unreachable } from "../parts/links.js";
import { aloneWords } from "../parts/local_server.js";
import { createLayoutChoice, oddsOn, readLayout } from "../parts/layout_choice.js";
import { createMatchChoice, matchOf, readRounds } from "../parts/match_choice.js";
import { createSeating, playersOf, readSeating } from "../parts/seating.js";
import { clockOf, createClockChoice, graceOf, readClock } from "../parts/time_control.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../parts/layout_choice.js").LayoutName} LayoutName */
/** @typedef {import("../parts/seating.js").Seat} Seat */
/** @typedef {import("../parts/time_control.js").ClockChoice} ClockChoice */
/**
 * What all agree to.
 * @typedef {{clock: ClockChoice, lots: boolean, auto: boolean, public: boolean, hints: boolean, rounds: number,
 *   layout: LayoutName}} Terms
 */

export const areas = ["friends", "start", "errors"];

/**
 * What was agreed last.
 * @param {any} kept
 * @returns {Terms}
 */
export function readTerms(kept) {
  const { lots, auto, public: isPublic, hints } = kept ?? {};
  return {
    clock: readClock(kept?.clock),
    lots: lots === true,
    auto: auto !== false,
    public: isPublic === true,
    hints: hints === true,
    rounds: readRounds(kept?.rounds),
    layout: readLayout(kept?.layout),
  };
}

/**
 * The seats as they were last time; the first person here gets their own name.
 * @param {unknown} kept
 * @param {unknown} name
 * @returns {Seat[]}
 */
export function readFriends(kept, name) {
  const seats = readSeating(kept, { isOpen: true });
  const own = seats.find((seat) => seat.kind === "person");
  if (own && !own.name && typeof name === "string") own.name = name;
  return seats;
}

/**
 * The request to the server. In a game over days, people who are not looking do not count as away.
 * @param {readonly Seat[]} seats
 * @param {Terms} terms
 * @param {{lobby: boolean}} server
 */
export function wishOf(seats, { clock, lots, auto, public: isPublic, hints, rounds, layout }, { lobby }) {
  const match = matchOf(rounds, seats.length);
  const options = { clock: clockOf(clock), lots, auto, public: lobby && isPublic, hints, grace: graceOf(clock), match };
  return { players: playersOf(seats), options, layout };
}

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} _params
 * @param {App} app
 */
export async function open(host, _params, app) {
  const info = await about();
  if (info.access === "local") return showAlone(host, info);
  const terms = readTerms(recall("terms"));
  const seats = readFriends(recall("friends"), recall("name"));
  const odds = info.seat_odds;
  const board = createLayoutChoice(terms.layout, odds, (layout) => {
    agree({ layout });
    seating.tell(oddsOn(layout, odds));
  });
  const how = { isOpen: true, odds: oddsOn(terms.layout, odds), onResize: board.resize };
  const seating = createSeating(seats, await botOptions(), how);
  const submit = h("button", { type: "submit", class: "button primary hero" }, t("friends.open"));

  /** @param {Partial<Terms>} change */
  function agree(change) {
    Object.assign(terms, change);
    keep("terms", terms);
  }

  /** @param {Event} event */
  async function create(event) {
    event.preventDefault();
    const chosen = seating.value();
    keep("friends", chosen);
    keep("name", chosen.find((seat) => seat.kind === "person")?.name.trim() || undefined);
    submit.disabled = true;
    try {
      const table = await post("/api/tables", wishOf(chosen, terms, info));
      app.go("table", { id: table.id });
    } catch (error) {
      toast(errorText(error), { kind: "error", more: details(error) });
      submit.disabled = false;
    }
  }

  const option = (/** @type {"lots" | "auto" | "public" | "hints"} */ name) =>
    toggle({
      label: t(`friends.${name}`),
      hint: t(`friends.${name}-hint`),
      checked: terms[name],
      onChange: (on) => agree({ [name]: on }),
    });
  fill(
    host,
    landscape(
      h("h1", null, t("friends.title")),
      h("p", { class: "lead" }, t("friends.intro")),
      !isReachable(info, location) && unreachable(info),
      h(
        "form",
        { class: "sheet friends", onsubmit: create },
        seating.element,
        h(
          "details",
          { class: "friends-options" },
          h("summary", null, t("friends.options")),
          h(
            "div",
            { class: "friends-terms" },
            board.element,
            createMatchChoice(terms.rounds, (rounds) => agree({ rounds })),
            createClockChoice(terms.clock, (clock) => agree({ clock })),
            option("lots"),
            option("auto"),
            option("hints"),
            info.lobby && option("public"),
          ),
        ),
        submit,
      ),
    ),
  );
  return { title: t("friends.title"), close() {} };
}

/**
 * @param {HTMLElement} host
 * @param {{command: string}} info
 */
function showAlone(host, info) {
  fill(host, landscape(h("h1", null, t("friends.title")), h("section", { class: "sheet" }, aloneWords(info))));
  return { title: t("friends.title"), close() {} };
}
