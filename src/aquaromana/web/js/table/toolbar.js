/**
 * What lies under the board: the buttons that step through the game, and the tools.
 *
 * @import {Command} from "./model/keys.js"
 */

import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { touches } from "../lib/settings.js";
import { icon } from "./icons.js";

const TOOLS = /** @type {const} */ ([
  ["replay", "replay"],
  ["type", "keyboard"],
  ["spoken", "ear"],
  ["thinking", "thought"],
  ["share", "share"],
  ["help", "help"],
  ["chat", "chat"],
  ["menu", "menu"],
]);

const STEPS = /** @type {const} */ ([
  ["first", "first"],
  ["earlier", "back"],
  ["later", "forward"],
  ["now", "last"],
]);

/** @param {(command: Command) => void} run */
export function createToolbar(run) {
  const counter = h("span", { class: "steps-count" });
  const stepButtons = STEPS.map(([name, picture]) =>
    h("button", { type: "button", class: "icon-button", onclick: () => run(name) }, icon(picture)),
  );
  const toolButtons = TOOLS.map(([name, picture]) =>
    h("button", { type: "button", class: "icon-button", "data-tool": name, onclick: () => run(name) }, icon(picture)),
  );
  const steps = h(
    "div",
    { class: "table-steps", role: "group" },
    stepButtons.slice(0, 2),
    counter,
    stepButtons.slice(2),
  );
  const tools = h("div", { class: "table-tools", role: "group" }, toolButtons);

  return {
    element: h("div", { class: "table-hand" }, steps, tools),
    /** @param {"chat" | "menu" | "type"} name */
    tool: (name) => toolButtons[TOOLS.findIndex(([each]) => each === name)],
    /**
     * @param {number} ply
     * @param {number} plies
     */
    showSteps(ply, plies) {
      write(counter, t("table.step.count", { ply, plies }));
      stepButtons.forEach((button, index) => (button.disabled = index < 2 ? ply === 0 : ply === plies));
    },
    translate() {
      const helps = touches() ? "help-touch" : "help";
      TOOLS.forEach(([name], index) => named(toolButtons[index], t(`table.tool.${name === "help" ? helps : name}`)));
      STEPS.forEach(([name], index) => named(stepButtons[index], t(`table.step.${name}`)));
      set(tools, { "aria-label": t("table.region.tools") });
      set(steps, { "aria-label": t("table.region.steps") });
    },
  };
}

/**
 * @param {HTMLElement} button
 * @param {string} name
 */
export function named(button, name) {
  set(button, { "aria-label": name, title: name });
}
