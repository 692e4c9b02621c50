// Taking a game along: files, pictures, films.

import { copyText } from "../lib/clipboard.js";
import { openDialog, toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { theme } from "../lib/settings.js";

/** What a game can be saved as: the ending of its address, the words, and the ending of the file. */
const FORMATS = /** @type {const} */ ([
  ["record.aqr", "games.as-aqr", "aqr"],
  ["board.png", "games.as-png", "png"],
  ["game.gif", "games.as-gif", "gif"],
  ["board.svg", "games.as-svg", "svg"],
  ["record.json", "games.as-json", "json"],
]);

/**
 * Links that save a game; pictures show it after `ply` decisions.
 * @param {string} id
 * @param {number} [ply]
 */
export function saveLinks(id, ply) {
  const at = ply === undefined ? "" : `&ply=${ply}`;
  return h(
    "ul",
    { class: "save-links" },
    FORMATS.map(([address, words, ending]) => {
      const query = address.startsWith("record") ? "" : `?theme=${theme()}${address.startsWith("board") ? at : ""}`;
      const href = `/api/tables/${encodeURIComponent(id)}/${address}${query}`;
      return h("li", null, h("a", { class: "button", href, download: `aqua-romana-${id}.${ending}` }, t(words)));
    }),
  );
}

/**
 * Offer everything that a game can be saved as.
 * @param {string} id
 */
export function openExport(id) {
  openDialog({
    title: t("games.export-title"),
    body: [saveLinks(id), h("p", { class: "soft small" }, t("games.export-hint"))],
  });
}

/**
 * Put a text on the clipboard, and say so.
 * @param {string} text
 */
export async function copy(text) {
  const done = await copyText(text);
  toast(t(done ? "common.copied" : "common.copy-failed"), { kind: done ? "info" : "error" });
}
