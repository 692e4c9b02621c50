/** Brings games from elsewhere: from a file, a pasted text, or whatever is dropped on the page. */

import { announce } from "../lib/announce.js";
import { ApiError, upload } from "../lib/api.js";
import { openDialog } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";

const ENDINGS = ".aqr,.json,.svg,.png,.gif,.txt";
const MEGABYTE = 1 << 20;
/** The server has its own limit; this avoids uploading a file that is far too large. */
const LARGEST = 4 * MEGABYTE;

/**
 * A section with the ways to import a game, and the veil that shows while something is above the page.
 *
 * @param {object} wishes
 * @param {HTMLElement} wishes.host what is busy meanwhile
 * @param {(id: string) => void} wishes.onImported with the new table
 * @param {AbortSignal} wishes.signal
 */
export function createImport({ host, onImported, signal }) {
  const message = h("div", { class: "notice", role: "alert", hidden: true });
  const veil = h("div", { class: "drop-veil inscription", hidden: true }, t("games.drop"));
  const input = h("input", { type: "file", accept: ENDINGS, class: "unseen", tabindex: -1, "aria-hidden": "true" });

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
      onImported(table.id);
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
  const element = h(
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
  );
  return { element, veil };
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
