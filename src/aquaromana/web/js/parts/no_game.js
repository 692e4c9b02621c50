/** What a page shows instead of a game that cannot be shown. */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";

/**
 * @param {HTMLElement} host
 * @param {string} title
 * @param {import("../lib/api.js").ApiError} error
 */
export function showNoGame(host, title, error) {
  fill(
    host,
    h(
      "section",
      { class: "sheet lost" },
      h("h1", null, title),
      h("p", null, errorText(error), " ", clauseLink(error)),
      h("a", { class: "button primary", href: routeTo("games") }, t("replay.to-games")),
    ),
  );
  return { close() {}, title };
}
