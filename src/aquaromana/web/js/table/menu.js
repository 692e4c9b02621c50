/**
 * The menu of the table: a list of buttons that opens beside the menu button, on phones at the bottom of the window.
 */

import { h, keyed, set } from "../lib/dom.js";
import { icon } from "./icons.js";

/**
 * `isOn`: whether a switch is on; undefined for anything that is not a switch. `only`: where the tools have
 * no room for it, on every phone or on one held sideways.
 * @typedef {object} Item
 * @property {string} key
 * @property {Parameters<typeof icon>[0]} icon
 * @property {string} label
 * @property {() => unknown} run
 * @property {boolean} [isOn]
 * @property {"phone" | "sideways"} [only]
 */

/** Pixels between the button and the menu, and between the menu and the edge of the window. */
const GAP = 8;

/**
 * @param {HTMLElement} host
 * @param {HTMLElement} button that opens it
 * @param {() => readonly Item[]} items what can be done now
 */
export function createMenu(host, button, items) {
  const list = h("ul", { class: "menu-list", role: "list" });
  const element = h("div", { class: "menu", popover: "auto", onkeydown: walk, onbeforetoggle: prepare }, list);
  host.append(element);
  set(button, { "aria-haspopup": "dialog", "aria-expanded": "false" });
  element.addEventListener("toggle", () => set(button, { "aria-expanded": String(isOpen()) }));

  const isOpen = () => element.matches(":popover-open");

  /** @param {Event} event */
  function prepare(event) {
    if (/** @type {ToggleEvent} */ (event).newState === "open") update();
  }

  /** Redraw it, if it is open or about to open. */
  function update() {
    keyed(list, items(), {
      key: (item) => `${item.key} ${item.icon} ${item.label}`,
      create: (item) =>
        h(
          "li",
          null,
          h("button", { type: "button", class: "menu-item" }, icon(item.icon), h("span", null, item.label)),
        ),
      update: refresh,
    });
  }

  /**
   * @param {HTMLElement} row
   * @param {Item} item
   */
  function refresh(row, item) {
    const entry = /** @type {HTMLButtonElement} */ (row.firstElementChild);
    const isSwitch = item.isOn !== undefined;
    set(row, { "data-narrow": item.only ?? false });
    set(entry, { role: isSwitch ? "switch" : false, "aria-checked": isSwitch ? String(item.isOn) : false });
    entry.onclick = async () => {
      if (!isSwitch) element.hidePopover();
      await item.run();
      if (isSwitch) update();
    };
  }

  /** Under the button, inside the window; narrow windows have their own place for it. */
  function place() {
    const { bottom, right, top } = button.getBoundingClientRect();
    const { offsetHeight: height, offsetWidth: width } = element;
    const isBelow = bottom + GAP + height <= innerHeight || bottom < innerHeight / 2;
    const left = Math.max(GAP, Math.min(right - width, innerWidth - width - GAP));
    element.style.setProperty("--left", `${left}px`);
    element.style.setProperty("--top", `${Math.max(GAP, isBelow ? bottom + GAP : top - height - GAP)}px`);
    /** @type {HTMLElement | null} */ (list.querySelector("li:not([hidden]) button"))?.focus();
  }

  /** The arrows go from entry to entry. @param {Event} event */
  function walk(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[/** @type {KeyboardEvent} */ (event).key];
    if (!by) return;
    event.preventDefault();
    const entries = [...list.querySelectorAll("button")].filter((one) => one.offsetParent);
    const at = entries.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    entries.at((at + by) % entries.length)?.focus();
  }

  return {
    toggle() {
      // The browser closes it itself when its button is pressed.
      if (isOpen()) return element.hidePopover();
      element.showPopover();
      // At once: the next key is meant for the menu.
      place();
    },
    update: () => isOpen() && update(),
    /** @param {string} label */
    name: (label) => set(element, { "aria-label": label, role: "dialog" }),
  };
}
