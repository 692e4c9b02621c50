/** The seats in the waiting room: who has them, and what players and the host can change. */

import { confirm } from "../lib/dialog.js";
import { h, keyed, set, write } from "../lib/dom.js";
import { picker } from "../lib/fields.js";
import { language, t } from "../lib/i18n.js";
import { colorChips, levelName, seatColors, seatNames } from "../lib/seats.js";
import { keep } from "../lib/settings.js";
import { NETWORK, openBotToken } from "./bot_token.js";
import { levelOptions } from "./bots.js";
import { linkButtons } from "./links.js";
import { LONGEST_NAME } from "./seating.js";

/** @typedef {import("../types.js").Player} Player */
/**
 * `token` is that for a bot of one's own, on an open seat.
 * @typedef {{
 *   player: Player,
 *   name: string,
 *   link: string,
 *   token: string,
 *   isMine: boolean,
 *   isHere: boolean,
 *   isHost: boolean,
 * }} Row
 */
/**
 * An intent of a person here, without id and version: the sender adds them and reports refusals.
 * @typedef {{type: "sit", seat: number, kind: "bot" | "open", bot?: string}
 *   | {type: "start", fill?: string}
 *   | {type: "rename", seat: number, name: string}
 *   | {type: "revoke", what: "chair" | "watch", chair?: number}} Wish
 */

/** @typedef {(wish: Wish) => void} Send */

const OPEN = "open";

/** @param {Send} send */
export function createSeatRows(send) {
  const element = h("ul", { class: "room-seats" });
  /** What the seats are called. @type {readonly string[]} */
  let names = [];

  /** @param {readonly Row[]} rows */
  function update(rows) {
    names = seatNames(rows.map(({ player }) => player));
    const colors = seatColors(rows.length);
    keyed(element, rows, {
      // The key has everything that makes it another row; people's own names are typed into the row, and stay.
      key: ({ player, link, token, isMine, isHost }) =>
        [player.seat, player.kind, player.bot, link, token, isMine, isHost, rows.length, language()].join(" "),
      create: (row) => createRow(row, colors[row.player.seat] ?? []),
      update: updateRow,
    });
  }

  /**
   * @param {Row} row
   * @param {readonly string[]} colors
   */
  function createRow({ player, link, token, isMine, isHost }, colors) {
    const { seat, kind } = player;
    const words = { title: t("friends.link-seat", { number: seat + 1 }), text: t("friends.link-seat-text") };
    return h(
      "li",
      { class: "room-seat", "data-kind": kind },
      colorChips(colors),
      isMine ? nameField(player, send) : !(isHost && kind === "open") && h("span", { class: "room-name" }),
      isHost && kind !== "person"
        ? kindPicker(player, token, send)
        : kind !== "open" && h("span", { class: "room-mark" }),
      isHost && kind === "person" && !isMine && freeButton(player, () => names[seat] ?? "", send),
      link && linkButtons({ hash: link, ...words }, { primary: true }),
    );
  }

  /**
   * @param {HTMLElement} item
   * @param {Row} row
   */
  function updateRow(item, { player, name, isHere, isMine }) {
    const label = item.querySelector(".room-name");
    const field = item.querySelector("input");
    const mark = item.querySelector(".room-mark");
    if (label) write(label, name);
    if (field && field !== document.activeElement) field.value = player.name ?? "";
    if (!mark) return;
    const isBot = player.kind === "bot" || (player.bot === NETWORK && isHere);
    const state = isBot ? "bot" : isHere || isMine ? "here" : "away";
    set(mark, { "data-state": state });
    write(mark, t(isMine ? "friends.mark.you" : `friends.mark.${state}`));
  }

  return { element, update };
}

/**
 * @param {Player} player
 * @param {Send} send
 */
function nameField({ seat, name = "" }, send) {
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

/**
 * @param {Player} player
 * @param {string} token
 * @param {Send} send
 */
function kindPicker({ seat, kind, bot = "" }, token, send) {
  /** @type {[string, string][]} */
  const options = [[OPEN, t("common.friend")]];
  if (token) options.push([NETWORK, t("friends.network-bot")]);
  for (const [name, words] of levelOptions()) options.push([name, t("start.bot", { level: words })]);
  const isListed = options.some(([name]) => name === bot);
  if (kind === "bot" && !isListed) options.push([bot, t("start.bot", { level: levelName(bot) })]);
  const list = picker({
    label: t("friends.who-on", { number: seat + 1 }),
    options,
    value: kind === "bot" ? bot : OPEN,
    onChange(value) {
      if (value === NETWORK) {
        list.value = OPEN; // the seat is open until the program comes
        openBotToken({ seat, token });
        return;
      }
      send(value === OPEN ? { type: "sit", seat, kind: "open" } : { type: "sit", seat, kind: "bot", bot: value });
    },
  });
  return list;
}

/**
 * @param {Player} player
 * @param {() => string} called what the seat is called when the button is used
 * @param {Send} send
 */
function freeButton({ chair = 0 }, called, send) {
  const onclick = async () => {
    const name = called();
    const question = { title: t("friends.free-title", { name }), text: t("friends.free-text") };
    if (await confirm({ ...question, yes: t("friends.free") })) send({ type: "revoke", what: "chair", chair });
  };
  const words = t("friends.free");
  return h("button", { type: "button", class: "icon-button", "aria-label": words, title: words, onclick }, "×");
}
