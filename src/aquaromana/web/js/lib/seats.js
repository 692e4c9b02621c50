/**
 * Who sits where, in words.
 *
 *   seatNames(table.players)          ["Du", "Agrippa", "Livia"]: names as chosen, or else our own
 *   seatNames(table.players, yours)   where others play too: "Du" is only who plays here
 *   seatName(names, 1)                "Agrippa"; without a name the number of the seat
 *   levelName("level:3")              "3 · Gehilfe"; a bot that we have no word for keeps its name
 *   seatColors(4)[0]                  ["yellow"]: which colors a seat has (R2.3)
 *   ownerWords(view.seats, names, "red")   " (Agrippa)", to be put behind the name of a color; "" without names
 *   colorChips(["yellow", "blue"])    little disks with letters, for lists
 */

import { h } from "./dom.js";
import { has, t } from "./i18n.js";

/** @typedef {import("../types.js").Player} Player */
/** @typedef {import("../types.js").View} View */

const COLORS = ["yellow", "red", "blue", "green"];

/** What stands for a color on figures, in the reader's language. @param {string} color */
export const colorLetter = (color) => t(`common.letter.${color}`);

/**
 * The colors of each seat.
 * @param {number} players
 * @returns {string[][]}
 */
export function seatColors(players) {
  return players === 2 ? [["yellow", "blue"], ["red", "green"]] : COLORS.slice(0, players).map((color) => [color]);
}

/**
 * What to call the seats. Without `yours`, the only person at the table is the reader.
 * @param {readonly Player[]} players
 * @param {readonly number[]} [yours] the seats that are played here
 * @returns {string[]}
 */
export function seatNames(players, yours) {
  const here = yours ?? players.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
  return players.map((player, index) => {
    if (player.name) return player.name;
    if (player.kind === "open") return t("common.open");
    if (player.kind === "bot") return `${t("common.bot")} ${levelName(player.bot ?? "")}`.trim();
    if (player.bot) return t("common.bot"); // a program that plays over the network
    return here.length === 1 && here[0] === index ? t("common.you") : t("common.person", { number: index + 1 });
  });
}

/**
 * The name of who sits there, or the number of the seat.
 * @param {readonly (string | undefined)[]} names
 * @param {number} seat
 */
export function seatName(names, seat) {
  return names[seat] || t("common.seat", { number: seat + 1 });
}

/**
 * How strong a bot is, in a word.
 * @param {string} bot
 */
export function levelName(bot) {
  return has(`common.level.${bot}`) ? t(`common.level.${bot}`) : bot;
}

/**
 * Who plays a color, to be put behind its name: brackets do in every language.
 * @param {View["seats"]} seats
 * @param {readonly string[]} names by seat
 * @param {string} color
 */
export function ownerWords(seats, names, color) {
  const seat = seats.find(({ colors }) => colors.includes(/** @type {import("../types.js").Color} */ (color)))?.seat;
  const name = seat === undefined ? "" : names[seat];
  return name ? ` (${name})` : "";
}

/** @param {readonly string[]} colors */
export function colorChips(colors) {
  return h(
    "span",
    { class: "color-chips" },
    colors.map((color) =>
      h(
        "span",
        { class: "color-chip", "data-color": color, title: t(`common.color.${color}`) },
        h("span", { "aria-hidden": "true" }, colorLetter(color)),
        h("span", { class: "unseen" }, t(`common.color.${color}`)),
      ),
    ),
  );
}
