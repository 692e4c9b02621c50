/**
 * Events at the table other than decisions, in words: who came and went, resigned or took something back.
 *
 * @import {News, Step, TableEvent} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { t } from "../../lib/i18n.js";
import { colorName } from "./words.js";

/**
 * Who the words are for: names by seat, and the seats that are played here; one alone is called "you".
 * @typedef {{ names: readonly string[], yours: readonly number[] }} Reader
 */

/**
 * A sentence for each event; nothing for those that people need not read.
 *
 * @param {readonly News[]} all
 * @param {Reader} reader
 * @returns {Map<number, string>} by version
 */
export function newsWords(all, reader) {
  /** @type {Map<number, string>} */
  const words = new Map();
  const lots = all.flatMap(({ event }) => (event.what === "began" && event.order?.length ? [event.order] : []))[0];
  const start = all.find(({ event }) => event.what === "began")?.version ?? 0;
  let asker = -1;
  for (const { version, event } of all) {
    // Before lots were drawn people had other seats.
    const now = (/** @type {number} */ seat) => (lots && version < start ? lots.indexOf(seat) : seat);
    if (event.what === "asked") asker = event.by;
    const text = sentence(event, now, reader, asker);
    if (text) words.set(version, text);
  }
  return words;
}

/**
 * @param {TableEvent} event
 * @param {(seat: number) => number} now the seat that somebody has now
 * @param {Reader} reader
 * @param {number} asker who has asked last for something
 * @returns {string}
 */
function sentence(event, now, { names, yours }, asker) {
  const isYou = (/** @type {number} */ seat) => yours.length === 1 && yours[0] === now(seat);
  /**
   * @param {string} key
   * @param {number} seat
   * @param {Record<string, string | number>} [args]
   */
  const told = (key, seat, args = {}) =>
    t(`log.news.${key}${isYou(seat) ? "-you" : ""}`, { name: names[now(seat)] ?? "", ...args });
  switch (event.what) {
    case "sat":
      if (event.kind === "open") return t("log.news.sat-open", { name: event.name || names[now(event.seat)] });
      return event.kind === "bot" ? t("log.news.sat-bot", { name: names[now(event.seat)] }) : told("sat", event.seat);
    case "began":
      return event.order?.length ? t("log.news.lots", { names }) : t("log.news.began");
    case "renamed":
      return t("log.news.renamed", { name: event.name || names[now(event.seat)] });
    case "stood-in":
      return told(event.why === "clock" ? "stood-in-clock" : "stood-in", event.seat);
    case "came-back":
      return told("came-back", event.seat);
    case "resigned":
      return told(event.why === "clock" ? "resigned-clock" : "resigned", event.seat);
    case "asked":
      if (event.kind === "takeback") return told("asked-takeback", event.by);
      if (isYou(event.seat ?? -1)) return t("log.news.asked-stand-in-for-you", { name: names[now(event.by)] ?? "" });
      return told("asked-stand-in", event.by, { other: names[now(event.seat ?? -1)] ?? "" });
    case "declined":
      return told(event.seat === asker ? "withdrawn" : "declined", event.seat);
    case "taken-back":
      return t("log.news.taken-back", { count: event.decisions });
    case "hinted":
      return told(`hinted-${event.rung}`, event.seat);
    case "switched":
      return t(event.chat ? "log.news.chat-on" : "log.news.chat-off");
    case "followed":
      return t("log.news.followed");
    default:
      return "";
  }
}

/**
 * Who begins a rematch, and with which colors the reader plays, until they have placed a builder: everybody has moved
 * on by a seat.
 *
 * @param {Pick<TableState, "table" | "view" | "steps" | "yours">} state
 * @param {readonly string[]} names
 */
function rematchWords({ table, view, steps, yours }, names) {
  if (table?.origin !== "rematch" || view?.phase !== "setup") return "";
  if (steps.some(({ seat }) => yours.includes(seat))) return "";
  const [own] = yours;
  if (yours.length !== 1) return t("table.rematch.begins", { name: names[0] ?? "" });
  const colors = (view.seats[own]?.colors ?? []).map(colorName);
  return own ? t("table.rematch.yours", { colors, name: names[0] ?? "" }) : t("table.rematch.you", { colors });
}

/**
 * What to know at the beginning, until one has placed a builder: who begins a rematch, and the two colors that
 * everybody has in a game of two (R2.3).
 *
 * @param {Pick<TableState, "table" | "view" | "steps" | "yours" | "lesson">} state
 * @param {readonly string[]} names
 */
export function openingWords(state, names) {
  const { view, steps, yours, lesson } = state;
  const again = rematchWords(state, names);
  if (again || view?.players !== 2 || view.phase !== "setup" || lesson) return again;
  const seat = yours.length > 1 ? view.mover : yours[0];
  const colors = (view.seats[seat]?.colors ?? []).map(colorName);
  if (!colors.length || steps.some((step) => step.seat === seat)) return "";
  return yours.length > 1
    ? t("table.two-colors-for", { name: names[seat] ?? "", colors })
    : t("table.two-colors", { colors });
}

/**
 * Decisions and news in the order in which they happened. News of what was taken back stand where the game went on.
 *
 * @param {readonly Step[]} steps
 * @param {readonly News[]} news
 * @returns {(Step | News)[]}
 */
export function together(steps, news) {
  /** @type {{ one: News, ply: number }[]} */
  const placed = [];
  let least = Infinity;
  for (const one of news.toReversed()) {
    const { ply = 0, event } = one;
    if (event.what === "taken-back") least = Math.min(least, event.ply);
    placed.unshift({ one, ply: Math.min(ply, least) });
  }
  /** @type {(Step | News)[]} */
  const all = [];
  let next = 0;
  for (const step of steps) {
    for (; next < placed.length && placed[next].ply <= step.ply; next += 1) all.push(placed[next].one);
    all.push(step);
  }
  return [...all, ...placed.slice(next).map(({ one }) => one)];
}
