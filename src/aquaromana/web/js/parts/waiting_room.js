/**
 * The waiting room: who is at the table before the game starts, and links for those who are missing.
 *
 *   const room = createWaitingRoom(host, {send, askLinks})
 *   room.update(state, presence, links)     whatever has changed; null for what is not known yet
 *   room.close()                            remove it from the page
 *
 * The words change with the language by the next `update`. Needs the areas `friends`, `start` and `errors`.
 */

import { announce } from "../lib/announce.js";
import { fill, h, keyed, write } from "../lib/dom.js";
import { picker } from "../lib/fields.js";
import { language, t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { seatNames } from "../lib/seats.js";
import { keep, recall } from "../lib/settings.js";
import { levelOf, levelOptions } from "./bots.js";
import { linkButtons, linkTo } from "./links.js";
import { createParentLine } from "./table_cards.js";
import { clockWords } from "./time_control.js";
import { createSeatRows } from "./waiting_seats.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").LinksMessage} Links */
/** @typedef {{table: TableInfo, yours: readonly number[], host?: boolean, version: number}} RoomState of `state` */
/** @typedef {{present: readonly number[], watching?: number}} Here of `presence` */
/** @typedef {import("./waiting_seats.js").Row} Row */
/** @typedef {import("./waiting_seats.js").Wish} Wish */
/** @typedef {{send: (wish: Wish) => void, askLinks: () => void}} RoomActions `askLinks` sends `links` */

/**
 * @param {HTMLElement} host
 * @param {RoomActions} actions
 */
export function createWaitingRoom(host, { send, askLinks }) {
  /** The version for which links were asked. */
  let linked = -1;
  /** Who sat where, to announce who has joined. @type {readonly Player[] | null} */
  let known = null;

  const title = h("h2", { class: "room-title" });
  const lead = h("p", { class: "room-lead soft" });
  const seats = createSeatRows(send);
  const termList = h("ul", { class: "room-terms soft small" });
  const watchers = createWatchers();
  const foot = createFoot(send);
  const parent = createParentLine();
  const parts = [title, lead, seats.element, watchers.element, termList, parent.element, foot.element];
  const element = h("section", { class: "room sheet" }, parts);
  host.append(element);

  /**
   * @param {RoomState} state
   * @param {Here | null} here
   * @param {Links | null} links
   */
  function update(state, here, links) {
    const { table, yours, host: isHost = false, version } = state;
    if (version !== linked && (isHost || yours.length)) {
      linked = version;
      askLinks();
    }
    const open = table.players.filter((player) => player.kind === "open").length;
    const rows = rowsOf(state, here, links);
    const missing = here ? missingOf(rows) : [];
    write(title, t(open ? "friends.room" : missing.length ? "friends.room-taken" : "friends.room-full"));
    write(lead, leadWords({ open, missing, isHost, auto: table.options?.auto ?? true, plays: yours.length > 0 }));
    seats.update(rows);
    const terms = termsOf(table);
    termList.hidden = terms.length === 0;
    keyed(termList, terms, { key: (line) => line, create: (line) => h("li", null, line) });
    parent.update(table);
    watchers.update((isHost && links?.watch) || "", here?.watching ?? 0);
    const mayClaim = open > 0 && yours.length === 0 && table.options?.public === true;
    foot.update({ isHost, open: open > 0, mayClaim });
    if (known) announceNew(known, table.players, yours);
    known = table.players;
  }

  return { element, update, close: () => element.remove() };
}

/** How many watch, and for the host the link by which others can. */
function createWatchers() {
  const element = h("div", { class: "room-watch" });
  return {
    element,
    /**
     * @param {string} link
     * @param {number} watching
     */
    update(link, watching) {
      const shows = [link, watching, language()].join(" ");
      element.hidden = !link && !watching;
      if (element.dataset.shows === shows) return;
      element.dataset.shows = shows;
      const words = { hash: linkTo(link, "watch"), title: t("friends.link-watch"), text: t("friends.link-watch-text") };
      fill(
        element,
        h("span", null, watching ? t("friends.watching", { count: watching }) : t("friends.link-watch")),
        link && linkButtons(words, { compact: true }),
      );
    },
  };
}

/**
 * What comes next: the host starts the game; spectators of a public table may still take a seat.
 * @param {(wish: Wish) => void} send
 */
function createFoot(send) {
  const element = h("div", { class: "room-foot" });
  /** Of the bots that fill open seats. */
  let level = levelOf(recall("fill"));
  const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, look = "button") =>
    h("button", { type: "button", class: look, onclick }, words);
  const fillers = () => [
    h("p", { class: "soft small room-fill" }, t("friends.fill-text")),
    picker({
      label: t("friends.fill-level"),
      options: levelOptions(),
      value: level,
      onChange: (value) => keep("fill", (level = value)),
    }),
    button(t("friends.fill"), () => send({ type: "start", fill: level })),
  ];
  return {
    element,
    /** @param {{isHost: boolean, open: boolean, mayClaim: boolean}} how */
    update({ isHost, open, mayClaim }) {
      const shows = [isHost, open, mayClaim, language()].join(" ");
      if (element.dataset.shows === shows) return;
      element.dataset.shows = shows;
      element.hidden = !isHost && !mayClaim;
      const sit = mayClaim && h("a", { class: "button primary", href: routeTo("lobby") }, t("friends.sit"));
      if (!isHost) fill(element, sit);
      else if (open) fill(element, fillers());
      else fill(element, button(t("friends.start"), () => send({ type: "start" }), "button primary"));
    },
  };
}

/**
 * Announce who has joined, for screen readers.
 * @param {readonly Player[]} before
 * @param {readonly Player[]} players
 * @param {readonly number[]} yours
 */
function announceNew(before, players, yours) {
  const names = seatNames(players);
  const came = players.flatMap(({ kind, seat }) => {
    const isNew = kind !== "open" && before[seat]?.kind === "open" && !yours.includes(seat);
    return isNew ? [names[seat] ?? ""] : [];
  });
  if (came.length) announce(t("friends.came", { names: came, count: came.length }));
}

/**
 * The seats with everything that is shown of them.
 * @param {RoomState} state
 * @param {Here | null} here
 * @param {Links | null} links
 * @returns {Row[]}
 */
export function rowsOf({ table, yours, host: isHost = false }, here, links) {
  const names = seatNames(table.players, yours);
  return table.players.map((player) => {
    const { seat, kind, chair = 0 } = player;
    const found = links?.chairs.find((each) => each.chair === chair);
    return {
      player,
      name: names[seat] ?? "",
      link: kind === "open" && found?.invite ? found.link : "",
      token: (kind === "open" && found?.bot) || "",
      isMine: kind === "person" && yours.includes(seat),
      isHere: here?.present.includes(seat) ?? false,
      isHost,
    };
  });
}

/**
 * People who have a seat but are not looking at the table.
 * @param {readonly Row[]} rows
 */
function missingOf(rows) {
  const isMissing = (/** @type {Row} */ { player, isMine, isHere }) => player.kind === "person" && !isMine && !isHere;
  return rows.filter(isMissing).map(({ name }) => name);
}

/**
 * What happens next, in a sentence.
 * @param {{open: number, missing: readonly string[], isHost: boolean, auto: boolean, plays: boolean}} how
 */
export function leadWords({ open, missing, isHost, auto, plays }) {
  if (!open && missing.length) {
    const key = isHost ? "friends.lead.missing" : "friends.lead.missing-guest";
    return t(key, { names: missing, count: missing.length });
  }
  if (isHost) return open ? t("friends.lead.host", { count: open }) : t("friends.lead.ready");
  if (!open) return t("friends.lead.host-starts");
  return t(plays ? (auto ? "friends.lead.guest-auto" : "friends.lead.guest") : "friends.lead.watch");
}

/**
 * What is agreed at a table, in words.
 * @param {TableInfo} table
 * @returns {string[]}
 */
export function termsOf({ options = {} }) {
  const { clock, lots = false, public: isPublic = false, hints = false, match } = options;
  return [
    match ? t("friends.terms.match", { count: match.games }) : "",
    clock ? clockWords(clock) : "",
    lots ? t("friends.terms.lots") : "",
    isPublic ? t("friends.terms.public") : "",
    hints ? t("friends.terms.hints") : "",
  ].filter(Boolean);
}
