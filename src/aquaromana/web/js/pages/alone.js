// A server for this machine alone: what that means, and how it becomes one for friends.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { copy } from "./share.js";

/** What opens the server to others: from the folder of the game, or with the command installed. */
const IN_FOLDER = "python3 scripts/play --lan";
const INSTALLED = "aqua play --lan";

/** For a dialog or a page; needs the area `start`. */
export function aloneWords() {
  return [
    h("p", null, t("start.alone")),
    h("p", null, t("start.alone-do")),
    commandLine(IN_FOLDER),
    h("p", { class: "soft small" }, t("start.alone-installed")),
    commandLine(INSTALLED),
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
