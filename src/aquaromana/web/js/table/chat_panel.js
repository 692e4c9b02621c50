/**
 * The chat as part of the page: a tab beside the board, or a sheet over it on narrow screens; and a bubble with the
 * latest message while the chat is not visible.
 *
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {TableState} from "./model/state.js"
 * @import {Tab} from "./tabs.js"
 */

import { announce } from "../lib/announce.js";
import { openDialog } from "../lib/dialog.js";
import { h, write } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { play } from "../lib/sound.js";
import { createChat, isMuted, keepRead, mute, readAt, saidWords, unread } from "./chat.js";
import { isCompany } from "./model/state.js";

/** Milliseconds for which the bubble is shown. */
const SHOWN = 6000;

/** Seconds for which a message is news. */
const RECENT = 15;

/** Where the chat is a sheet over the board instead of a tab beside it. */
const NARROW = "(max-width: 59.99rem)";

/**
 * @typedef {object} ChatState
 * @property {number} read the number of the last message that was read
 * @property {number} heard the number of the last message that was drawn
 * @property {string} drawn what the chat was drawn from
 * @property {TableState["refusal"]} refusal the last refusal that the chat knows of
 * @property {{ close: () => void } | null} sheet the chat as a sheet
 * @property {ReturnType<typeof setTimeout> | undefined} fading hides the bubble
 */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {{ showTab: (tab: Tab) => void, onMute: () => void }} handlers
 */
export function createChatPanel(layout, game, { showTab, onMute }) {
  /** @type {ChatState} */
  const own = { read: readAt(game.state().id), heard: -1, drawn: "", refusal: null, sheet: null, fading: undefined };
  const chat = createChat({ onSay: say, onMute });
  const bubble = h("button", { type: "button", class: "table-said", hidden: true, onclick: open });
  layout.panels.chat.append(chat.element);
  layout.plan.after(bubble);
  layout.tool("chat").hidden = true;

  /** @param {TableState} state */
  function update(state) {
    const { id, said, yours, view, chat: isOn } = state;
    const names = game.names();
    const isRead = !document.hidden && (own.sheet !== null || !layout.panels.chat.hidden);
    const last = said.at(-1)?.number ?? -1;
    if (state.refusal !== own.refusal && state.refusal?.code.startsWith("chat/")) chat.restore();
    own.refusal = state.refusal;
    // The page is drawn with every move of the pointer: the chat only when something of it has changed.
    const now = JSON.stringify([last, names, yours, isOn, isMuted(), isRead, hasChat(state), language()]);
    if (now === own.drawn) return;
    own.drawn = now;
    const colors = view?.seats.map((seat) => seat.colors) ?? [];
    chat.update({ said, names, colors, yours, isOn, canSpeak: yours.length > 0, language: language() });
    if (isRead && last > own.read) keepRead(id, (own.read = last));
    if (isRead) bubble.hidden = true;
    else if (!isMuted()) showLast(state, names);
    own.heard = last;
    layout.showUnread(isMuted() ? 0 : unread(said, yours, own.read));
    layout.tool("chat").hidden = !hasChat(state);
  }

  /**
   * Show the last message, unless it was said before we came.
   *
   * @param {TableState} state
   * @param {readonly string[]} names
   */
  function showLast({ said, yours }, names) {
    const fresh = said.findLast((one) => one.number > own.heard && !yours.includes(one.seat) && saidWords(one));
    if (!fresh || game.now() - fresh.at > RECENT) return;
    const words = t("chat.line", { name: names[fresh.seat] ?? "", words: saidWords(fresh) });
    clearTimeout(own.fading);
    write(bubble, words);
    bubble.hidden = false;
    play("chat");
    announce(words);
    own.fading = setTimeout(() => (bubble.hidden = true), SHOWN);
  }

  /** @param {{ text?: string, phrase?: string }} words */
  function say(words) {
    const { yours, view } = game.state();
    const seat = yours.find((one) => one === view?.mover) ?? yours[0];
    if (seat !== undefined) game.say({ seat, ...words });
  }

  function open() {
    if (!hasChat(game.state())) return;
    if (matchMedia(NARROW).matches) showSheet();
    else showTab("chat");
    update(game.state());
    chat.toEnd();
    chat.focus();
  }

  function showSheet() {
    const onClose = () => {
      layout.panels.chat.append(chat.element);
      own.sheet = null;
    };
    own.sheet ??= openDialog({ title: t("chat.title"), class: "chat-sheet", body: chat.element, onClose });
  }

  return {
    update,
    open,
    /** Whether there is anybody to talk to. */
    isOffered: () => hasChat(game.state()),
    close() {
      clearTimeout(own.fading);
      own.sheet?.close();
    },
  };
}

/** Hide what others say in this browser, or show it again. */
export function switchMuted() {
  mute(!isMuted());
}

/** @param {TableState} state */
function hasChat(state) {
  return state.table?.status !== "waiting" ? isCompany(state) || state.said.length > 0 : false;
}
