/**
 * The end of a game: the scoring step by step, and where to go from there.
 *
 * @import {App} from "../app.js"
 * @import {Step, TableInfo, View} from "../types.js"
 */

import { openDialog } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { createFinale } from "./finale.js";

/**
 * @param {View} view
 * @param {TableInfo} table
 * @param {readonly string[]} names
 * @param {App} app
 * @param {{ share: () => void, again: (() => void) | null }} ways `again`: to the rematch, for whoever may ask for it
 * @param {readonly Step[]} steps
 */
export function openResult(view, table, names, app, { share, again }, steps) {
  const finale = createFinale(view, names, table.players, steps);
  const rematch = again && {
    label: t(table.next ? "table.matter.to-rematch" : "table.finale.again"),
    primary: true,
    run: again,
  };
  openDialog({
    title: t("table.finale.title"),
    wide: true,
    class: "result",
    body: finale.element,
    actions: [
      { label: t("table.finale.share"), run: () => void setTimeout(share) },
      { label: t("table.finale.replay"), run: () => app.go("replay", { id: table.id }) },
      { label: t("table.finale.new"), run: () => app.go("start") },
      ...(rematch ? [rematch] : []),
    ],
    onClose: finale.stop,
  });
}
