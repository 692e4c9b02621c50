/**
 * What the analysis board opens with: a position, a finished game, an empty board, or what was on it before.
 *
 * @import {Study} from "./tree.js"
 */

import { get, upload } from "../lib/api.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink, details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { recordOf } from "./tree.js";

/** Where this tab keeps what is on the board. */
const DRAFT = "aqua-study";

/**
 * @param {Record<string, string>} params `position`, `table` or `players`
 * @returns {Promise<{ start: string, record: any }>}
 */
export async function openedStudy({ position, table, players }) {
  if (table) return get(`/api/tables/${encodeURIComponent(table)}/study`);
  if (position) return upload("/api/studies/open", position);
  const before = players ? null : keptStudy();
  return before ? upload("/api/studies/open", before) : emptyBoard(players ?? "2");
}

/** @param {string} players */
function emptyBoard(players) {
  const count = ["2", "3", "4"].includes(players) ? Number(players) : 2;
  return upload("/api/studies/open", JSON.stringify({ version: 1, players: count, moves: [] }));
}

/** What was on the board when this browser left it. */
function keptStudy() {
  try {
    return sessionStorage.getItem(DRAFT);
  } catch {
    return null; // a browser that keeps nothing
  }
}

/**
 * Keep what is on the board; says whether that was possible.
 * @param {Study} study
 */
export function kept(study) {
  try {
    sessionStorage.setItem(DRAFT, JSON.stringify(recordOf(study)));
    return true;
  } catch {
    return false; // a browser that keeps nothing
  }
}

/**
 * What stands there instead of a study that cannot be opened. One that was kept stays kept, and can be saved as it is.
 * @param {unknown} error
 * @param {Record<string, string>} params
 */
export function lostStudy(error, { position, table, players }) {
  const reason = /** @type {import("../lib/reasons.js").Reason} */ (error);
  const before = position || table || players ? null : keptStudy();
  const file = `data:application/json;charset=utf-8,${encodeURIComponent(before ?? "")}`;
  return h(
    "section",
    { class: "sheet lost" },
    h("h1", null, t("study.cannot")),
    h("p", null, errorText(reason), " ", clauseLink(reason)),
    details(reason),
    h(
      "div",
      { class: "row" },
      before && h("a", { class: "button", href: file, download: "study.json" }, t("study.save")),
      before && h("button", { type: "button", class: "button", onclick: () => location.reload() }, t("common.reload")),
      h("a", { class: "button primary", href: routeTo("study", { players: 2 }) }, t("study.title")),
    ),
  );
}
