/**
 * Tells people who are looking elsewhere that it is their turn: in the title of the tab, and with a notification if
 * they have asked for them.
 *
 * @import {App} from "../app.js"
 * @import {TableState} from "./model/state.js"
 */

import { t } from "../lib/i18n.js";
import { keep, recall } from "../lib/settings.js";
import { play } from "../lib/sound.js";
import { isCaughtUp } from "./model/disclosure.js";
import { decider } from "./model/state.js";

/** What is kept of the wish for notifications. */
const NAME = "notices";

/** Whether this browser can show notifications at all: pages without https cannot. */
export const canNotify = () => typeof Notification === "function" && globalThis.isSecureContext;

/** Whether people have asked for them, and the browser allows them. */
export const isNotified = () => canNotify() && recall(NAME) === true && Notification.permission === "granted";

/**
 * Switch notifications on or off; the browser asks whether they may be.
 *
 * @param {boolean} on
 * @returns {Promise<boolean>} whether it is as wanted
 */
export async function notify(on) {
  const isAllowed = !on || (canNotify() && (await Notification.requestPermission()) === "granted");
  if (isAllowed) keep(NAME, on || undefined);
  return isAllowed;
}

/**
 * What people here have to answer: a decision, or a question from others; nothing if it is not their turn.
 *
 * @param {TableState} state
 * @param {boolean} [isHidden] nobody looks at the page
 * @returns {string}
 */
export function call(state, isHidden = false) {
  if (!state.table || state.gone) return "";
  const { pending, yours, moved } = state;
  if (pending?.waiting.some((seat) => yours.includes(seat))) return `asked ${pending.what} ${pending.by}`;
  const isDue = isHidden || isCaughtUp(state); // those who look see first what has led to it
  return decider(state) !== null && !state.sent && isDue ? `turn ${moved}` : "";
}

/**
 * @param {App} app
 * @param {() => readonly string[]} names
 */
export function createNotifications(app, names) {
  let last = "";
  /** @type {Notification | null} */
  let shown = null;

  /** @param {TableState} state */
  function update(state) {
    if (!state.table) return;
    const now = call(state, document.hidden);
    app.title(title(state));
    if (now && now !== last) play("turn");
    if (now && now !== last && document.hidden && isNotified()) show(state, now);
    if (!now || !document.hidden) hide();
    last = now;
  }

  /**
   * @param {TableState} state
   * @param {string} now
   */
  function show({ id }, now) {
    hide();
    const title = t(now.startsWith("turn") ? "table.notice.turn" : "table.notice.asked");
    try {
      shown = new Notification(title, { body: t("table.title", { names: names() }), tag: id, icon: "/icons/icon.svg" });
      shown.onclick = () => (focus(), hide());
    } catch {
      // Some browsers let only their background workers notify; the title of the tab has to do.
    }
  }

  function hide() {
    shown?.close();
    shown = null;
  }

  /** What stands in the tab. @param {TableState} state */
  function title(state) {
    if (!state.table) return t("table.page-title");
    return t(call(state, document.hidden) ? "table.your-turn-title" : "table.title", { names: names() });
  }

  return { update, title, close: hide };
}
