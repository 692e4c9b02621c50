/**
 * The token for a program that plays over the network: shown in a dialog, to be copied.
 *
 *   openBotToken({seat: 1, token})          the host gives an open seat to a bot of their own
 *
 * Needs the area `friends`.
 */

import { copyText } from "../lib/clipboard.js";
import { openDialog, toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { about, addressOf } from "../lib/server.js";

/** The `bot` of a player who is a program. */
export const NETWORK = "network";

/** @param {string} label @param {string} value */
function field(label, value) {
  const input = h("input", { type: "text", readonly: true, class: "link-field", spellcheck: "false" });
  input.value = value;
  input.addEventListener("focus", () => input.select());
  return h("label", { class: "token-field" }, h("span", { class: "soft small" }, label), input);
}

/** @param {{seat: number, token: string}} what */
export async function openBotToken({ seat, token }) {
  const info = await about();
  const copy = async () => {
    const done = await copyText(token);
    toast(t(done ? "friends.token-copied" : "common.copy-failed"), { kind: done ? "info" : "error" });
    return false;
  };
  openDialog({
    title: t("friends.token-title", { number: seat + 1 }),
    class: "link-dialog",
    body: [
      h("p", null, t("friends.token-text")),
      field(t("friends.token"), token),
      field(t("friends.token-server"), addressOf(info, "")),
      h("p", { class: "soft small" }, t("friends.token-warning")),
    ],
    actions: [{ label: t("friends.token-copy"), primary: true, run: copy }],
  });
}
