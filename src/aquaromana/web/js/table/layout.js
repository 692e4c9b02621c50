/**
 * The layout of the table's page: its regions, with toolbar and tabs, without content.
 *
 * @import {Command} from "./model/keys.js"
 * @import {Tab} from "./tabs.js"
 */

import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { createTabs } from "./tabs.js";
import { createToolbar, named } from "./toolbar.js";

/**
 * @typedef {object} FrameActions
 * @property {(command: Command) => void} run
 * @property {(tab: Tab) => void} onTab
 */

/** @typedef {ReturnType<typeof createLayout>} Layout */

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
  const scores = h("div", { class: "table-scores", "aria-hidden": "true" });
  const seats = region("seats");
  const supplies = region("supplies");
  const toolbar = createToolbar(actions.run);
  const stage = h("div", { class: "table-stage" }, plan, banner);
  const board = h("section", { class: "table-board" }, stairs, stage, toolbar.element);
  const tabs = createTabs(actions.onTab);
  const side = h("div", { class: "table-side" }, room, scores, bar, typing, seats, supplies, tabs.element);
  const root = h("div", { class: "table" }, title, skip, board, side);
  host.append(root);
  showTyping(false);
  translate();

  function translate() {
    write(skip, t("table.tool.spoken"));
    toolbar.translate();
    tabs.translate();
    for (const [part, name] of /** @type {const} */ ([
      [board, "board"], [room, "room"], [bar, "bar"], [typing, "typing"], [seats, "seats"], [supplies, "supplies"],
    ])) {
      set(part, { "aria-label": t(`table.region.${name}`) });
    }
  }

  /** @param {boolean} on */
  function showTyping(on) {
    typing.hidden = !on;
    set(toolbar.tool("type"), { "aria-pressed": String(on) });
  }

  /** Show the number of unread messages. @param {number} count */
  function showUnread(count) {
    const [tab, tool] = [tabs.button("chat"), toolbar.tool("chat")];
    for (const button of [tab, tool]) set(button, { "data-unread": count || false });
    const words = count ? t("chat.unread", { count }) : t("table.tool.chat");
    named(tool, words);
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
    scores,
    seats,
    supplies,
    panels: tabs.panels,
    translate,
    showTab: tabs.show,
    showSteps: toolbar.showSteps,
    showTyping,
    tool: toolbar.tool,
    showUnread,
  };
}
