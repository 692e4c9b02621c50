/**
 * The cards of the seats: who plays, what they hold, their aqueducts and points.
 *
 * @import {PanelActions} from "./panel.js"
 * @import {Mount, Running, Standing} from "./model/standing.js"
 */

import { builderSign, podiumSign, seatSign, waterSign, workmanSign } from "../board/draw/signs.js";
import { byPointer, fill, h, keyed, set, write } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { levelName } from "../lib/seats.js";
import { icon } from "./icons.js";
import { awayWords } from "./model/clock.js";
import { builderName, capital, colorName, placeWords } from "./model/words.js";

/** Cards drawn per frame: all of them at once would block the page. */
const CARDS = 2;

/**
 * The cards of the seats.
 *
 * @param {HTMLElement} host
 * @param {PanelActions} actions
 */
export function createSeats(host, actions) {
  const cards = h("ol", { class: "seats", role: "list" });
  host.append(cards);

  /**
   * @param {readonly Standing[]} seats
   * @param {number} time the server's
   * @returns {boolean} whether there are more cards to draw
   */
  function update(seats, time) {
    const shown = seats.slice(0, cards.children.length + CARDS);
    keyed(cards, shown, {
      key: (seat) => seat.seat,
      create: card,
      update: (element, seat) => updateCard(element, seat, time, actions),
    });
    return shown.length < seats.length;
  }

  /**
   * The clocks alone: they change every second.
   *
   * @param {readonly (Time | null)[]} times by seat
   */
  function showClocks(times) {
    for (const [seat, card] of [...cards.children].entries()) {
      showClock(/** @type {HTMLElement} */ (card.querySelector(".seat-clock")), times[seat] ?? null);
    }
  }

  return { update, showClocks };
}

/** @param {Standing} seat */
function card(seat) {
  const ribbon = seatSign(seat.colors, { className: "seat-ribbon" });
  ribbon.setAttribute("preserveAspectRatio", "none");
  return h(
    "li",
    { class: "seat", "data-color": seat.colors[0] },
    ribbon,
    h(
      "span",
      { class: "seat-men", title: list(seat.colors.map(colorName)) },
      seat.colors.map((color) => workmanSign(color, { name: colorName(color) })),
    ),
    h(
      "div",
      { class: "seat-who" },
      h("h2", { class: "seat-name" }, h("span", { class: "seat-called" }), h("span", { class: "seat-mark" })),
      h(
        "span",
        { class: "seat-under" },
        h("span", { class: "seat-clock", role: "timer", hidden: true }),
        h("span", { class: "seat-kind" }),
      ),
    ),
    h("span", { class: "seat-blind", hidden: true }, icon("blind"), h("span", { class: "unseen" })),
    h("ul", { class: "seat-held", role: "list" }),
    h("ul", { class: "seat-ducts", role: "list" }),
    h(
      "div",
      { class: "seat-points" },
      h("strong"),
      h("span", { class: "seat-ended" }, icon("flag"), h("span"), h("small")),
      h("span", { class: "seat-total", "aria-hidden": "true", hidden: true }),
      h("span", { class: "unseen seat-points-words" }),
    ),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Standing} seat
 * @param {number} now the server's time
 * @param {PanelActions} actions
 */
function updateCard(element, seat, now, actions) {
  const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (element.querySelector(name));
  set(element, { "data-mover": seat.isMover, "aria-current": seat.isMover });
  set(element, { "data-here": seat.isHere === null ? false : String(seat.isHere), "data-out": seat.isResigned });
  write(part(".seat-called"), seat.name);
  // Who has no name is called "you" already.
  write(part(".seat-mark"), seat.isYours && seat.name !== t("common.you") ? t("table.mark.you") : "");
  const kind = kindWords(seat, now);
  write(part(".seat-kind"), kind);
  part(".seat-kind").title = kind;
  part(".seat-blind").hidden = !seat.isBlind;
  part(".seat-blind").title = t("table.is-blind");
  write(part(".seat-blind span"), t("table.is-blind"));
  write(part(".seat-points strong"), seat.points);
  part(".seat-ended").hidden = seat.ended === null;
  write(part(".seat-ended span"), seat.ended ?? "");
  write(part(".seat-ended small"), t("table.ended"));
  part(".seat-total").hidden = seat.total === null;
  write(part(".seat-total"), `Σ ${seat.total ?? ""}`);
  part(".seat-points").title = `${pointsWords(seat)}${seat.ended === null ? "" : `\n${t("table.ended-why")}`}`;
  for (const shown of [part(".seat-points strong"), part(".seat-ended")]) set(shown, { "aria-hidden": "true" });
  write(part(".seat-points-words"), pointsWords(seat));
  keyed(part(".seat-held"), seat.held, {
    key: (kind, index) => `${kind} ${index}`,
    create: (kind) => h("li", null, builderSign(kind, { name: t("table.held", { builder: builderName(kind) }) })),
  });
  keyed(part(".seat-ducts"), [...seat.running, ...seat.mounted], {
    key: (item, index) => ("id" in item ? `open ${item.id}` : `closed ${index} ${item.color} ${item.podium}`),
    create: (item) => ("id" in item ? runningElement(item, actions) : mountedElement(item)),
    update: (li, item) => ("id" in item ? updateRunning(li, item, seat.running) : updateMounted(li, item)),
  });
}

/**
 * @param {Running} item
 * @param {PanelActions} actions
 */
function runningElement(item, actions) {
  const enter = () => {
    const { podium } = element.dataset;
    actions.onPodium(podium === undefined ? null : { podium: Number(podium), color: item.color });
  };
  const leave = () => actions.onPodium(null);
  const element = h(
    "li",
    { class: "duct", onpointerenter: byPointer(enter), onpointerleave: leave },
    waterSign(item.color),
    h("span", { class: "duct-length", "aria-hidden": "true" }),
    h("span", { class: "duct-podium" }),
    h("span", { class: "unseen" }),
  );
  return element;
}

/**
 * @param {HTMLElement} element
 * @param {Running} item
 * @param {readonly Running[]} all of the seat
 */
function updateRunning(element, item, all) {
  const ports = all.filter(({ color }) => color === item.color).map(({ port }) => port);
  const words = ductWords({ ...item, port: placeWords(item.port, ports) });
  set(element, { title: words, "data-podium": item.podium ?? false, "data-blocked": item.blocked });
  write(element.children[1], item.length);
  const podium = element.children[2];
  if (podium.getAttribute("data-podium") !== String(item.podium)) {
    set(podium, { "data-podium": String(item.podium) });
    fill(podium, item.podium === null ? null : podiumSign(item.podium));
  }
  write(element.children[3], words);
}

/** @param {Mount} item */
function mountedElement(item) {
  return h(
    "li",
    { class: "duct mounted" },
    workmanSign(item.color),
    h("span", { class: "duct-bonus", "aria-hidden": "true" }),
    h("span", { class: "duct-podium" }, podiumSign(item.podium)),
    h("span", { class: "unseen" }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Mount} item
 */
function updateMounted(element, item) {
  const words = mountWords(item);
  set(element, { title: words });
  write(element.children[1], item.bonus ? `+${item.bonus}` : "");
  write(element.children[3], words);
}

/**
 * @typedef {{ text: string, isLow: boolean, isRunning: boolean }} Time
 *
 * @param {HTMLElement} element
 * @param {Time | null} time
 */
export function showClock(element, time) {
  element.hidden = !time;
  if (!time) return;
  write(element, time.text);
  set(element, { "data-low": time.isLow, "data-running": time.isRunning, title: t("table.clock.left") });
}

/**
 * @param {Standing} seat
 * @param {number} now
 */
function kindWords(seat, now) {
  // A bot without a name of its own is called by its level.
  const parts = [seat.kind === "bot" && seat.isNamed ? t("table.bot", { level: levelName(seat.bot) }) : ""];
  if (seat.kind === "person" && seat.bot && seat.isNamed) parts.push(t("common.bot")); // it plays over the network
  if (seat.isHost) parts.push(t("table.mark.host"));
  if (seat.kind === "open") parts.push(t("table.mark.open"));
  if (seat.isResigned) parts.push(t("table.mark.resigned"));
  if (seat.isStoodIn) parts.push(t("table.mark.stood-in"));
  if (seat.ended !== null && !seat.running.length) parts.push(t("table.mark.out"));
  if (seat.isHere === false) parts.push(awayWords(now - (seat.away || now)));
  if (seat.due) parts.push(t("table.due", { count: seat.due }));
  return parts.filter(Boolean).join(" · ");
}

/**
 * The points now and if the game ended now, and why that can be fewer.
 *
 * @param {Pick<Standing, "points" | "ended" | "total">} seat
 */
export function pointsWords({ points: count, ended, total }) {
  const points = t("common.points", { count });
  const words = ended === null ? points : t("table.points", { points, ended });
  const less = ended !== null && ended < count ? `. ${t("table.ended-less")}` : "";
  return `${words}${less}${total === null ? "" : ` ${t("table.match.total", { count: total })}`}`;
}

/** @param {Running} item */
function ductWords({ color, port, length, podium, blocked }) {
  const args = { color: colorName(color), port, length };
  if (podium === null) return capital(t("table.option.workman", args));
  const key = blocked ? "table.duct-blocked" : podium ? "table.duct" : "table.duct-out";
  return capital(t(key, { ...args, podium }));
}

/** @param {Mount} item */
function mountWords({ color, podium, bonus }) {
  const key = !podium ? "table.mounted-out" : bonus ? "table.mounted-bonus" : "table.mounted";
  return capital(t(key, { color: colorName(color), podium, bonus }));
}
