/**
 * The layout of the table's page: its regions, tools and tabs, without content.
 *
 * @import {Command} from "./model/keys.js"
 */

import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/** @typedef {"log" | "race" | "thinking" | "chat"} Tab */

/**
 * @typedef {object} FrameActions
 * @property {(command: Command) => void} run
 * @property {(tab: Tab) => void} onTab
 */

const TOOLS = /** @type {const} */ ([
  ["replay", "again"],
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

/** @typedef {ReturnType<typeof createLayout>} Layout */

/** @type {readonly Tab[]} */
const TABS = ["log", "race", "thinking", "chat"];

/**
 * @param {HTMLElement} host
 * @param {FrameActions} actions
 */
export function createLayout(host, actions) {
  const region = (/** @type {string} */ name) => h("section", { class: `table-${name}` });
  const title = h("h1", { class: "unseen" });
  const skip = h("button", { type: "button", class: "skip table-skip", onclick: () => actions.run("spoken") });
  const banner = h("div", { class: "table-banner", role: "status", hidden: true });
  const stairs = h("div", { class: "table-stairs" });
  const plan = h("div", { class: "table-plan" });
  const room = region("room");
  room.hidden = true;
  const bar = region("bar");
  const typing = region("typing");
  const seats = region("seats");
  const supplies = region("supplies");
  const tools = h("div", { class: "table-tools", role: "group" });
  const steps = h("div", { class: "table-steps", role: "group" });
  const counter = h("span", { class: "steps-count" });
  const hand = h("div", { class: "table-hand" }, steps, tools);
  const stage = h("div", { class: "table-stage" }, plan, banner);
  const board = h("section", { class: "table-board" }, stairs, stage, hand);
  const tabs = h("div", { class: "tabs", role: "tablist" });
  const panel = (/** @type {Tab} */ name) =>
    h("div", { class: `tab-panel tab-${name}`, id: `tab-${name}`, role: "tabpanel", tabindex: 0 });
  const panels = { log: panel("log"), race: panel("race"), thinking: panel("thinking"), chat: panel("chat") };
  const book = h("section", { class: "table-book" }, tabs, Object.values(panels));
  const side = h("div", { class: "table-side" }, room, bar, typing, seats, supplies, book);
  const root = h("div", { class: "table" }, title, skip, board, side);
  host.append(root);

  const tabButtons = TABS.map((name) =>
    h("button", {
      type: "button",
      role: "tab",
      id: `${name}-tab`,
      "aria-controls": `tab-${name}`,
      onclick: () => actions.onTab(name),
      onkeydown: (/** @type {KeyboardEvent} */ event) => turn(event, name),
    }),
  );
  tabs.append(...tabButtons);
  TABS.forEach((name) => set(panels[name], { "aria-labelledby": `${name}-tab` }));
  const toolButtons = TOOLS.map(([name, picture]) =>
    h(
      "button",
      { type: "button", class: "icon-button", "data-tool": name, onclick: () => actions.run(name) },
      icon(picture),
    ),
  );
  tools.append(...toolButtons);
  const stepButtons = STEPS.map(([name, picture]) =>
    h("button", { type: "button", class: "icon-button", onclick: () => actions.run(name) }, icon(picture)),
  );
  steps.append(...stepButtons.slice(0, 2), counter, ...stepButtons.slice(2));
  showTyping(false);
  translate();

  /** The arrows go from tab to tab. @param {KeyboardEvent} event @param {Tab} name */
  function turn(event, name) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const visible = TABS.filter((_, index) => !tabButtons[index].hidden);
    const next = visible[(visible.indexOf(name) + by + visible.length) % visible.length];
    actions.onTab(next);
    tabButtons[TABS.indexOf(next)].focus();
  }

  function translate() {
    write(skip, t("table.tool.spoken"));
    TOOLS.forEach(([name], index) => named(toolButtons[index], t(`table.tool.${name}`)));
    STEPS.forEach(([name], index) => named(stepButtons[index], t(`table.step.${name}`)));
    TABS.forEach((name, index) => write(tabButtons[index], t(`table.tab.${name}`)));
    for (const [part, name] of /** @type {const} */ ([
      [board, "board"], [room, "room"], [bar, "bar"], [typing, "typing"], [seats, "seats"], [supplies, "supplies"],
      [book, "book"], [tabs, "book"], [tools, "tools"], [steps, "steps"],
    ])) {
      set(part, { "aria-label": t(`table.region.${name}`) });
    }
  }

  /**
   * @param {HTMLElement} button
   * @param {string} name
   */
  function named(button, name) {
    set(button, { "aria-label": name, title: name });
  }

  /** @param {Tab} tab @param {readonly Tab[]} shown */
  function showTab(tab, shown) {
    set(book, { "data-tab": tab });
    TABS.forEach((name, index) => {
      const isOpen = name === tab;
      tabButtons[index].hidden = !shown.includes(name);
      set(tabButtons[index], { "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1 });
      panels[name].hidden = !isOpen;
    });
  }

  /**
   * @param {number} ply
   * @param {number} plies
   */
  function showSteps(ply, plies) {
    write(counter, t("table.step.count", { ply, plies }));
    stepButtons.forEach((button, index) => (button.disabled = index < 2 ? ply === 0 : ply === plies));
  }

  /** @param {boolean} on */
  function showTyping(on) {
    typing.hidden = !on;
    set(tool("type"), { "aria-pressed": String(on) });
  }

  /** @param {"chat" | "menu" | "type"} name */
  function tool(name) {
    return toolButtons[TOOLS.findIndex(([each]) => each === name)];
  }

  /** Show the number of unread messages. @param {number} count */
  function showUnread(count) {
    const tab = tabButtons[TABS.indexOf("chat")];
    for (const button of [tab, tool("chat")]) set(button, { "data-unread": count || false });
    const words = count ? t("chat.unread", { count }) : t("table.tool.chat");
    named(tool("chat"), words);
    set(tab, { "aria-label": count ? words : false });
  }

  return {
    root,
    title,
    banner,
    stairs,
    plan,
    room,
    bar,
    typing,
    seats,
    supplies,
    panels,
    translate,
    showTab,
    showSteps,
    showTyping,
    tool,
    showUnread,
  };
}
