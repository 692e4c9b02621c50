/**
 * The prompts that people at the table answer, as data: a request to take back, a bot for a player who is away, a seat
 * to take again, the way to the rematch.
 *
 * @import {Pending, Wish} from "../../types.js"
 * @import {Reader} from "./news.js"
 * @import {TableState} from "./state.js"
 */

import { t } from "../../lib/i18n.js";
import { remaining } from "./clock.js";

/**
 * Something that a button does: a wish for the server, or a way to somewhere on this page.
 * @typedef {{ label: string, wish?: Wish, way?: "rematch" | "links", isPrimary?: boolean }} Answer
 *
 * `isAsked`: an answer is wanted, so it is announced and stands out.
 * @typedef {object} Prompt
 * @property {string} key
 * @property {"undo" | "bot" | "seat" | "again"} icon
 * @property {string} text
 * @property {Answer[]} answers
 * @property {boolean} isAsked
 */

/** Seconds per stretch from which on players are not expected to be present all the time. */
const SLOW = 3600;

/** Seconds that players may be away, unless the table has another limit. */
const GRACE = 30;

/**
 * @param {TableState} state
 * @param {readonly string[]} names
 * @param {number} now the server's time
 * @returns {Prompt[]}
 */
export function prompts(state, names, now) {
  const { table } = state;
  if (!table) return [];
  if (table.next) {
    const answers = [{ label: t("table.prompt.to-rematch"), way: /** @type {const} */ ("rematch"), isPrimary: true }];
    return [{ key: "rematch", icon: "again", text: t("table.prompt.rematch"), answers, isAsked: true }];
  }
  if (table.status !== "playing") return [];
  return [...asked(state, names), ...stoodIn(state, names, now), ...open(state, names), ...missing(state, names, now)];
}

/**
 * @param {TableState} state
 * @param {readonly string[]} names
 * @returns {Prompt[]}
 */
function asked({ pending, yours, ply }, names) {
  if (!pending) return [];
  const sign = pending.what === "takeback" ? "undo" : "bot";
  const key = `${pending.what} ${pending.by} ${pending.ply ?? ""} ${pending.seat ?? ""}`;
  const seat = pending.waiting.find((one) => yours.includes(one));
  if (seat !== undefined) {
    const consent = (/** @type {boolean} */ yes) => ({ type: /** @type {const} */ ("consent"), seat, yes });
    const answers = [
      { label: t("table.prompt.yes"), wish: consent(true), isPrimary: true },
      { label: t("table.prompt.no"), wish: consent(false) },
    ];
    return [{ key, icon: sign, text: questionOf(pending, names, ply), answers, isAsked: true }];
  }
  const waiting = pending.waiting.map((one) => names[one] ?? "");
  const isOwn = yours.includes(pending.by);
  if (!isOwn) return [{ key, icon: sign, text: wishOf(pending, { names, yours }), answers: [], isAsked: false }];
  const wish = { type: /** @type {const} */ ("consent"), seat: pending.by, yes: false };
  const text = t("table.prompt.waiting", { names: waiting });
  return [{ key, icon: sign, text, answers: [{ label: t("table.prompt.never"), wish }], isAsked: false }];
}

/**
 * @param {Pending} pending
 * @param {readonly string[]} names
 * @param {number} plies
 */
function questionOf({ what, by, ply = 0, seat = -1 }, names, plies) {
  const name = names[by] ?? "";
  if (what === "takeback") return t("table.prompt.takeback", { name, count: plies - ply });
  return t("table.prompt.stand-in", { name, other: names[seat] ?? "" });
}

/**
 * The same for those who are not asked, including the player it is about.
 *
 * @param {Pending} pending
 * @param {Reader} reader
 */
function wishOf({ what, by, seat = -1 }, { names, yours }) {
  const name = names[by] ?? "";
  if (what === "takeback") return t("log.news.asked-takeback", { name });
  if (yours.length === 1 && yours[0] === seat) return t("log.news.asked-stand-in-for-you", { name });
  return t("log.news.asked-stand-in", { name, other: names[seat] ?? "" });
}

/**
 * Own seats for which a bot decides.
 *
 * @param {TableState} state
 * @param {readonly string[]} names
 * @param {number} now
 * @returns {Prompt[]}
 */
function stoodIn({ table, yours, clocks }, names, now) {
  const clock = table?.options?.clock;
  return (table?.players ?? [])
    .filter(({ seat, stand_in: bot, resigned }) => yours.includes(seat) && bot && !resigned)
    .map(({ seat }) => {
      const isSpent = clock?.per === "game" && clocks !== null && remaining(clocks, seat, now) <= 0;
      const wish = { type: /** @type {const} */ ("back"), seat };
      const answers = isSpent ? [] : [{ label: t("table.prompt.back"), wish, isPrimary: true }];
      const text = yours.length > 1 ? t("log.news.stood-in", { name: names[seat] ?? "" }) : t("log.news.stood-in-you");
      return { key: `back ${seat}`, icon: /** @type {const} */ ("bot"), text, answers, isAsked: !isSpent };
    });
}

/**
 * Seats that wait for a new player.
 *
 * @param {TableState} state
 * @param {readonly string[]} names
 * @returns {Prompt[]}
 */
function open({ table, host }, names) {
  return (table?.players ?? [])
    .filter(({ kind }) => kind === "open")
    .map(({ seat }) => ({
      key: `open ${seat}`,
      icon: /** @type {const} */ ("seat"),
      text: t("table.prompt.open", { name: names[seat] ?? "" }),
      answers: host ? [{ label: t("table.prompt.invite"), way: /** @type {const} */ ("links"), isPrimary: true }] : [],
      isAsked: false,
    }));
}

/**
 * The player who has to decide and has been away for long; games over days simply wait.
 *
 * @param {TableState} state
 * @param {readonly string[]} names
 * @param {number} now
 * @returns {Prompt[]}
 */
function missing(state, names, now) {
  const { table, view, pending } = state;
  const clock = table?.options?.clock;
  if (pending || (clock?.per === "stretch" && clock.seconds > SLOW)) return [];
  return absent(state, now)
    .filter((seat) => seat === view?.mover)
    .map((seat) => ({
      key: `missing ${seat}`,
      icon: /** @type {const} */ ("bot"),
      text: t("table.prompt.missing", { name: names[seat] ?? "" }),
      answers: [{ label: t("table.prompt.let"), wish: { type: /** @type {const} */ ("stand_in"), seat } }],
      isAsked: false,
    }));
}

/**
 * The seats for which this screen may ask a bot in: their people have been away for longer than was agreed.
 *
 * @param {TableState} state
 * @param {number} now
 * @returns {number[]}
 */
export function absent({ table, yours, host, presence }, now) {
  if (table?.status !== "playing" || !presence || !(host || (yours.length && !presence.host))) return [];
  const grace = table.options?.grace ?? GRACE;
  return table.players
    .filter(({ kind, stand_in: bot, resigned }) => kind === "person" && !bot && !resigned)
    .map(({ seat }) => seat)
    .filter((seat) => !yours.includes(seat) && now - (presence.away?.[seat] ?? Infinity) >= grace);
}
