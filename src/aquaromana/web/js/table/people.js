/**
 * The people around the table, on the page: the waiting room, what they have to settle, their clocks, the chat and the
 * menu. All of it follows the state of the game; what changes by itself as time goes by is looked at twice a second.
 *
 * @import {Agreements} from "./agreements.js"
 * @import {Layout, Tab} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {Answer} from "./model/prompts.js"
 * @import {TableState} from "./model/state.js"
 */

import { announce } from "../lib/announce.js";
import { openDialog } from "../lib/dialog.js";
import { h, set, write } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { createWaitingRoom } from "../parts/waiting_room.js";
import { createChat, isMuted, keepRead, mute, readAt, saidWords, unread } from "./chat.js";
import { icon } from "./icons.js";
import { openLinks } from "./links.js";
import { createMenu } from "./menu.js";
import { awayWords, clockText, isClocked, remaining, warning } from "./model/clock.js";
import { prompts } from "./model/prompts.js";
import { isCompany } from "./model/state.js";
import { showClock } from "./panel.js";
import { createPrompts } from "./prompts.js";

const TICK = 500;

/** Milliseconds for which it is shown what somebody said. */
const SHOWN = 6000;

/** Seconds for which it is news. */
const RECENT = 15;

/** Where the chat is no tab beside the board, but a sheet over it. */
const NARROW = "(max-width: 59.99rem)";

/**
 * @typedef {object} Surroundings
 * @property {Layout} layout
 * @property {Game} game
 * @property {Agreements} agreements
 * @property {HTMLElement} clock in the bar
 * @property {(times: readonly (import("./panel.js").Time | null)[]) => void} showClocks of the seats
 * @property {() => boolean} isTyping whether the field for notation is shown
 * @property {() => void} switchTyping
 * @property {(tab: Tab) => void} showTab
 * @property {() => void} redraw
 */

/** @param {Surroundings} around */
export function createPeople(around) {
  const { layout, game, agreements, clock, showClocks, isTyping, switchTyping, showTab, redraw } = around;
  const list = createPrompts(layout.bar, act);
  const chat = createChat({ onSay: say, onMute: quiet });
  const menu = createMenu(layout.root, layout.tool("menu"), () =>
    agreements.items({ openLinks: showLinks, onMute: quiet, isTyping, switchTyping }),
  );
  const watchers = h("p", { class: "seats-watching", hidden: true }, icon("eye"), h("span"));
  const bubble = h("button", { type: "button", class: "table-said", hidden: true, onclick: openChat });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let fading;
  layout.panels.chat.append(chat.element);
  layout.plan.after(bubble);
  layout.seats.append(watchers);
  layout.tool("chat").hidden = true;
  /** @type {ReturnType<typeof createWaitingRoom> | null} */
  let room = null;
  /** @type {ReturnType<typeof openLinks> | null} */
  let links = null;
  /** The version for which the links were asked. */
  let linked = -1;
  /** The chat as a sheet. @type {{ close: () => void } | null} */
  let sheet = null;
  /** The last that was read of the chat, and the last that was heard. */
  let read = readAt(game.state().id);
  let heard = -1;
  /** What the chat was drawn from. */
  let drawn = "";
  /** The last refusal of which the chat knows. @type {TableState["refusal"]} */
  let refusal = null;
  /** The last warning of a clock that was announced. */
  let warned = "";
  /** How long people are away, as it was drawn. */
  let away = "";
  const timer = setInterval(tick, TICK);

  /** @param {TableState} state */
  function update(state) {
    const { table } = state;
    if (!table) return;
    const isWaiting = table.status === "waiting";
    set(layout.root, { "data-status": table.status });
    layout.room.hidden = !isWaiting;
    layout.bar.hidden = layout.seats.hidden = isWaiting;
    if (isWaiting) {
      room ??= createWaitingRoom(layout.room, { send: game.want, askLinks: game.askLinks });
      room.update({ ...state, table }, state.presence, state.links);
    } else {
      room?.close();
      room = null;
    }
    drawChat(state);
    drawWatchers(state.presence?.watching ?? 0);
    followLinks(state);
    menu.name(t("table.menu"));
    menu.update();
    tick();
  }

  /** @param {number} count */
  function drawWatchers(count) {
    watchers.hidden = count === 0;
    if (count) write(/** @type {Element} */ (watchers.lastElementChild), t("friends.watching", { count }));
  }

  /** What changes with the time. */
  function tick() {
    const state = game.state();
    if (!state.table || document.hidden) return;
    const now = game.now();
    list.update(prompts(state, game.names(), now));
    drawClocks(state, now);
    const words = Object.values(state.presence?.away ?? {}).map((since) => awayWords(now - since)).join();
    if (words !== away) redraw();
    away = words;
  }

  /**
   * @param {TableState} state
   * @param {number} now
   */
  function drawClocks({ table, clocks, view, yours }, now) {
    const rules = table?.options?.clock;
    const times = (table?.players ?? []).map((player) => {
      if (!rules || !clocks || !isClocked(rules, clocks, player)) return null;
      const left = remaining(clocks, player.seat, now);
      const isRunning = clocks.running === player.seat;
      const due = isRunning ? warning(rules, left) : 0;
      if (due && yours.includes(player.seat)) warn(`${clocks.started} ${due}`, due);
      return { text: clockText(left), isLow: due > 0, isRunning };
    });
    showClocks(times);
    showClock(clock, (table?.status === "playing" && times[view?.mover ?? -1]) || null);
  }

  /**
   * @param {string} key
   * @param {number} seconds
   */
  function warn(key, seconds) {
    if (key !== warned) announce(t("table.clock.warning", { count: seconds }), { urgent: true });
    warned = key;
  }

  /** @param {Answer} wanted */
  function act({ wish, way }) {
    if (wish) game.want(wish);
    else if (way === "rematch") agreements.rematch();
    else showLinks();
  }

  // The chat.

  /** @param {TableState} state */
  function drawChat(state) {
    const { id, said, yours, view, chat: isOn } = state;
    const people = game.names();
    const isRead = !document.hidden && (sheet !== null || !layout.panels.chat.hidden);
    const last = said.at(-1)?.number ?? -1;
    if (state.refusal !== refusal && state.refusal?.code.startsWith("chat/")) chat.restore();
    refusal = state.refusal;
    // The page is drawn with every move of the pointer: the chat only when something of it has changed.
    const now = JSON.stringify([last, people, yours, isOn, isMuted(), isRead, hasChat(state), language()]);
    if (now === drawn) return;
    drawn = now;
    const colors = view?.seats.map((seat) => seat.colors) ?? [];
    chat.update({ said, names: people, colors, yours, isOn, canSpeak: yours.length > 0, language: language() });
    if (isRead && last > read) keepRead(id, (read = last));
    if (isRead) bubble.hidden = true;
    else if (!isMuted()) tellLast(state, people);
    heard = last;
    layout.showUnread(isMuted() ? 0 : unread(said, yours, read));
    layout.tool("chat").hidden = !hasChat(state);
  }

  /**
   * What was said before we came is not news.
   *
   * @param {TableState} state
   * @param {readonly string[]} people
   */
  function tellLast({ said, yours }, people) {
    const fresh = said.findLast((one) => one.number > heard && !yours.includes(one.seat) && saidWords(one));
    if (!fresh || game.now() - fresh.at > RECENT) return;
    callOut(t("chat.line", { name: people[fresh.seat] ?? "", words: saidWords(fresh) }));
  }

  /** Show for a moment what somebody said, to those who do not look at the chat. @param {string} words */
  function callOut(words) {
    clearTimeout(fading);
    write(bubble, words);
    bubble.hidden = false;
    announce(words);
    fading = setTimeout(() => (bubble.hidden = true), SHOWN);
  }

  /** @param {{ text?: string, phrase?: string }} words */
  function say(words) {
    const { yours, view } = game.state();
    const seat = yours.find((one) => one === view?.mover) ?? yours[0];
    if (seat !== undefined) game.say({ seat, ...words });
  }

  /** What others say is hidden here, or shown again. */
  function quiet() {
    mute(!isMuted());
    update(game.state());
  }

  function openChat() {
    if (!hasChat(game.state())) return;
    if (matchMedia(NARROW).matches) showSheet();
    else showTab("chat");
    drawChat(game.state());
    chat.toEnd();
    chat.focus();
  }

  function showSheet() {
    const onClose = () => {
      layout.panels.chat.append(chat.element);
      sheet = null;
    };
    sheet ??= openDialog({ title: t("chat.title"), class: "chat-sheet", body: chat.element, onClose });
  }

  // Links.

  function showLinks() {
    linked = -1;
    const onVoid = (/** @type {{ what: "chair" | "watch", chair: number }} */ { what, chair }) =>
      game.want({ type: "revoke", what, chair });
    links = openLinks(onVoid, () => (links = null));
    followLinks(game.state());
  }

  /** As long as the links are looked at they are those of now. @param {TableState} state */
  function followLinks(state) {
    if (!links) return;
    if (linked !== state.version) {
      linked = state.version;
      game.askLinks();
    }
    links.update(state, game.names());
  }

  return {
    update,
    openChat,
    openMenu: () => menu.toggle(),
    /** The tabs that there are beside those of the game. @returns {readonly Tab[]} */
    tabs: () => (hasChat(game.state()) ? ["chat"] : []),
    close() {
      clearInterval(timer);
      clearTimeout(fading);
      sheet?.close();
      links?.close();
      room?.close();
    },
  };
}

/** Whether there is anybody to talk to. @param {TableState} state */
function hasChat(state) {
  return state.table?.status !== "waiting" ? isCompany(state) || state.said.length > 0 : false;
}

/** @typedef {ReturnType<typeof createPeople>} People */
