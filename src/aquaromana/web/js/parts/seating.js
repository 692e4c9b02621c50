/**
 * The form for choosing who plays, in turn order: people at this screen, bots and, where others can join, friends.
 *
 *   const seating = createSeating(readSeating(recall("seating")), bots)
 *   const seating = createSeating(readSeating(recall("friends"), {isOpen: true}), bots, {isOpen: true})
 *   seating.element; seating.value()                  [{kind: "person", bot: "level:3", name: "Ann"}, …]
 *   playersOf(seating.value())                        what POST /api/tables takes
 */

import { announce } from "../lib/announce.js";
import { fill, h, keyed, set, write } from "../lib/dom.js";
import { chips, picker } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { colorChips, seatColors } from "../lib/seats.js";
import { BOT_NAMES, levelOf, USUAL } from "./bots.js";
import { oddsWords } from "./match_choice.js";

/** @typedef {{kind: "person" | "bot" | "open", bot: string, name: string}} Seat `open`: for a friend who gets a link */

export const LONGEST_NAME = 40;
const PERSON = "person";
const OPEN = "open";

/** @type {Seat} */
const SOMEBODY = { kind: PERSON, bot: USUAL, name: "" };
/** @type {Seat} */
const FRIEND = { ...SOMEBODY, kind: OPEN };

/**
 * What was stored, as far as it is valid.
 * @param {unknown} kept
 * @param {{isOpen?: boolean}} [how] whether seats may be for friends
 * @returns {Seat[]}
 */
export function readSeating(kept, { isOpen = false } = {}) {
  const seats = Array.isArray(kept) ? kept.filter((seat) => seat && typeof seat === "object").slice(0, 4) : [];
  const read = seats.map((seat) => ({
    kind: /** @type {Seat["kind"]} */ (seat.kind === "bot" || (isOpen && seat.kind === OPEN) ? seat.kind : PERSON),
    bot: typeof seat.bot === "string" && seat.bot ? seat.bot : USUAL,
    name: typeof seat.name === "string" ? seat.name.slice(0, LONGEST_NAME) : "",
  }));
  while (read.length < 2) read.push({ ...(isOpen && read.length ? FRIEND : SOMEBODY) });
  return read;
}

/**
 * The seats for the server; bots without a name get one that nobody at the table has.
 * @param {readonly Seat[]} seats
 */
export function playersOf(seats) {
  const free = BOT_NAMES.filter((name) => !seats.some((seat) => seat.kind !== OPEN && seat.name.trim() === name));
  return seats.map(({ kind, bot, name }) => {
    if (kind === PERSON) return { kind, name: name.trim() };
    if (kind === OPEN) return { kind };
    return { kind, bot, name: name.trim() || (free.shift() ?? "") };
  });
}

/** @typedef {Seat & {key: number}} Row a seat in the form, which keeps its key when it is moved */

/**
 * The seats as a form.
 * @param {Seat[]} start
 * @param {readonly (readonly [string, string])[]} bots value and words
 * @param {{
 *   isOpen?: boolean,
 *   odds?: Record<string, readonly number[]>,
 *   onResize?: (players: number) => void,
 * }} [how] whether seats may be for friends; what they are worth, by their number; who hears how many there are
 */
export function createSeating(start, bots, { isOpen = false, odds = {}, onResize = () => {} } = {}) {
  let worth = odds;
  let count = 0;
  const fresh = (/** @type {Seat} */ seat) => ({ ...seat, key: (count += 1) });
  /** @type {Row[]} */
  let seats = start.map(fresh);
  const rows = h("ol", { class: "seats" });
  const order = h("p", { class: "soft small" });

  /** @param {number} players */
  function resize(players) {
    seats = seats.slice(0, players);
    while (seats.length < players) seats.push(fresh(isOpen ? FRIEND : { ...SOMEBODY, kind: "bot" }));
    draw();
    onResize(players);
  }

  /** @param {number} key @param {number} by */
  function move(key, by) {
    const at = seats.findIndex((seat) => seat.key === key);
    const [seat] = seats.splice(at, 1);
    if (!seat) return;
    seats.splice(at + by, 0, seat);
    draw();
    announce(t("start.moved", { number: at + by + 1 }));
  }

  function draw() {
    const colors = seatColors(seats.length);
    const colored = seats.length === 2 ? `${t("start.two-colors")} ` : "";
    write(order, `${colored}${t("start.order")} ${oddsWords(worth[seats.length])}`);
    keyed(rows, seats, {
      key: (seat) => seat.key,
      create: (seat) => createRow(seat, { bots, isOpen, onKind: draw, onMove: (by) => move(seat.key, by) }),
      update(element, seat, index) {
        updateRow(element, seat, { colors: colors[index] ?? [], isFirst: !index, isLast: index === seats.length - 1 });
      },
    });
  }

  draw();
  onResize(seats.length);
  const sizes = chips({
    name: "seats",
    label: t("start.players"),
    options: [2, 3, 4].map((number) => [String(number), String(number)]),
    value: String(seats.length),
    onChange: (value) => resize(Number(value)),
  });
  return {
    element: h("div", { class: "seating" }, sizes, rows, order),
    value: () => seats.map(({ kind, bot, name }) => ({ kind, bot, name })),
    /** What the seats are worth from now on. @param {Record<string, readonly number[]>} [odds] */
    tell(odds = {}) {
      worth = odds;
      draw();
    },
  };
}

/**
 * A row of the form; what is entered goes into the seat.
 * @param {Row} seat
 * @param {{
 *   bots: readonly (readonly [string, string])[],
 *   isOpen: boolean,
 *   onKind: () => void,
 *   onMove: (by: number) => void,
 * }} how
 */
function createRow(seat, { bots, isOpen, onKind, onMove }) {
  seat.bot = bots.some(([name]) => name === seat.bot) ? seat.bot : levelOf(seat.bot);
  /** @type {[string, string][]} */
  const options = isOpen
    ? [[PERSON, t("start.here")], [OPEN, t("common.friend")]]
    : [[PERSON, t("start.person")]];
  for (const [name, level] of bots) options.push([name, t("start.bot", { level })]);
  const kinds = picker({
    label: t("start.who"),
    options,
    value: seat.kind === "bot" ? seat.bot : seat.kind,
    onChange(value) {
      Object.assign(seat, value === PERSON || value === OPEN ? { kind: value } : { kind: "bot", bot: value });
      onKind();
    },
  });
  const arrow = (/** @type {number} */ by, /** @type {string} */ sign, /** @type {string} */ label) => {
    const onclick = () => onMove(by);
    return h("button", { type: "button", class: "icon-button", "data-by": by, "aria-label": label, onclick }, sign);
  };
  return h(
    "li",
    { class: "seat-row" },
    h("span", { class: "seat-colors" }),
    h("input", {
      type: "text",
      value: seat.name,
      maxlength: LONGEST_NAME,
      placeholder: t("start.name"),
      "aria-label": t("start.name"),
      autocomplete: "off",
      spellcheck: "false",
      oninput: (/** @type {Event} */ event) => (seat.name = /** @type {HTMLInputElement} */ (event.target).value),
    }),
    kinds,
    h("span", { class: "seat-moves" }, arrow(-1, "↑", t("start.up")), arrow(1, "↓", t("start.down"))),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Row} seat
 * @param {{colors: readonly string[], isFirst: boolean, isLast: boolean}} place
 */
function updateRow(element, { kind, name }, { colors, isFirst, isLast }) {
  const input = /** @type {HTMLInputElement} */ (element.querySelector("input"));
  const text = kind === OPEN ? "" : name;
  if (input.value !== text) input.value = text;
  input.disabled = kind === OPEN;
  set(input, { placeholder: t(kind === OPEN ? "start.friend-name" : "start.name") });
  fill(/** @type {Element} */ (element.querySelector(".seat-colors")), colorChips(colors));
  const [up, down] = /** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll("[data-by]"));
  if (up) up.disabled = isFirst;
  if (down) down.disabled = isLast;
}
