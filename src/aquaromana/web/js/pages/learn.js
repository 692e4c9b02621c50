/** The way to the guided first game: it opens the table of the lesson, where everything happens. */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { openLesson } from "../parts/lessons.js";

/** @typedef {import("../app.js").App} App */

export const areas = ["lesson", "errors"];

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} _params
 * @param {App} app
 */
export function open(host, _params, app) {
  let isClosed = false;
  const heading = h("h1", null, t("lesson.title"));
  const sheet = h("section", { class: "sheet lost" }, heading, h("p", null, t("lesson.opening")));
  fill(host, sheet);

  async function lead() {
    try {
      const id = await openLesson();
      if (!isClosed) app.go("table", { id }, { instead: true });
    } catch (error) {
      if (isClosed) return;
      fill(
        sheet,
        h("h1", null, t("lesson.title")),
        h("p", { role: "alert" }, errorText(error)),
        details(error),
        h("p", null, h("a", { class: "button", href: routeTo("start") }, t("errors.to-start"))),
      );
    }
  }

  lead();
  return {
    close() {
      isClosed = true;
    },
    get title() {
      return t("lesson.title");
    },
  };
}
