/** The ways to lay a tile on a square, as buttons beside it that are large enough for a finger on any screen. */

/** @import {Ghost, Target, View} from "../types.js" */
/** @import {Box, Point} from "./draw/geometry.js" */
/** @import {Size} from "./camera.js" */

import { byKeyboard, byPointer, h, keyed, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { guardPresses } from "../lib/presses.js";
import { middleOf } from "./draw/geometry.js";
import { waterOf } from "./draw/ghosts.js";
import { endSign, podiumSign, tileSign, waterSign, workmanSign } from "./draw/signs.js";

/**
 * @typedef {object} Item something to choose from
 * @property {Target} target
 * @property {string} words
 * @property {Ghost} [ghost]
 */

/** Room around the tray, in pixels. */
const MARGIN = 4;
/** What it costs to hide a square next to the chosen one, and one at its corner; a square of distance costs 1. */
const NEXT = 40;
const CORNER = 6;

/** @typedef {{box: Box, worth: number}} Sight something on the board, and what it costs to hide it */
/** @typedef {{x: number, y: number, from: Point, to: Point}} Place `from`, `to`: the ends of the line to the square */

/**
 * Where to put a tray of some size: in the window and off the square. It leaves the squares next to it in sight, hides
 * as little as possible of the rest, and stays near.
 * @param {Box} square in the window
 * @param {Size} tray
 * @param {Size} window
 * @param {readonly Sight[]} [sights]
 * @returns {Place}
 */
export function trayPlace(square, tray, window, sights = []) {
  const xs = starts(square.x, square.width, tray.width, window.width);
  const ys = starts(square.y, square.height, tray.height, window.height);
  const places = ys.flatMap((y) => xs.map((x) => ({ x, y, ...lineTo(square, { x, y, ...tray }) })));
  const seen = [...around(square), ...sights];
  const middle = middleOf(square);
  const costs = places.map(({ x, y, from, to }) => {
    const box = { x, y, ...tray };
    const line = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: 1, height: 1 };
    line.width += Math.abs(to.x - from.x);
    line.height += Math.abs(to.y - from.y);
    const hidden = seen.reduce((sum, one) => sum + one.worth * share(one.box, box), 0);
    const crossed = sights.reduce((sum, one) => sum + (share(one.box, line) ? one.worth : 0), 0);
    const far = Math.hypot(to.x - from.x, to.y - from.y) + Math.hypot(middle.x - from.x, middle.y - from.y) / 4;
    return 1000 * share(square, box) + hidden + crossed + far / square.width;
  });
  return places[costs.indexOf(Math.min(...costs))];
}

/**
 * The same below the board, where a style asks for it by `--tray: below`: no square is hidden.
 * @param {Box} square
 * @param {Size} tray
 * @param {Size} window
 * @returns {Place}
 */
function placeBelow(square, tray, window) {
  const x = Math.max(MARGIN, Math.min(middleOf(square).x - tray.width / 2, window.width - tray.width - MARGIN));
  const y = window.height + MARGIN;
  return { x, y, ...lineTo(square, { x, y, ...tray }) };
}

/**
 * Where a tray may begin in one direction: level with the square, clear of its neighbors, clear of it, at an edge.
 * @param {number} at where the square begins
 * @param {number} size of the square
 * @param {number} tray
 * @param {number} window
 */
function starts(at, size, tray, window) {
  const last = window - tray - MARGIN;
  const [before, after] = [at - MARGIN - tray, at + size + MARGIN];
  return [at + (size - tray) / 2, before - size, after + size, before, after, MARGIN, last].map((start) =>
    Math.max(MARGIN, Math.min(start, last)),
  );
}

/**
 * The shortest line from a tray to a square.
 * @param {Box} square
 * @param {Box} tray
 */
function lineTo(square, tray) {
  const from = nearest(tray, middleOf(square));
  return { from, to: nearest(square, from) };
}

/**
 * The point of a box that is nearest to another point.
 * @param {Box} box
 * @param {Point} point
 * @returns {Point}
 */
function nearest({ x, y, width, height }, point) {
  return { x: Math.max(x, Math.min(point.x, x + width)), y: Math.max(y, Math.min(point.y, y + height)) };
}

/**
 * The eight squares around one.
 * @param {Box} square
 * @returns {Sight[]}
 */
function around({ x, y, width, height }) {
  const steps = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ dx, dy })));
  return steps.filter(({ dx, dy }) => dx || dy).map(({ dx, dy }) => ({
    box: { x: x + dx * width, y: y + dy * height, width, height },
    worth: dx && dy ? CORNER : NEXT,
  }));
}

/**
 * How much of a box lies under another, from 0 to 1.
 * @param {Box} box
 * @param {Box} over
 */
function share({ x, y, width, height }, over) {
  const wide = Math.min(x + width, over.x + over.width) - Math.max(x, over.x);
  const high = Math.min(y + height, over.y + over.height) - Math.max(y, over.y);
  return (Math.max(0, wide) * Math.max(0, high)) / (width * height);
}

/**
 * @typedef {object} TrayWishes
 * @property {(target: Target) => void} point
 * @property {(target: Target | null) => void} hover
 * @property {() => void} leave by keyboard, back to the board
 */

/** @param {TrayWishes} wishes */
export function createTray(wishes) {
  const list = h("div", { class: "board-tray-items", role: "group" });
  const line = h("span", { class: "board-tray-leader" });
  const element = h("div", { class: "board-tray", hidden: true }, line, list);
  const guard = guardPresses(element);
  /** @type {Item[]} */
  let items = [];
  /** @type {View | null} */
  let seen = null;
  /** As large as the page has laid it out. @type {Size} */
  let own = { width: 0, height: 0 };
  /** What its place was found for. */
  let where = "";
  /** Puts it where it was last wanted. */
  let put = () => {};
  // The size is reported after layout and before painting, so that the tray never shows in a wrong place.
  const resized = new ResizeObserver(([{ borderBoxSize: [size] }]) => {
    own = { width: size.inlineSize, height: size.blockSize };
    put();
  });
  resized.observe(element);

  element.addEventListener("pointerleave", () => wishes.hover(null));
  element.addEventListener("keydown", (event) => onKey(event, list, wishes.leave));

  return {
    element,
    /** @param {Node | null} node */
    holds: (node) => element.contains(node),
    isOpen: () => !element.hidden,
    focus() {
      /** @type {HTMLElement | null} */ (list.querySelector("[aria-pressed=true]") ?? list.firstElementChild)?.focus();
    },
    /**
     * Show these items.
     * @param {View} view
     * @param {readonly Item[]} next
     * @param {string} label
     * @param {Target | null} current the one whose ghost is on the board
     */
    show(view, next, label, current) {
      items = [...next];
      list.setAttribute("aria-label", label);
      list.style.setProperty("--columns", String(items.length > 4 ? Math.ceil(items.length / 2) : items.length));
      element.hidden = false;
      guard.shows(JSON.stringify(items.map(({ target }) => target)));
      const changed = seen !== view;
      seen = view;
      keyed(list, items, {
        key: ({ target }) => `${target.what} ${target.name} ${target.face ?? ""}`,
        create: ({ target }) => createButton(target, wishes),
        update: (button, item) => updateButton(button, item, { view, current, changed }),
      });
    },
    /** Draw the eye to it. */
    nudge() {
      element.classList.remove("nudged");
      void element.offsetWidth;
      element.classList.add("nudged");
    },
    hide() {
      if (element.hidden) return;
      element.hidden = true;
      where = "";
      items = [];
      guard.shows("");
    },
    /**
     * Put it beside a square. It stays where it is while the ways are looked at.
     * @param {Box} square in the window
     * @param {Size} window
     * @param {readonly Sight[]} sights
     */
    place(square, window, sights) {
      put = () => {
        const wanted = JSON.stringify([square, own, window]);
        if (!own.width || wanted === where) return;
        where = wanted;
        const isBelow = getComputedStyle(element).getPropertyValue("--tray").trim() === "below";
        const { x, y, from, to } = isBelow
          ? placeBelow(square, own, window)
          : trayPlace(square, own, window, sights);
        element.style.transform = `translate(${x}px, ${y}px)`;
        line.style.transform =
          `translate(${from.x - x}px, ${from.y - y}px) rotate(${Math.atan2(to.y - from.y, to.x - from.x)}rad)`;
        line.style.width = `${Math.hypot(to.x - from.x, to.y - from.y)}px`;
      };
      put();
    },
    destroy: () => resized.disconnect(),
  };
}

/**
 * @param {KeyboardEvent} event
 * @param {Element} list
 * @param {() => void} leave
 */
function onKey(event, list, leave) {
  const buttons = [...list.children];
  const at = buttons.indexOf(/** @type {Element} */ (document.activeElement));
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  if (step && at >= 0) {
    event.preventDefault();
    /** @type {HTMLElement} */ (buttons[(at + step + buttons.length) % buttons.length]).focus();
  } else if (event.key === "Escape") {
    event.preventDefault();
    event.stopPropagation();
    leave();
  }
}

/**
 * @param {Target} target
 * @param {TrayWishes} wishes
 */
function createButton(target, { point, hover }) {
  return h("button", {
    type: "button",
    class: "board-tray-item",
    onclick: () => point(target),
    onpointerenter: byPointer(() => hover(target)),
    onfocus: byKeyboard(() => hover(target)),
  });
}

/**
 * @param {HTMLElement} button
 * @param {Item} item
 * @param {{ view: View, current: Target | null, changed: boolean }} now `changed`: it is another view
 */
function updateButton(button, item, { view, current, changed }) {
  const { ghost, target } = item;
  const shows = JSON.stringify([ghost?.length, ghost?.podium, ghost?.closes]);
  if (changed || button.dataset.shows !== shows) {
    const shown = h("span", { class: "board-tray-content", "aria-hidden": "true" }, content(view, item));
    button.replaceChildren(shown, h("span", { class: "unseen" }));
  }
  button.dataset.shows = shows;
  write(/** @type {Element} */ (button.lastElementChild), item.words);
  button.toggleAttribute("data-closes", Boolean(ghost?.closes?.length));
  if (ghost) button.setAttribute("aria-pressed", String(ghost.state === "chosen"));
  button.classList.toggle("current", current?.face === target.face && current?.name === target.name);
}

/**
 * @param {View} view
 * @param {Item} item
 * @returns {Node[]}
 */
function content(view, { target, ghost }) {
  if (target.what === "workman") {
    const aqueduct = view.aqueducts.find(({ open, course }) => open && course[course.length - 1] === target.name);
    if (!aqueduct) return [];
    return [workmanSign(aqueduct.color), h("span", { class: "board-tray-line" }, t(`board.side.${target.name[2]}`))];
  }
  if (!ghost) return [];
  const water = waterOf(view, ghost);
  const [color] = Object.values(water);
  const tile = tileSign(ghost.face, { water });
  if (ghost.length === undefined) return [tile];
  const line = h(
    "span",
    { class: "board-tray-line" },
    color && waterSign(color),
    h("span", { class: "board-tray-length" }, ghost.length),
    // What it closes tells its podium itself.
    ghost.closes?.some(({ own }) => own) ? null : podiumSign(ghost.podium ?? 0),
  );
  return [tile, line, ...(ghost.closes ?? []).map(closing)];
}

/**
 * That a tile closes an aqueduct, in shape and word, and where the workman goes.
 * @param {NonNullable<Ghost["closes"]>[number]} closed
 */
function closing({ color, podium, own }) {
  return h(
    "span",
    { class: "board-tray-closes" },
    own ? null : endSign(),
    workmanSign(color),
    h("span", null, t(own ? "board.tray.own" : "board.tray.other")),
    podium ? podiumSign(podium) : h("span", { class: "board-tray-out" }, t("board.tray.out")),
  );
}
