/**
 * Where a match stands after a game, for the result of that game; and what its next game is called.
 *
 * @import {TableInfo, View} from "../types.js"
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { goesOn, totals } from "../lib/match.js";

/**
 * The totals, best first; null where there is no match.
 *
 * @param {TableInfo} table
 * @param {View} view
 * @param {readonly string[]} names
 */
export function matchResult(table, view, names) {
  const match = table.options?.match;
  if (!match) return null;
  const all = totals(table, view.seats.map(({ points }) => points));
  const order = [...all.keys()].sort((one, other) => all[other] - all[one]);
  const title = goesOn(table) ? t("table.match.after", { game: match.game ?? 1, games: match.games }) : won(all, names);
  const row = (/** @type {number} */ seat) => h("li", null, h("span", null, names[seat]), h("strong", null, all[seat]));
  return h("section", { class: "result-match" }, h("h3", null, title), h("ol", { role: "list" }, order.map(row)));
}

/**
 * @param {readonly number[]} all
 * @param {readonly string[]} names
 */
function won(all, names) {
  const count = Math.max(...all);
  const best = names.filter((_name, seat) => all[seat] === count);
  if (best.length > 1) return t("table.match.shared", { names: best, count });
  const [name] = best;
  return name === t("common.you") ? t("table.match.won-you", { count }) : t("table.match.won", { name, count });
}

/**
 * What the way to the next game is called.
 *
 * @param {TableInfo | null | undefined} table
 */
export function againWords(table) {
  const match = table?.options?.match;
  if (table && match) {
    return goesOn(table) ? t("table.match.next", { game: (match.game ?? 1) + 1 }) : t("table.match.again");
  }
  return t(table?.next ? "table.prompt.to-rematch" : "table.finale.again");
}
