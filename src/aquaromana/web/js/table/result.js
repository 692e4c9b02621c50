/**
 * The end of a game: the scoring step by step, and where to go from there.
 *
 * @import {App} from "../app.js"
 * @import {Step, TableInfo, View} from "../types.js"
 */

import { openDialog } from "../lib/dialog.js";
import { h, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { createFinale } from "./finale.js";
import { againWords, matchResult } from "./match_result.js";

/**
 * @param {View} view
 * @param {TableInfo} table
 * @param {readonly string[]} names
 * @param {App} app
 * @param {{ share: () => void, again: () => void, canAsk: boolean }} ways `again`: to the rematch; `canAsk`: whether
 * this screen may ask for one
 * @param {{ steps: readonly Step[], taken: readonly string[] }} game its decisions, and who took hints
 */
export function openResult(view, table, names, app, { share, again, canAsk }, { steps, taken }) {
  const finale = createFinale(view, names, table.players, steps);
  const lines = taken.map((line) => h("li", null, line));
  const hints = lines.length ? h("ul", { class: "result-hints soft small" }, lines) : null;
  const notice = h("p", { class: "result-rematch", role: "status" });
  const { element } = openDialog({
    title: t("table.finale.title"),
    wide: true,
    class: "result",
    body: [finale.element, matchResult(table, view, names), hints, notice],
    actions: [
      { label: t("table.finale.share"), run: () => void setTimeout(share) },
      { label: t("table.finale.replay"), run: () => app.go("replay", { id: table.id }) },
      { label: t("table.finale.new"), run: () => app.go("start") },
      { label: againWords(table), primary: true, run: again },
    ],
    onClose: finale.stop,
  });
  const rematch = /** @type {HTMLElement} */ (element.querySelector(".dialog-foot .primary"));

  /** @param {TableInfo} now */
  function update(now) {
    const { next } = now;
    rematch.hidden = !next && !canAsk;
    write(rematch, againWords(now));
    write(notice, next ? t("table.prompt.rematch") : "");
  }

  update(table);
  if (rematch.hidden) element.querySelector("h2")?.focus();
  return { update };
}

/**
 * The end of a lesson: the same scoring, and one way on.
 *
 * @param {View} view
 * @param {TableInfo} table
 * @param {readonly string[]} names
 * @param {readonly Step[]} steps
 * @param {{ finish?: () => void, again?: () => void }} ways `finish` to the first real game, or `again` after a defeat
 */
export function openLessonResult(view, table, names, steps, { finish, again }) {
  const finale = createFinale(view, names, table.players, steps);
  const way = finish ? { label: t("lesson.first-game"), run: finish } : { label: t("lesson.again"), run: again };
  openDialog({
    title: t("table.finale.title"),
    wide: true,
    class: "result",
    body: finale.element,
    actions: [{ label: t("common.close") }, { ...way, primary: true }],
    onClose: finale.stop,
  });
}
