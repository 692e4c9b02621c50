/** Finished and imported games: replay, export, delete; record_import.js brings more. */

import { get, remove } from "../lib/api.js";
import { confirm, toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { about } from "../lib/server.js";
import { onChange } from "../lib/settings.js";
import { openExport } from "../parts/export.js";
import { createImport } from "../parts/record_import.js";
import { createCards, dropButton } from "../parts/table_cards.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../app.js").App} App */

export const areas = ["games", "errors", "reasons"];

/**
 * Games that are over, and those that were brought in; lessons and puzzles are not games.
 * @param {import("../types.js").TableInfo} table
 */
const isListed = ({ status, origin }) =>
  (status === "over" && origin !== "lesson" && origin !== "puzzle") || origin === "import";

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} _params
 * @param {App} app
 */
export function open(host, _params, app) {
  const closing = new AbortController();
  const { signal } = closing;
  const cards = createCards({
    atOnce: 12,
    replay: true,
    actions: (table, isHost) => [
      h("button", { type: "button", class: "button", onclick: () => openExport(table.id) }, t("games.export")),
      isHost && dropButton(() => drop(table)),
    ],
  });
  const none = h("p", { class: "soft", hidden: true }, t("games.none"));
  const imports = createImport({ host, onImported: (id) => app.go("replay", { id }), signal });

  async function refresh() {
    try {
      /** @type {TableInfo[]} */
      const tables = await get("/api/tables", { signal });
      const { access } = await about();
      const shown = tables.filter((table) => isListed(table));
      none.hidden = shown.length > 0;
      cards.update(shown, access);
    } catch (error) {
      if (!signal.aborted) toast(errorText(error), { kind: "error" });
    }
  }

  /** @param {TableInfo} table */
  async function drop(table) {
    const [title, text] = [t("games.delete-title"), t("games.delete-text")];
    if (!(await confirm({ title, text, yes: t("common.delete"), danger: true }))) return;
    try {
      await remove(`/api/tables/${table.id}`);
      toast(t("games.deleted"));
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    }
    await refresh();
  }

  fill(
    host,
    h("h1", null, t("games.title")),
    h("p", { class: "lead soft" }, t("games.intro")),
    imports.element,
    none,
    cards.element,
    imports.veil,
  );
  const stop = onChange((name) => name === "theme" && cards.draw());
  refresh();
  return {
    title: t("games.title"),
    close() {
      closing.abort();
      stop();
    },
  };
}
