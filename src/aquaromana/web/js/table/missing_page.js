/** What is shown in place of a table that does not exist, was deleted, or is not visible to us. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";

/** @param {string} code */
export function createMissingPage(code) {
  const title = t(code.startsWith("access/") ? "table.gone.shut" : "table.gone.title");
  const heading = h("h1", { tabindex: -1 }, title);
  const element = h(
    "section",
    { class: "sheet table-gone" },
    heading,
    h("p", null, errorText({ code })),
    h(
      "p",
      { class: "row" },
      h("a", { class: "button primary", href: routeTo("start") }, t("table.gone.start")),
      h("a", { class: "button", href: routeTo("games") }, t("table.gone.games")),
    ),
  );
  return { element, title, focus: () => heading.focus() };
}
