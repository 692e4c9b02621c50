// Finished and imported games: replay, export, delete, import.

import { announce } from "../lib/announce.js";
import { ApiError, get, remove, upload } from "../lib/api.js";
import { confirm, openDialog, toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { about } from "../lib/server.js";
import { onChange } from "../lib/settings.js";
import { openExport } from "../parts/export.js";
import { createCards, dropButton } from "../parts/table_cards.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../app.js").App} App */

export const areas = ["games", "errors", "reasons"];

const ENDINGS = ".aqr,.json,.svg,.png,.gif,.txt";
const MEGABYTE = 1 << 20;
/** The server has its own limit; this avoids uploading a file that is far too large. */
const LARGEST = 4 * MEGABYTE;

/**
 * Games that are over, and those that were brought in; the last turns of a lesson are no game.
 * @param {import("../types.js").TableInfo} table
 */
const isListed = ({ status, origin }) => (status === "over" && origin !== "lesson") || origin === "import";

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
  const message = h("div", { class: "notice", role: "alert", hidden: true });
  const veil = h("div", { class: "drop-veil inscription", hidden: true }, t("games.drop"));
  const input = h("input", { type: "file", accept: ENDINGS, class: "unseen", tabindex: -1, "aria-hidden": "true" });

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

  /**
   * Import a game and open it; errors stay beside the buttons.
   * @param {Blob | string} content
   * @param {number} [number] which game of a file with several, counted from 1
   * @returns {Promise<boolean>}
   */
  async function bring(content, number) {
    message.hidden = true;
    const size = content instanceof Blob ? content.size : content.length;
    if (size > LARGEST) return complain(t("games.too-large", { limit: LARGEST / MEGABYTE }));
    announce(t("games.importing"));
    host.setAttribute("aria-busy", "true");
    try {
      const table = await upload(number ? `/api/records?game=${number}` : "/api/records", content, { signal });
      announce(t("games.import-done"));
      app.go("replay", { id: table.id });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const several = error instanceof ApiError && error.code === "record/which" && !number;
      if (!several) return complain(errorText(error), details(error));
      chooseGame(Number(error.args.games), (each) => bring(content, each));
      return true;
    } finally {
      host.removeAttribute("aria-busy");
    }
  }

  /** @param {string} text @param {Node | null} [more] */
  function complain(text, more = null) {
    fill(message, text, more);
    message.hidden = false;
    message.scrollIntoView({ block: "nearest" });
    return false;
  }

  function paste() {
    const text = h("textarea", { rows: 10, class: "notation", spellcheck: "false" });
    const trouble = h("div", { class: "notice", role: "alert", hidden: true });
    openDialog({
      title: t("games.paste-title"),
      wide: true,
      body: [h("label", { class: "field" }, t("games.paste-label"), text), trouble],
      actions: [
        { label: t("common.cancel") },
        {
          label: t("games.paste-do"),
          primary: true,
          run: async () => {
            if (await bring(text.value)) return true;
            fill(trouble, [...message.childNodes]);
            trouble.hidden = message.hidden;
            message.hidden = true;
            return false;
          },
        },
      ],
    });
    text.focus();
  }

  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (file) bring(file);
  });
  acceptDrops(veil, bring, signal);
  fill(
    host,
    h("h1", null, t("games.title")),
    h("p", { class: "lead soft" }, t("games.intro")),
    h(
      "section",
      { class: "sheet import", "aria-labelledby": "import-title" },
      h("h2", { id: "import-title" }, t("games.import")),
      h("p", null, t("games.import-text")),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button", onclick: () => input.click() }, t("games.choose")),
        h("button", { type: "button", class: "button", onclick: paste }, t("games.paste")),
        h("a", { class: "button", href: routeTo("study") }, t("games.analyze")),
        input,
      ),
      message,
    ),
    none,
    cards.element,
    veil,
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

/**
 * Ask which game of a file is wanted.
 * @param {number} games
 * @param {(number: number) => unknown} choose
 */
function chooseGame(games, choose) {
  const input = h("input", { type: "number", min: 1, max: games, value: 1 });
  const run = () => input.reportValidity() && void choose(input.valueAsNumber);
  openDialog({
    title: t("games.which"),
    body: h("label", { class: "field" }, t("games.which-text", { count: games }), input),
    actions: [{ label: t("common.cancel") }, { label: t("games.paste-do"), primary: true, run }],
  });
  input.select();
}

/**
 * Take files and texts that are dropped anywhere on the page; the veil shows while one is above it.
 * @param {HTMLElement} veil
 * @param {(content: Blob | string) => unknown} bring
 * @param {AbortSignal} signal
 */
function acceptDrops(veil, bring, signal) {
  let depth = 0;
  const shown = (/** @type {boolean} */ on) => void (veil.hidden = !on);
  const on = (/** @type {string} */ type, /** @type {(event: DragEvent) => void} */ react) =>
    addEventListener(type, /** @type {EventListener} */ (react), { signal });
  on("dragenter", (event) => {
    event.preventDefault();
    depth += 1;
    shown(true);
  });
  on("dragover", (event) => event.preventDefault());
  on("dragleave", () => {
    depth = Math.max(0, depth - 1);
    shown(depth > 0);
  });
  on("drop", (event) => {
    event.preventDefault();
    depth = 0;
    shown(false);
    const content = event.dataTransfer?.files[0] ?? event.dataTransfer?.getData("text/plain");
    if (content) bring(content);
  });
}
