/**
 * Sharing a game: as a file, a picture, a film, or a link that holds the position.
 *
 * @import {View} from "../types.js"
 */

import { openDialog, toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { about } from "../lib/server.js";
import { saveLinks } from "../pages/share.js";

/**
 * A link that holds a position: it needs no table, only this program.
 *
 * @param {string} position
 * @param {string} origin
 */
export function positionLink(position, origin) {
  return `${origin}/${routeTo("position", { text: position })}`;
}

/**
 * Put a text into the clipboard; where that is not allowed, it is selected in the field, ready to be copied by hand.
 *
 * @param {string} text
 * @param {HTMLInputElement} field
 * @returns {Promise<boolean>} whether it is in the clipboard
 */
export async function copied(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

/**
 * @param {string} id
 * @param {number} ply
 * @param {View} view
 */
export function openShare(id, ply, view) {
  const alone = h("p", { class: "soft small share-local", hidden: true }, t("table.share.local"));
  about().then(
    ({ access }) => (alone.hidden = access !== "local"),
    () => {},
  );
  openDialog({
    title: t("table.share.title"),
    class: "share",
    body: [
      copyRow(t("table.share.link"), positionLink(view.position, location.origin)),
      alone,
      copyRow(t("table.share.position"), view.position),
      h("h3", null, t("table.share.files")),
      saveLinks(id, ply),
      h("p", null, h("a", { href: routeTo("replay", { id }) }, t("table.share.replay"))),
    ],
  });
}

/**
 * @param {string} label
 * @param {string} text
 */
function copyRow(label, text) {
  const field = h("input", { type: "text", readonly: true, value: text, onfocus: () => field.select() });
  const copy = async () => {
    const isDone = await copied(text, field);
    toast(t(isDone ? "common.copied" : "common.copy-failed"), { kind: isDone ? "info" : "error" });
  };
  const button = h("button", { type: "button", class: "button", onclick: copy }, t("table.share.copy"));
  return h(
    "label",
    { class: "field share-copy" },
    h("span", null, label),
    h("span", { class: "share-line" }, field, button),
  );
}
