/**
 * Webhooks: an address that the server calls when it is a player's turn and they are not looking.
 *
 *   openWebhook(table, chair)             asks for the address; only where the server allows it: `about().webhooks`
 *
 * The server never reveals an address that has been set. Needs the areas `friends` and `errors`.
 */

import { ApiError, put } from "../lib/api.js";
import { openDialog, toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";

/**
 * @param {string} id
 * @param {number} chair
 */
export function openWebhook(id, chair) {
  const input = h("input", { type: "url", placeholder: "https://", maxlength: 500, autocomplete: "off" });
  const trouble = h("div", { class: "notice", role: "alert", hidden: true });

  /** @param {string} url */
  async function set(url) {
    try {
      await put(`/api/tables/${encodeURIComponent(id)}/chairs/${chair}/webhook`, { url });
      toast(t(url ? "friends.webhook-on" : "friends.webhook-off"));
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      fill(trouble, errorText(error), details(error));
      trouble.hidden = false;
      return false;
    }
  }

  openDialog({
    title: t("friends.webhook"),
    class: "webhook",
    body: [
      h("p", null, t("friends.webhook-text")),
      h("label", { class: "field" }, h("span", { class: "field-label" }, t("friends.webhook-address")), input),
      trouble,
    ],
    actions: [
      { label: t("friends.webhook-stop"), run: () => set("") },
      { label: t("friends.webhook-do"), primary: true, run: () => input.reportValidity() && set(input.value.trim()) },
    ],
  });
  input.focus();
}
