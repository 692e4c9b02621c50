/**
 * What people agree on at the table besides the game: to take back, to give up, to let a bot play, to play again; and
 * the menu that offers it.
 *
 * @import {App} from "../app.js"
 * @import {Game} from "./model/game.js"
 * @import {Item} from "./menu.js"
 * @import {TableState} from "./model/state.js"
 */

import { follow } from "../lib/api.js";
import { confirm, toast } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { told } from "../lib/reasons.js";
import { about } from "../lib/server.js";
import { change, settings } from "../lib/settings.js";
import { openWebhook } from "../parts/webhook.js";
import { isMuted } from "./chat.js";
import * as actions from "./model/actions.js";
import { absent } from "./model/prompts.js";
import { isCompany, isOver } from "./model/state.js";
import { canNotify, isNotified, notify } from "./notifications.js";

/**
 * What else the menu offers, besides what people agree on.
 * @typedef {object} MenuWays
 * @property {() => void} openLinks
 * @property {() => void} onMute
 * @property {() => boolean} isTyping whether the field for notation is shown
 * @property {() => void} switchTyping
 */

/** @typedef {ReturnType<typeof createAgreements>} Agreements */

/**
 * @param {Game} game
 * @param {App} app
 */
export function createAgreements(game, app) {
  /** Somebody here has asked for the rematch, and goes there when it is opened. */
  let isWanted = false;
  let isGoing = false;
  /** Whether others can reach this server. */
  let isShared = false;
  /** Whether it calls addresses of people at their turn. */
  let hasWebhooks = false;
  let isKnown = false;
  learn();

  /** Ask the server what it is; without an answer it is asked again when the menu is opened. */
  async function learn() {
    const { access, webhooks } = await about().catch(() => ({ access: "", webhooks: false }));
    isKnown = access !== "";
    isShared = access === "shared";
    hasWebhooks = webhooks;
  }

  /** @param {TableState} state */
  const ownSeats = ({ table, yours }) =>
    (table?.players ?? []).filter(({ seat, resigned }) => yours.includes(seat) && !resigned).map(({ seat }) => seat);

  /** The seat that a person here acts for: the one that decides, if it is theirs. @param {TableState} state */
  const actor = (state) => {
    const own = ownSeats(state);
    return own.find((seat) => seat === state.view?.mover) ?? own[0];
  };

  function takeBack() {
    const target = actions.takeback(game.state());
    if (target) game.want({ type: "takeback", seat: target.seat, ply: target.ply });
  }

  async function resign() {
    const state = game.state();
    const seat = actor(state);
    if (seat === undefined) return;
    const left = state.table?.players.filter((player) => !player.resigned).length ?? 0;
    const text = left > 2 ? "text" : "text-last";
    // Several people at one screen are called by their names.
    const [whose, name] = [state.yours.length === 1 ? "" : "-for", game.names()[seat] ?? ""];
    const sure = await confirm({
      title: t(`table.accord.resign-title${whose}`, { name }),
      text: t(`table.accord.resign-${text}${whose}`, { name }),
      yes: t("table.accord.resign"),
      danger: true,
    });
    if (sure) game.want({ type: "resign", seat });
  }

  /** Ask for the rematch, or go there. */
  function rematch() {
    if (game.state().table?.next) return void goOn();
    isWanted = true;
    game.want({ type: "rematch" });
  }

  async function goOn() {
    const { id, table } = game.state();
    if (!table?.next || isGoing) return;
    isGoing = true;
    try {
      await follow(table.next, id);
      app.go("table", { id: table.next });
    } catch (error) {
      toast(told(error), { kind: "error" });
    } finally {
      isGoing = false;
    }
  }

  async function switchNotices() {
    const on = !isNotified();
    if (!(await notify(on))) toast(t("table.accord.notices-refused"), { kind: "error" });
  }

  /**
   * What the menu offers now.
   *
   * @param {MenuWays} ways
   * @returns {Item[]}
   */
  function items({ openLinks, onMute, isTyping, switchTyping }) {
    const state = game.state();
    const isPlaying = state.table?.status === "playing";
    if (!isKnown) learn();
    return [
      ...(isPlaying ? turnItems(state) : []),
      ...(isOver(state) ? endItems(state) : []),
      ...(isShared && (state.host || state.yours.length)
        ? [{ key: "links", icon: /** @type {const} */ ("link"), label: t("table.accord.links"), run: openLinks }]
        : []),
      ...(isCompany(state) ? chatItems(state, onMute) : []),
      ...ownItems(state, isTyping, switchTyping),
      ...(hasWebhooks && state.table?.status !== "over" ? webhookItems(state) : []),
      ...(isPlaying ? leavingItems(state) : []),
    ];
  }

  /**
   * @param {TableState} state
   * @returns {Item[]}
   */
  function turnItems(state) {
    const { table, pending } = state;
    /** @type {Item[]} */
    const found = [];
    const seat = actor(state);
    if (actions.takeback(state) && !pending) {
      found.push({ key: "takeback", icon: "undo", label: t("table.accord.takeback"), run: takeBack });
    }
    for (const other of absent(state, game.now())) {
      const label = t("table.accord.let", { name: game.names()[other] ?? "" });
      found.push({ key: `let ${other}`, icon: "bot", label, run: () => game.want({ type: "stand_in", seat: other }) });
    }
    if (seat !== undefined && table?.players[seat]?.stand_in) {
      const run = () => game.want({ type: "back", seat });
      found.push({ key: "back", icon: "seat", label: t("table.matter.back"), run });
    }
    return found;
  }

  /**
   * @param {TableState} state
   * @returns {Item[]}
   */
  function leavingItems(state) {
    const seat = actor(state);
    if (seat === undefined) return [];
    /** @type {Item[]} */
    const found = [];
    if (isCompany(state) && !state.table?.players[seat]?.stand_in) {
      const run = () => game.want({ type: "stand_in", seat });
      found.push({ key: "leave", icon: "bot", label: t("table.accord.leave"), run });
    }
    found.push({ key: "resign", icon: "out", label: t("table.accord.resign"), run: resign });
    return found;
  }

  /**
   * @param {TableState} state
   * @returns {Item[]}
   */
  function endItems({ table, yours, host }) {
    const label = table?.next ? t("table.matter.to-rematch") : t("table.finale.again");
    return table?.next || yours.length || host ? [{ key: "rematch", icon: "again", label, run: rematch }] : [];
  }

  /**
   * @param {TableState} state
   * @param {() => void} onMute
   * @returns {Item[]}
   */
  function chatItems({ chat, host }, onMute) {
    /** @type {Item[]} */
    const found = [{ key: "mute", icon: "mute", label: t("chat.mute"), isOn: isMuted(), run: onMute }];
    if (host) {
      const run = () => game.want({ type: "switch", chat: !chat });
      found.push({ key: "chat", icon: "chat", label: t("table.accord.chat"), isOn: chat, run });
    }
    return found;
  }

  /**
   * @param {TableState} state
   * @param {() => boolean} isTyping
   * @param {() => void} switchTyping
   * @returns {Item[]}
   */
  function ownItems(state, isTyping, switchTyping) {
    /** @type {Item[]} */
    const found = [];
    if (canNotify() && isCompany(state)) {
      const label = t("table.accord.notices");
      found.push({ key: "notices", icon: "bell", label, isOn: isNotified(), run: switchNotices });
    }
    const thinks = () => change("thinking", !settings.thinking);
    const typing = t(isTyping() ? "table.type.close" : "table.tool.type");
    found.push(
      { key: "type", icon: "keyboard", label: typing, run: switchTyping, isNarrow: true },
      {
        ...{ key: "thinking", icon: /** @type {const} */ ("thought"), label: t("table.tool.thinking"), run: thinks },
        ...{ isOn: settings.thinking, isNarrow: true },
      },
    );
    return found;
  }

  /**
   * @param {TableState} state
   * @returns {Item[]}
   */
  function webhookItems(state) {
    const player = state.table?.players[actor(state) ?? -1];
    if (!player) return [];
    const run = () => openWebhook(state.id, player.chair ?? 0);
    return [{ key: "webhook", icon: "bell", label: t("friends.webhook"), run }];
  }

  return {
    items,
    rematch,
    takeBack,
    resign,
    /** Whether this screen may ask for the rematch. */
    canRematch() {
      const { table, yours, host } = game.state();
      return Boolean(table?.next) || yours.length > 0 || host;
    },
    /** The rematch has been opened: those who asked for it go there. */
    followed: () => void (isWanted && goOn()),
  };
}
