/**
 * What the menu of the table offers. menu.js shows it.
 *
 * @import {Player, Wish} from "../types.js"
 * @import {Item} from "./menu.js"
 * @import {Command} from "./model/keys.js"
 * @import {TableState} from "./model/state.js"
 */

import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { change, settings } from "../lib/settings.js";
import { isMuted } from "./chat.js";
import { againWords } from "./match_result.js";
import { takeback } from "./model/actions.js";
import { absent } from "./model/prompts.js";
import { actingSeat, isCompany, isOver } from "./model/state.js";
import { canNotify, isNotified } from "./notifications.js";

/**
 * @typedef {object} Circumstances what the items depend on in addition to the state
 * @property {readonly string[]} names
 * @property {number} now the server's time
 * @property {boolean} isShared whether others can reach this server
 * @property {boolean} hasWebhooks whether it calls addresses of people at their turn
 * @property {boolean} isTyping whether the field for notation is shown
 *
 * @typedef {object} Ways what the items do
 * @property {(wish: Wish) => void} want
 * @property {() => void} takeBack
 * @property {() => void} resign
 * @property {() => void} rematch
 * @property {() => void} openLinks
 * @property {() => void} mute
 * @property {() => void} notify
 * @property {(player: Player) => void} openWebhook
 * @property {() => void} switchTyping
 * @property {(command: Command) => void} run
 */

/**
 * @param {TableState} state
 * @param {Circumstances} circumstances
 * @param {Ways} ways
 * @returns {Item[]}
 */
export function menuItems(state, circumstances, ways) {
  const isPlaying = state.table?.status === "playing";
  const { isShared, hasWebhooks } = circumstances;
  if (state.lesson || state.puzzle) return [...toolItems(circumstances, ways), ...headerItems(ways)];
  return [
    ...(isPlaying ? turnItems(state, circumstances, ways) : []),
    ...(isOver(state) ? endItems(state, ways) : []),
    ...(isShared && (state.host || state.yours.length) ? [linksItem(ways)] : []),
    ...(isCompany(state) ? chatItems(state, ways) : []),
    ...(canNotify() && isCompany(state) ? [notificationsItem(ways)] : []),
    ...toolItems(circumstances, ways),
    ...(hasWebhooks && state.table?.status !== "over" ? webhookItems(state, ways) : []),
    ...headerItems(ways),
    ...(isPlaying ? leavingItems(state, ways) : []),
  ];
}

/**
 * @param {TableState} state
 * @param {Circumstances} circumstances
 * @param {Ways} ways
 * @returns {Item[]}
 */
function turnItems(state, { names, now }, { want, takeBack }) {
  const { table, pending } = state;
  /** @type {Item[]} */
  const found = [];
  const seat = actingSeat(state);
  if (takeback(state) && !pending) {
    found.push({ key: "takeback", icon: "undo", label: t("table.actions.takeback"), run: takeBack });
  }
  for (const other of absent(state, now)) {
    const label = t("table.actions.let", { name: names[other] ?? "" });
    found.push({ key: `let ${other}`, icon: "bot", label, run: () => want({ type: "stand_in", seat: other }) });
  }
  if (seat !== undefined && table?.players[seat]?.stand_in) {
    const run = () => want({ type: "back", seat });
    found.push({ key: "back", icon: "seat", label: t("table.prompt.back"), run });
  }
  return found;
}

/**
 * @param {TableState} state
 * @param {Ways} ways
 * @returns {Item[]}
 */
function leavingItems(state, { want, resign }) {
  const seat = actingSeat(state);
  if (seat === undefined) return [];
  /** @type {Item[]} */
  const found = [];
  if (isCompany(state) && !state.table?.players[seat]?.stand_in) {
    const run = () => want({ type: "stand_in", seat });
    found.push({ key: "leave", icon: "bot", label: t("table.actions.leave"), run });
  }
  found.push({ key: "resign", icon: "out", label: t("table.actions.resign"), run: resign });
  return found;
}

/**
 * @param {TableState} state
 * @param {Ways} ways
 * @returns {Item[]}
 */
function endItems({ table, yours, host }, { rematch }) {
  const label = againWords(table);
  return table?.next || yours.length || host ? [{ key: "rematch", icon: "again", label, run: rematch }] : [];
}

/**
 * @param {Ways} ways
 * @returns {Item}
 */
function linksItem({ openLinks }) {
  return { key: "links", icon: "link", label: t("table.actions.links"), run: openLinks };
}

/**
 * @param {TableState} state
 * @param {Ways} ways
 * @returns {Item[]}
 */
function chatItems({ chat, host }, { want, mute }) {
  /** @type {Item[]} */
  const found = [{ key: "mute", icon: "mute", label: t("chat.mute"), isOn: isMuted(), run: mute }];
  if (host) {
    const run = () => want({ type: "switch", chat: !chat });
    found.push({ key: "chat", icon: "chat", label: t("table.actions.chat"), isOn: chat, run });
  }
  return found;
}

/**
 * @param {Ways} ways
 * @returns {Item}
 */
function notificationsItem({ notify }) {
  return { key: "notify", icon: "bell", label: t("table.actions.notify"), isOn: isNotified(), run: notify };
}

/**
 * What the tools beside the board have no room for on narrow screens.
 *
 * @param {Circumstances} circumstances
 * @param {Ways} ways
 * @returns {Item[]}
 */
function toolItems({ isTyping }, { switchTyping }) {
  const typing = t(isTyping ? "table.type.close" : "table.tool.type");
  return [
    { key: "type", icon: "keyboard", label: typing, run: switchTyping, only: "phone" },
    {
      key: "thinking",
      icon: "thought",
      label: t("table.tool.thinking"),
      run: () => change("thinking", !settings.thinking),
      isOn: settings.thinking,
      only: "phone",
    },
  ];
}

/**
 * What stands among the tools and in the header where there is room.
 *
 * @param {Ways} ways
 * @returns {Item[]}
 */
function headerItems({ run }) {
  /** @type {(key: "share" | "spoken", icon: Item["icon"]) => Item} */
  const tool = (key, icon) => ({ key, icon, label: t(`table.tool.${key}`), run: () => run(key), only: "sideways" });
  /** @type {(key: string, icon: Item["icon"]) => Item} */
  const page = (key, icon) => {
    const go = () => (location.hash = routeTo(key));
    return { key, icon, label: t(`common.page.${key}`), run: go, only: "sideways" };
  };
  return [
    tool("share", "share"),
    tool("spoken", "ear"),
    page("rules", "book"),
    page("games", "games"),
    page("settings", "gear"),
  ];
}

/**
 * @param {TableState} state
 * @param {Ways} ways
 * @returns {Item[]}
 */
function webhookItems(state, { openWebhook }) {
  const player = state.table?.players[actingSeat(state) ?? -1];
  return player ? [{ key: "webhook", icon: "bell", label: t("friends.webhook"), run: () => openWebhook(player) }] : [];
}
