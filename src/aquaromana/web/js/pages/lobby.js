/** The lobby: public tables with open seats. */

import { ApiError, claim, get } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h, keyed } from "../lib/dom.js";
import { moment, t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { colorChips, seatColors, seatNames } from "../lib/seats.js";
import { keep, recall } from "../lib/settings.js";
import { landscape } from "../parts/cover.js";
import { LONGEST_NAME } from "../parts/seating.js";
import { termsOf } from "../parts/waiting_room.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../app.js").App} App */

export const areas = ["friends", "start", "games", "errors"];

/** Milliseconds between two looks at the tables. */
const OFTEN = 5000;

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} _params
 * @param {App} app
 */
export function open(host, _params, app) {
  const closing = new AbortController();
  const { signal } = closing;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const name = h("input", {
    type: "text",
    id: "lobby-name",
    value: recall("name") ?? "",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    spellcheck: "false",
    onchange: () => keep("name", name.value.trim() || undefined),
  });
  const tables = h("ul", { class: "lobby-tables" });
  const none = h(
    "div",
    { class: "sheet lobby-none", hidden: true },
    h("p", null, t("friends.lobby-none")),
    h("a", { class: "button primary", href: routeTo("friends") }, t("friends.lobby-open")),
  );
  const trouble = h("p", { class: "notice", role: "alert", hidden: true });

  async function refresh() {
    clearTimeout(timer);
    try {
      draw(await get("/api/lobby", { signal }));
      trouble.hidden = true;
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      fill(trouble, errorText(error));
      trouble.hidden = false;
    }
    if (!signal.aborted && !document.hidden) timer = setTimeout(refresh, OFTEN);
  }

  /** @param {readonly TableInfo[]} found */
  function draw(found) {
    none.hidden = found.length > 0;
    const create = (/** @type {TableInfo} */ table) => tableEntry(table, (seat) => sit(table.id, seat));
    keyed(tables, found, { key: ({ id, version }) => `${id} ${version}`, create });
  }

  /**
   * @param {string} id
   * @param {number} seat
   */
  async function sit(id, seat) {
    try {
      await claim(id, seat, name.value.trim());
      if (!signal.aborted) app.go("table", { id });
    } catch (error) {
      if (signal.aborted) return;
      toast(errorText(error), { kind: "error" });
      await refresh();
    }
  }

  fill(
    host,
    landscape(
      h("h1", null, t("friends.lobby")),
      h("p", { class: "lead" }, t("friends.lobby-text")),
      trouble,
      h(
        "label",
        { class: "sheet field lobby-name", for: "lobby-name" },
        h("span", { class: "field-label" }, t("friends.your-name")),
        name,
      ),
      tables,
      none,
    ),
  );
  document.addEventListener("visibilitychange", () => !document.hidden && refresh(), { signal });
  refresh();
  return {
    title: t("friends.lobby"),
    close() {
      closing.abort();
      clearTimeout(timer);
    },
  };
}

/**
 * A table with its seats; at an open one people can sit down.
 *
 * @param {TableInfo} table
 * @param {(seat: number) => unknown} sit
 */
function tableEntry(table, sit) {
  const { players } = table;
  const names = seatNames(players, []);
  const people = players.flatMap(({ kind, seat }) => (kind === "person" ? [names[seat] ?? ""] : []));
  const count = people.length;
  const title = count ? t("friends.lobby-table", { names: people, count }) : t("friends.lobby-free");
  const colors = seatColors(players.length);
  const terms = termsOf(table);
  const heading = h("h2", { class: "card-title", id: `lobby-${table.id}` }, title);
  return h(
    "li",
    { class: "sheet lobby-table", "aria-labelledby": heading.id },
    h("div", { class: "lobby-head" }, heading, h("p", { class: "soft small" }, moment(table.created))),
    h(
      "ul",
      { class: "room-seats" },
      players.map((player) =>
        h(
          "li",
          { class: "room-seat", "data-kind": player.kind },
          colorChips(colors[player.seat] ?? []),
          h("span", { class: "room-name" }, names[player.seat]),
          player.kind === "bot" && h("span", { class: "room-mark", "data-state": "bot" }, t("friends.mark.bot")),
          player.kind === "open" &&
            h(
              "button",
              {
                type: "button",
                class: "button primary",
                "aria-label": t("friends.sit-on", { number: player.seat + 1 }),
                onclick: () => sit(player.seat),
              },
              t("friends.sit"),
            ),
        ),
      ),
    ),
    terms.length > 0 && h("ul", { class: "room-terms soft small" }, terms.map((line) => h("li", null, line))),
  );
}
