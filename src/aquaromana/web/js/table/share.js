/**
 * Sharing a game: as a file, a picture, a film, a link to it, or one that holds the position.
 *
 * @import {View} from "../types.js"
 */

import { openDialog, toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { about, homeOf } from "../lib/server.js";
import { saveLinks } from "../parts/export.js";
import { linkTo } from "../parts/links.js";

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
 * Where others see the whole game: a table for anybody needs no more than its address, any other one the link for
 * spectators. Nothing if it is not ours to give.
 *
 * @param {string} id
 * @param {{ access: "local" | "shared", isPublic?: boolean, isOver?: boolean, watch?: string }} how
 */
export function gameHash(id, { access, isPublic = false, isOver = false, watch = "" }) {
  if (access === "local" || isPublic) return routeTo("replay", { id });
  const link = linkTo(watch, "watch");
  return link && isOver ? `${link}&to=replay` : link;
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
 * @param {{ isPublic?: boolean, isOver?: boolean, watch?: string, ask?: () => void }} [game] `watch`: the link for
 *   spectators, which can be asked for and told later
 * @param {AbortSignal} [signal] nobody wants it any more
 */
export async function openShare(id, ply, view, game = {}, signal) {
  const info = await about().catch(() => null);
  if (signal?.aborted) return null;
  const home = info ? homeOf(info, location) : location.origin;
  const whole = h("div", { class: "share-game" });

  /** @param {string} watch */
  function update(watch) {
    const { access = /** @type {const} */ ("local") } = info ?? {};
    const hash = gameHash(id, { ...game, access, watch });
    const given = access === "shared" && h("p", { class: "soft small" }, t("table.share.game-text"));
    if (hash) fill(whole, copyRow(t("table.share.game"), `${home}/${hash}`), given);
    else fill(whole, !game.ask && h("p", { class: "soft small" }, t("table.share.no-game")));
  }

  update(game.watch ?? "");
  openDialog({
    title: t("table.share.title"),
    class: "share",
    body: [
      whole,
      copyRow(t("table.share.link"), positionLink(view.position, home)),
      info?.access !== "shared" && h("p", { class: "soft small share-local" }, t("table.share.local")),
      copyRow(t("table.share.position"), view.position),
      h("h3", null, t("table.share.files")),
      saveLinks(id, ply),
      h("p", null, h("a", { href: routeTo("replay", { id }) }, t("table.share.replay"))),
    ],
  });
  if (info?.access === "shared") game.ask?.();
  return { update };
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
