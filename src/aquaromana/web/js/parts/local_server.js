/** What it means that the server runs only for this machine, and how to open it to friends. */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { copy } from "./export.js";

/**
 * For a dialog or a page; needs the area `start`.
 * @param {{command: string}} info
 */
export function aloneWords({ command }) {
  return [
    h("p", null, t("start.alone")),
    h("p", null, t("start.alone-do")),
    commandLine(`${command} --lan`),
    h("p", { class: "soft small" }, t("start.alone-what")),
  ];
}

/** @param {string} command */
function commandLine(command) {
  const label = `${t("start.copy")}: ${command}`;
  const onclick = () => copy(command);
  return h(
    "div",
    { class: "command" },
    h("code", null, command),
    h("button", { type: "button", class: "button", "aria-label": label, onclick }, t("start.copy")),
  );
}
