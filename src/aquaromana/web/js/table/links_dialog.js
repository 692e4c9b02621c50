/**
 * The dialog with the table's links: for spectators and for one's other devices. The host gets those of all seats, and
 * can replace a link to give the seat to somebody else. One's own are replaced without losing anything.
 *
 * @import {LinksMessage, SeatLink} from "../types.js"
 * @import {TableState} from "./model/state.js"
 */

import { confirm, openDialog } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { linkButtons, linkTo } from "../parts/links.js";

/**
 * @typedef {object} LinkRow
 * @property {string} title
 * @property {string} text
 * @property {string} hash
 * @property {Replaced | null} void what a new link replaces
 *
 * @typedef {object} Replaced
 * @property {"chair" | "watch" | "host"} what
 * @property {number} chair
 * @property {string} name
 * @property {boolean} own the person who replaces it keeps what it gives
 */

/**
 * What the dialog lists.
 *
 * @param {Pick<TableState, "table" | "yours" | "host">} state
 * @param {LinksMessage} links
 * @param {readonly string[]} names
 * @returns {LinkRow[]}
 */
export function linkRows({ table, yours, host }, links, names) {
  const rows = links.chairs
    .filter(({ seat }) => table?.players[seat]?.kind !== "bot")
    .map((link) => chairRow(link, yours, host && table?.status === "playing", names));
  if (links.watch) {
    const replaced = host ? { what: /** @type {const} */ ("watch"), chair: 0, name: "", own: false } : null;
    rows.push({ ...words("watch"), hash: linkTo(links.watch, "watch"), void: replaced });
  }
  if (links.host) {
    const replaced = { what: /** @type {const} */ ("host"), chair: 0, name: "", own: true };
    rows.push({ ...words("host"), hash: linkTo(links.host, "host"), void: replaced });
  }
  return rows;
}

/**
 * @param {SeatLink} link
 * @param {readonly number[]} yours
 * @param {boolean} canReplace
 * @param {readonly string[]} names
 * @returns {LinkRow}
 */
function chairRow({ chair, seat, link, invite = false }, yours, canReplace, names) {
  const name = names[seat] ?? "";
  if (invite) return { ...words("invite", name), hash: link, void: null };
  const own = yours.includes(seat);
  const replaced = own || canReplace ? { what: /** @type {const} */ ("chair"), chair, name, own } : null;
  return { ...words(own ? "own" : "seat", name), hash: linkTo(link, "chair"), void: replaced };
}

/**
 * @param {"watch" | "host" | "invite" | "own" | "seat"} name
 * @param {string} [person]
 */
function words(name, person = "") {
  return { title: t(`table.links.${name}`, { name: person }), text: t(`table.links.${name}-text`, { name: person }) };
}

/**
 * @param {(what: Replaced) => void} onVoid
 * @param {() => void} onClose
 */
export function openLinks(onVoid, onClose) {
  const list = h("ul", { class: "links-rows", role: "list" }, h("li", { class: "soft" }, t("table.computing")));
  const dialog = openDialog({ title: t("table.links.title"), class: "links", body: list, onClose });
  let shown = "";

  /** @param {LinkRow} row */
  function element(row) {
    const replaced = row.void;
    const ask = async () => {
      if (!replaced) return;
      const { name } = replaced;
      const about = replaced.own ? "renew" : replaced.what === "chair" ? "hand-over" : "replace";
      const question = { title: t(`table.links.${about}`, { name }), text: t(`table.links.${about}-text`, { name }) };
      if (await confirm({ ...question, yes: t("table.links.new") })) onVoid(replaced);
    };
    const renew = h("button", { type: "button", class: "button quiet", onclick: ask }, t("table.links.new"));
    return h(
      "li",
      { class: "links-row" },
      h("p", null, h("strong", null, row.title), h("span", { class: "soft small" }, row.text)),
      h("span", { class: "links-acts" }, linkButtons(row), replaced && renew),
    );
  }

  return {
    close: dialog.close,
    /**
     * @param {TableState} state
     * @param {readonly string[]} names
     */
    update(state, names) {
      if (!state.links) return;
      const rows = linkRows(state, state.links, names);
      const now = JSON.stringify(rows);
      if (now === shown) return;
      shown = now;
      fill(list, rows.map(element));
    },
  };
}
