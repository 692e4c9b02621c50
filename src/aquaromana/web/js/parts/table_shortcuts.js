/** The tables that wait, on the cover, where nobody has to look for them. */

import { fill, h, set } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { mySeats } from "../lib/own_seats.js";
import { routeTo } from "../lib/router.js";
import { seatNames } from "../lib/seats.js";
import { inOrder, isAsked, standing } from "./table_cards.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../lib/own_seats.js").Access} Access */

/** Tables that are named on the cover. */
const SHORTCUTS = 3;

/** @param {() => void} showAll shows all of them */
export function createShortcuts(showAll) {
  const element = h("nav", { class: "lid-tables", "aria-label": t("start.resume"), hidden: true });

  /**
   * @param {readonly TableInfo[]} tables
   * @param {Access} access
   */
  function update(tables, access) {
    if (tables.length) element.hidden = false;
    set(element, { "data-empty": tables.length === 0 }); // its place stays: nothing else moves
    const first = inOrder(tables, access).slice(0, SHORTCUTS);
    fill(
      element,
      h("h2", null, t("start.resume")),
      h("ul", { role: "list" }, first.map((table) => h("li", null, shortcut(table, access)))),
      h("button", { type: "button", class: "button", onclick: showAll }, t("start.all")),
    );
  }

  return { element, update };
}

/**
 * @param {TableInfo} table
 * @param {Access} access
 */
function shortcut(table, access) {
  const mine = mySeats(table, access);
  const named = access === "local" ? undefined : mine;
  return h(
    "a",
    { class: "lid-table", href: routeTo("table", { id: table.id }), "data-asked": isAsked(table, mine) },
    h("strong", null, seatNames(table.players, named).join(", ")),
    h("span", { class: "soft small" }, standing(table, named)),
  );
}
