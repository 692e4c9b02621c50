/** Exporting a game: files, pictures, animations. */

import { announce } from "../lib/announce.js";
import { file } from "../lib/api.js";
import { copyText } from "../lib/clipboard.js";
import { openDialog, toast } from "../lib/dialog.js";
import { fill, h, set } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { theme } from "../lib/settings.js";

/** What a game can be saved as: the ending of its address, the words, and the ending of the file. */
const FORMATS = /** @type {const} */ ([
  ["record.aqr", "games.as-aqr", "aqr"],
  ["board.png", "games.as-png", "png"],
  ["game.gif", "games.as-gif", "gif"],
  ["board.svg", "games.as-svg", "svg"],
  ["record.json", "games.as-json", "json"],
]);

/** Milliseconds for which a film is kept: some browsers ask first where to put it. */
const KEPT = 60_000;

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
      const look = `?theme=${theme()}&language=${language()}`;
      const query = address.startsWith("record") ? "" : look + (address.startsWith("board") ? at : "");
      const href = `/api/tables/${encodeURIComponent(id)}/${address}${query}`;
      const link = h("a", { class: "button", href, download: `aqua-romana-${id}.${ending}` }, t(words));
      if (ending === "gif") link.addEventListener("click", makeFilm);
      return h("li", null, link);
    }),
  );
}

/**
 * A film takes seconds to make, and browsers say nothing meanwhile: the button does, and makes no second one.
 * @param {Event} event
 */
async function makeFilm(event) {
  event.preventDefault();
  const link = /** @type {HTMLAnchorElement} */ (event.currentTarget);
  if (link.getAttribute("aria-disabled")) return;
  set(link, { "aria-disabled": "true", "aria-busy": "true" });
  fill(link, t("games.making-gif"));
  announce(t("games.making-gif"));
  try {
    const address = URL.createObjectURL(await file(link.href));
    h("a", { href: address, download: link.download }).click();
    setTimeout(() => URL.revokeObjectURL(address), KEPT);
  } catch (error) {
    toast(errorText(error), { kind: "error" });
  } finally {
    set(link, { "aria-disabled": false, "aria-busy": false });
    fill(link, t("games.as-gif"));
  }
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
