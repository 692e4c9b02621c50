/** The page for unknown addresses. */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";

export const areas = ["errors"];

/** @param {HTMLElement} host */
export function open(host) {
  fill(
    host,
    h(
      "section",
      { class: "sheet lost" },
      h("h1", null, t("errors.lost")),
      h("p", null, t("errors.lost-text")),
      h("a", { class: "button primary", href: routeTo("start") }, t("errors.to-start")),
    ),
  );
  return { close() {}, title: t("errors.lost") };
}
