/**
 * The end of a game: the scoring step by step, and where to go from there.
 *
 * @import {App} from "../app.js"
 * @import {TableInfo, View} from "../types.js"
 */

import { post } from "../lib/api.js";
import { openDialog, toast } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { told } from "../lib/reasons.js";
import { createFinale } from "./finale.js";

/**
 * @param {View} view
 * @param {TableInfo} table
 * @param {readonly string[]} names
 * @param {App} app
 * @param {() => void} share
 */
export function openResult(view, table, names, app, share) {
  const finale = createFinale(view, names);

  /** The same people once more; whoever began before begins last. */
  async function again() {
    const [first, ...others] = table.players;
    const players = [...others, first].map(({ kind, name = "", bot = "" }) => ({ kind, name, ...(bot && { bot }) }));
    try {
      const { id } = await post("/api/tables", { players });
      app.go("table", { id });
      return true;
    } catch (error) {
      toast(told(error), { kind: "error" });
      return false;
    }
  }

  openDialog({
    title: t("table.finale.title"),
    wide: true,
    class: "result",
    body: finale.element,
    actions: [
      { label: t("table.finale.share"), run: () => void setTimeout(share) },
      { label: t("table.finale.replay"), run: () => app.go("replay", { id: table.id }) },
      { label: t("table.finale.new"), run: () => app.go("start") },
      { label: t("table.finale.again"), primary: true, run: again },
    ],
    onClose: finale.stop,
  });
}
