/** The tabs beside the board: one button and one panel for each. */

import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @typedef {"log" | "race" | "thinking" | "chat"} Tab */

/** @type {readonly Tab[]} */
const TABS = ["log", "race", "thinking", "chat"];

/** @param {(tab: Tab) => void} onTab */
export function createTabs(onTab) {
  const panel = (/** @type {Tab} */ name) =>
    h("div", {
      class: `tab-panel tab-${name}`,
      id: `tab-${name}`,
      role: "tabpanel",
      tabindex: 0,
      "aria-labelledby": `${name}-tab`,
    });
  const panels = { log: panel("log"), race: panel("race"), thinking: panel("thinking"), chat: panel("chat") };
  const buttons = TABS.map((name) =>
    h("button", {
      type: "button",
      role: "tab",
      id: `${name}-tab`,
      "aria-controls": `tab-${name}`,
      onclick: () => onTab(name),
      onkeydown: (/** @type {KeyboardEvent} */ event) => turn(event, name),
    }),
  );
  const list = h("div", { class: "tabs", role: "tablist" }, buttons);
  const element = h("section", { class: "table-book" }, list, Object.values(panels));

  /** The arrows go from tab to tab. @param {KeyboardEvent} event @param {Tab} name */
  function turn(event, name) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const visible = TABS.filter((_, index) => !buttons[index].hidden);
    const next = visible[(visible.indexOf(name) + by + visible.length) % visible.length];
    onTab(next);
    button(next).focus();
  }

  /** @param {Tab} name */
  function button(name) {
    return buttons[TABS.indexOf(name)];
  }

  /** @param {Tab} tab @param {readonly Tab[]} shown */
  function show(tab, shown) {
    set(element, { "data-tab": tab });
    for (const name of TABS) {
      const isOpen = name === tab;
      button(name).hidden = !shown.includes(name);
      set(button(name), { "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1 });
      panels[name].hidden = !isOpen;
    }
  }

  function translate() {
    for (const name of TABS) write(button(name), t(`table.tab.${name}`));
    for (const part of [element, list]) set(part, { "aria-label": t("table.region.book") });
  }

  return { element, panels, button, show, translate };
}
