// The waiting room: who is at the table before the game starts, and how the others get there.
//
//   const room = createWaitingRoom(host, {send, askLinks})
//   room.update(state, presence, links)     whatever has changed; null for what is not known yet
//   room.close()                            it leaves the page
//
// The words change with the language by the next `update`. Needs the areas `friends`, `start` and `errors`.

import { announce } from "../lib/announce.js";
import { confirm } from "../lib/dialog.js";
import { fill, h, keyed, set, write } from "../lib/dom.js";
import { picker } from "../lib/fields.js";
import { language, t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { colorChips, levelName, seatColors, seatNames } from "../lib/seats.js";
import { keep, recall } from "../lib/settings.js";
import { levelOf, levelOptions } from "./bots.js";
import { linkButtons, linkTo } from "./links.js";
import { LONGEST_NAME } from "./seating.js";
import { createParentLine } from "./table_cards.js";
import { clockWords } from "./time_control.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").LinksMessage} Links */
/** @typedef {{table: TableInfo, yours: readonly number[], host?: boolean, version: number}} RoomState of `state` */
/** @typedef {{present: readonly number[], watching?: number}} Here of `presence` */
/**
 * What a person does here, without id and version: whoever sends it adds them, and tells what is refused.
 * @typedef {{type: "sit", seat: number, kind: "bot" | "open", bot?: string}
 *   | {type: "start", fill?: string}
 *   | {type: "rename", seat: number, name: string}
 *   | {type: "revoke", what: "chair" | "watch", chair?: number}} Wish
 */
/** @typedef {{send: (wish: Wish) => void, askLinks: () => void}} RoomActions `askLinks` sends `links` */
/** @typedef {{player: Player, name: string, link: string, isMine: boolean, isHere: boolean, isHost: boolean}} Row */

const OPEN = "open";

/**
 * @param {HTMLElement} host
 * @param {RoomActions} actions
 */
export function createWaitingRoom(host, { send, askLinks }) {
  /** The version for which links were asked. */
  let linked = -1;
  /** Who sat where, to be told who came. @type {readonly Player[] | null} */
  let known = null;
  let level = levelOf(recall("fill"));
  /** @type {{state: RoomState, here: Here | null, links: Links | null} | null} */
  let last = null;

  const title = h("h2", { class: "room-title" });
  const lead = h("p", { class: "room-lead soft" });
  const seats = h("ul", { class: "room-seats" });
  const termList = h("ul", { class: "room-terms soft small" });
  const watchers = h("div", { class: "room-watch" });
  const foot = h("div", { class: "room-foot" });
  const parent = createParentLine();
  const element = h("section", { class: "room sheet" }, title, lead, seats, watchers, termList, parent.element, foot);
  host.append(element);

  /**
   * @param {RoomState} state
   * @param {Here | null} here
   * @param {Links | null} links
   */
  function update(state, here, links) {
    last = { state, here, links };
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
    drawSeats(rows);
    drawTerms(termsOf(table));
    parent.update(table);
    drawWatchers(isHost, links?.watch ?? "", here?.watching ?? 0);
    const mayClaim = open > 0 && yours.length === 0 && table.options?.public === true;
    drawFoot({ isHost, open: open > 0, mayClaim });
    tellNews(table.players, yours);
  }

  /** @param {readonly Row[]} rows */
  function drawSeats(rows) {
    const colors = seatColors(rows.length);
    keyed(seats, rows, {
      // Everything that makes a row another one is in its key; the name of one's own is typed into it, and stays.
      key: ({ player, link, isMine, isHost }) =>
        [player.seat, player.kind, player.bot, link, isMine, isHost, rows.length, language()].join(" "),
      create: (row) => createRow(row, colors[row.player.seat] ?? []),
      update: updateRow,
    });
  }

  /**
   * @param {Row} row
   * @param {readonly string[]} colors
   */
  function createRow({ player, link, isMine, isHost }, colors) {
    const { seat, kind } = player;
    const words = { title: t("friends.link-seat", { number: seat + 1 }), text: t("friends.link-seat-text") };
    return h(
      "li",
      { class: "room-seat", "data-kind": kind },
      colorChips(colors),
      isMine ? nameField(player) : !(isHost && kind === "open") && h("span", { class: "room-name" }),
      isHost && kind !== "person" ? kindPicker(player) : kind !== "open" && h("span", { class: "room-mark" }),
      isHost && kind === "person" && !isMine && freeButton(player),
      link && linkButtons({ hash: link, ...words }, { primary: true }),
    );
  }

  /**
   * @param {HTMLElement} element
   * @param {Row} row
   */
  function updateRow(element, { player, name, isHere, isMine }) {
    const label = element.querySelector(".room-name");
    const field = element.querySelector("input");
    const mark = element.querySelector(".room-mark");
    if (label) write(label, name);
    if (field && field !== document.activeElement) field.value = player.name ?? "";
    if (!mark) return;
    const state = player.kind === "bot" ? "bot" : isHere || isMine ? "here" : "away";
    set(mark, { "data-state": state });
    write(mark, t(isMine ? "friends.mark.you" : `friends.mark.${state}`));
  }

  /** @param {Player} player */
  function nameField({ seat, name = "" }) {
    const input = h("input", {
      type: "text",
      value: name,
      maxlength: LONGEST_NAME,
      placeholder: t("friends.your-name"),
      "aria-label": t("friends.your-name"),
      autocomplete: "nickname",
      spellcheck: "false",
      onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && input.blur(),
      onchange() {
        keep("name", input.value.trim());
        send({ type: "rename", seat, name: input.value.trim() });
      },
    });
    return input;
  }

  /** @param {Player} player */
  function kindPicker({ seat, kind, bot = "" }) {
    /** @type {[string, string][]} */
    const options = [[OPEN, t("common.friend")]];
    for (const [name, words] of levelOptions()) options.push([name, t("start.bot", { level: words })]);
    const isListed = options.some(([name]) => name === bot);
    if (kind === "bot" && !isListed) options.push([bot, t("start.bot", { level: levelName(bot) })]);
    return picker({
      label: t("friends.who-on", { number: seat + 1 }),
      options,
      value: kind === "bot" ? bot : OPEN,
      onChange: (value) =>
        send(value === OPEN ? { type: "sit", seat, kind: "open" } : { type: "sit", seat, kind: "bot", bot: value }),
    });
  }

  /** @param {Player} player */
  function freeButton({ seat, chair = 0 }) {
    const onclick = async () => {
      const name = last ? (seatNames(last.state.table.players)[seat] ?? "") : "";
      const question = { title: t("friends.free-title", { name }), text: t("friends.free-text") };
      if (await confirm({ ...question, yes: t("friends.free") })) send({ type: "revoke", what: "chair", chair });
    };
    const words = t("friends.free");
    return h("button", { type: "button", class: "icon-button", "aria-label": words, title: words, onclick }, "×");
  }

  /** @param {readonly string[]} terms */
  function drawTerms(terms) {
    termList.hidden = terms.length === 0;
    keyed(termList, terms, { key: (line) => line, create: (line) => h("li", null, line) });
  }

  /**
   * @param {boolean} isHost
   * @param {string} link
   * @param {number} watching
   */
  function drawWatchers(isHost, link, watching) {
    const shows = [isHost && link, watching, language()].join(" ");
    watchers.hidden = !(isHost && link) && !watching;
    if (watchers.dataset.shows === shows) return;
    watchers.dataset.shows = shows;
    const words = { hash: linkTo(link, "watch"), title: t("friends.link-watch"), text: t("friends.link-watch-text") };
    fill(
      watchers,
      h("span", null, watching ? t("friends.watching", { count: watching }) : t("friends.link-watch")),
      isHost && link && linkButtons(words, { compact: true }),
    );
  }

  /**
   * What comes next: the host starts; whoever only looks on at a table for anybody may still sit down.
   * @param {{isHost: boolean, open: boolean, mayClaim: boolean}} how
   */
  function drawFoot({ isHost, open, mayClaim }) {
    const shows = [isHost, open, mayClaim, language()].join(" ");
    if (foot.dataset.shows === shows) return;
    foot.dataset.shows = shows;
    foot.hidden = !isHost && !mayClaim;
    const onChange = (/** @type {string} */ value) => keep("fill", (level = value));
    const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, look = "button") =>
      h("button", { type: "button", class: look, onclick }, words);
    const fillers = [
      h("p", { class: "soft small room-fill" }, t("friends.fill-text")),
      picker({ label: t("friends.fill-level"), options: levelOptions(), value: level, onChange }),
      button(t("friends.fill"), () => send({ type: "start", fill: level })),
    ];
    if (!isHost) fill(foot, mayClaim && h("a", { class: "button primary", href: routeTo("lobby") }, t("friends.sit")));
    else fill(foot, open ? fillers : button(t("friends.start"), () => send({ type: "start" }), "button primary"));
  }

  /**
   * Say who came and who went, to those who do not see it.
   * @param {readonly Player[]} players
   * @param {readonly number[]} yours
   */
  function tellNews(players, yours) {
    const before = known;
    known = players;
    if (!before) return;
    const names = seatNames(players);
    const came = players.flatMap(({ kind, seat }) => {
      const isNew = kind !== "open" && before[seat]?.kind === "open" && !yours.includes(seat);
      return isNew ? [names[seat] ?? ""] : [];
    });
    if (came.length) announce(t("friends.came", { names: came, count: came.length }));
  }

  return { element, update, close: () => element.remove() };
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
      isMine: kind === "person" && yours.includes(seat),
      isHere: here?.present.includes(seat) ?? false,
      isHost,
    };
  });
}

/**
 * Those who have a seat and do not look at the table.
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
  const { clock, lots = false, public: isPublic = false } = options;
  return [
    clock ? clockWords(clock) : "",
    lots ? t("friends.terms.lots") : "",
    isPublic ? t("friends.terms.public") : "",
  ].filter(Boolean);
}
