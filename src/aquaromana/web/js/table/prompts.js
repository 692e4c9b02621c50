/**
 * The prompts above the board: a line each, with the buttons that answer it. model/prompts.js says which there are.
 *
 * @import {Act, Matter} from "./model/prompts.js"
 */

import { announce } from "../lib/announce.js";
import { h, keyed, set, write } from "../lib/dom.js";
import { icon } from "./icons.js";

/**
 * @param {HTMLElement} host
 * @param {(act: Act) => void} onAct
 */
export function createMatters(host, onAct) {
  const list = h("ul", { class: "matters", role: "list" });
  host.prepend(list);
  /** What has been announced. @type {Set<string>} */
  let told = new Set();

  /** @param {readonly Matter[]} all */
  function update(all) {
    const hadFocus = list.contains(document.activeElement);
    keyed(list, all, { key: (one) => one.key, create: element, update: refresh });
    for (const one of all) if (one.isAsked && !told.has(one.key)) announce(one.text);
    told = new Set(all.map((one) => one.key));
    if (hadFocus && !list.contains(document.activeElement)) host.focus({ preventScroll: true });
  }

  /** @param {Matter} one */
  function element(one) {
    return h("li", { class: "matter" }, icon(one.icon), h("p"), h("span", { class: "matter-acts" }));
  }

  /**
   * @param {HTMLElement} item
   * @param {Matter} one
   */
  function refresh(item, one) {
    set(item, { "data-asked": one.isAsked });
    write(item.children[1], one.text);
    keyed(item.children[2], one.acts, {
      key: (act) => `${act.label} ${JSON.stringify(act.wish ?? act.way)}`,
      create: (act) =>
        h(
          "button",
          { type: "button", class: `button ${act.isPrimary ? "primary" : ""}`.trim(), onclick: () => onAct(act) },
          act.label,
        ),
    });
  }

  return { update };
}
