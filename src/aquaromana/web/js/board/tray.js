/** The ways to lay a tile on a square, as buttons beside it that are large enough for a finger on any screen. */

/** @import {Ghost, Target, View} from "../types.js" */
/** @import {Box} from "./draw/geometry.js" */
/** @import {Size} from "./camera.js" */

import { h, keyed, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { waterOf } from "./draw/ghosts.js";
import { endSign, podiumSign, tileSign, waterSign, workmanSign } from "./draw/signs.js";

/**
 * @typedef {object} Item something to choose from
 * @property {Target} target
 * @property {string} words
 * @property {Ghost} [ghost]
 */

/** Room between the square and the tray, and around it, in pixels. */
const GAP = 10;
const MARGIN = 4;
const LOW = 480;

/** @typedef {{x: number, y: number, side: "above" | "below" | "left" | "right" | "edge"}} Place */

/**
 * Where to put a tray of some size: beside the square, in a low window also along an edge. It must not hide the
 * square, should stay in the window, and hides as few of the things that can be used or are asked about as possible.
 * @param {Box} square in the window
 * @param {Size} tray
 * @param {Size} window
 * @param {readonly Box[]} [used] what can be used
 * @returns {Place}
 */
export function trayPlace(square, tray, window, used = []) {
  const near = beside(square, tray, window);
  const places = window.height < LOW ? [...near, ...atEdges(tray, window)] : near;
  const cost = (/** @type {Place} */ { x, y }, /** @type {number} */ index) => {
    const box = { x, y, ...tray };
    const out = x < 0 || y < 0 || x + tray.width > window.width || y + tray.height > window.height;
    const hidden = used.filter((one) => overlap(box, one)).length;
    return (overlap(box, square) ? 1000 : 0) + (out ? 100 : 0) + hidden * 3 + index / 10;
  };
  const costs = places.map(cost);
  return places[costs.indexOf(Math.min(...costs))];
}

/**
 * @param {Box} square
 * @param {Size} tray
 * @param {Size} window
 * @returns {Place[]}
 */
function beside(square, tray, window) {
  const x = clamp(square.x + square.width / 2 - tray.width / 2, MARGIN, window.width - tray.width - MARGIN);
  const y = clamp(square.y + square.height / 2 - tray.height / 2, MARGIN, window.height - tray.height - MARGIN);
  return [
    { x, y: square.y - GAP - tray.height, side: "above" },
    { x, y: square.y + square.height + GAP, side: "below" },
    { x: square.x + square.width + GAP, y, side: "right" },
    { x: square.x - GAP - tray.width, y, side: "left" },
  ];
}

/**
 * @param {Size} tray
 * @param {Size} window
 * @returns {Place[]}
 */
function atEdges(tray, window) {
  const right = Math.max(0, window.width - tray.width);
  const low = window.height - tray.height - MARGIN;
  return [right / 2, MARGIN, right - MARGIN].flatMap((x) => [
    { x: Math.max(0, x), y: low, side: /** @type {const} */ ("edge") },
    { x: Math.max(0, x), y: MARGIN, side: /** @type {const} */ ("edge") },
  ]);
}

/**
 * @param {Box} a
 * @param {Box} b
 */
function overlap(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
function clamp(value, low, high) {
  return Math.max(low, Math.min(value, Math.max(low, high)));
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
  const element = h("div", { class: "board-tray", hidden: true }, list);
  /** @type {Item[]} */
  let items = [];
  /** @type {View | null} */
  let seen = null;
  /** As large as the page has laid it out. @type {Size} */
  let own = { width: 0, height: 0 };
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
      items = [];
    },
    /**
     * @param {Box} square in the window
     * @param {Size} window
     * @param {readonly Box[]} used what can be used
     */
    place(square, window, used) {
      put = () => {
        if (!own.width) return;
        const { x, y, side } = trayPlace(square, own, window, used);
        element.dataset.side = side;
        element.style.transform = `translate(${x}px, ${y}px)`;
        element.style.setProperty("--toward", `${square.x + square.width / 2 - x}px`);
        element.style.setProperty("--toward-y", `${square.y + square.height / 2 - y}px`);
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
    onpointerenter: (/** @type {PointerEvent} */ { pointerType }) => pointerType !== "touch" && hover(target),
    onfocus: () => hover(target),
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
