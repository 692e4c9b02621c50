/**
 * The end of a game: the scoring step by step, and where to go from there.
 *
 * @import {App} from "../app.js"
 * @import {Step, TableInfo, View} from "../types.js"
 * @import {ScoringStage} from "./model/verdict.js"
 */

import { openDialog } from "../lib/dialog.js";
import { fill, h, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { askTurningPoint, turnOf } from "../parts/replay_decided.js";
import { isYou, named } from "../parts/table_cards.js";
import { createFinale } from "./finale.js";
import { againWords, matchResult } from "./match_result.js";

/**
 * The steps of the scoring, null at its end; `isSeen`: it was opened before.
 * @typedef {{ onStage: (stage: ScoringStage | null) => void, isSeen: boolean }} Telling
 */

/**
 * @param {View} view
 * @param {TableInfo} table
 * @param {readonly string[]} names
 * @param {App} app
 * @param {Telling & { share: () => void, again: () => void, canAsk: boolean }} ways `again`: to the rematch; `canAsk`:
 * whether this screen may ask for one
 * @param {{ steps: readonly Step[], taken: readonly string[], ended: readonly string[] }} game its decisions, who took
 * hints, and which of the reader's aqueducts others ended last
 */
export function openResult(view, table, names, app, { share, again, canAsk, ...telling }, { steps, taken, ended }) {
  const finale = createFinale(view, names, table.players, steps, telling);
  const lines = taken.map((line) => h("li", null, line));
  const hints = lines.length ? h("ul", { class: "result-hints soft small" }, lines) : null;
  const lost = ended.map((line) => h("p", { class: "result-ended" }, line));
  const notice = h("p", { class: "result-rematch", role: "status" });
  const decided = h("p", { class: "result-decided soft" });
  const closing = new AbortController();
  const { element, close } = openDialog({
    title: t("table.finale.title"),
    wide: true,
    class: "result",
    body: [...lost, finale.element, decided, matchResult(table, view, names), hints, notice],
    actions: [
      { label: t("table.finale.share"), run: () => void setTimeout(share) },
      { label: t("table.finale.replay"), run: () => app.go("replay", { id: table.id }) },
      { label: t("table.finale.new"), run: () => app.go("start") },
      { label: againWords(table), primary: true, run: again },
    ],
    onClose() {
      finale.stop();
      closing.abort();
      telling.onStage(null);
    },
  });
  decided.addEventListener("click", close);
  showDecided(decided, table, names, steps, closing.signal);
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
 * From where on the game was decided, once the server has found it; a link leads there.
 *
 * @param {HTMLElement} line
 * @param {TableInfo} table
 * @param {readonly string[]} names
 * @param {readonly Step[]} steps
 * @param {AbortSignal} signal
 */
async function showDecided(line, table, names, steps, signal) {
  const found = await askTurningPoint(`/api/tables/${table.id}`, table, steps.length, signal);
  if (!found || signal.aborted) return;
  const all = [...names];
  const winners = named(all, found.seats);
  const [name] = winners;
  const how = isYou(table, all, found.seats) ? "-you" : found.seats.length > 1 ? "-shared" : "";
  const words = t(`table.finale.decided${how}`, { ...turnOf(found.ply, steps), name, names: winners });
  fill(line, h("a", { href: routeTo("replay", { id: table.id, ply: found.ply }) }, words));
}

/**
 * The end of a lesson: the same scoring, and one way on.
 *
 * @param {View} view
 * @param {TableInfo} table
 * @param {readonly string[]} names
 * @param {Telling & { finish?: () => void, again?: () => void }} ways `finish` to the first real game, or `again`
 * after a defeat
 * @param {readonly Step[]} steps
 */
export function openLessonResult(view, table, names, { finish, again, ...telling }, steps) {
  const finale = createFinale(view, names, table.players, steps, telling);
  const way = finish ? { label: t("lesson.first-game"), run: finish } : { label: t("lesson.again"), run: again };
  openDialog({
    title: t("table.finale.title"),
    wide: true,
    class: "result",
    body: finale.element,
    actions: [{ label: t("common.close") }, { ...way, primary: true }],
    onClose() {
      finale.stop();
      telling.onStage(null);
    },
  });
}
