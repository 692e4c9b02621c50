/** Says once that bots are weaker without the core, and again if the core was available in between. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { keep, recall } from "../lib/settings.js";

/** What is kept of it. */
const SEEN = "weaker-seen";

export function createWeakerNotice() {
  const dismiss = h("button", { type: "button", class: "button" }, t("start.weaker-seen"));
  const element = h("p", { class: "notice weaker", role: "status", hidden: true }, t("start.weaker"), " ", dismiss);
  dismiss.addEventListener("click", () => {
    keep(SEEN, true);
    element.hidden = true;
  });
  return {
    element,
    /** @param {boolean} core whether bots think with the core */
    update(core) {
      element.hidden = core || recall(SEEN) === true;
      if (core) keep(SEEN, undefined);
    },
  };
}
