/**
 * The prompts in the bar, each a line with the buttons that answer it. model/prompts.js says which there are.
 *
 * @import {Answer, Prompt} from "./model/prompts.js"
 */

import { announce } from "../lib/announce.js";
import { h, keyed, set, write } from "../lib/dom.js";
import { icon } from "./icons.js";

/**
 * @param {HTMLElement} host
 * @param {(answer: Answer) => void} onAnswer
 */
export function createPrompts(host, onAnswer) {
  const list = h("ul", { class: "prompts", role: "list" });
  host.prepend(list);
  /** What has been announced. @type {Set<string>} */
  let told = new Set();

  /** @param {readonly Prompt[]} all */
  function update(all) {
    const hadFocus = list.contains(document.activeElement);
    keyed(list, all, { key: (one) => one.key, create: element, update: refresh });
    for (const one of all) if (one.isAsked && !told.has(one.key)) announce(one.text);
    told = new Set(all.map((one) => one.key));
    if (hadFocus && !list.contains(document.activeElement)) host.focus({ preventScroll: true });
  }

  /** @param {Prompt} one */
  function element(one) {
    return h("li", { class: "prompt" }, icon(one.icon), h("p"), h("span", { class: "prompt-answers" }));
  }

  /**
   * @param {HTMLElement} item
   * @param {Prompt} one
   */
  function refresh(item, one) {
    set(item, { "data-asked": one.isAsked });
    write(item.children[1], one.text);
    keyed(item.children[2], one.answers, {
      key: (answer) => `${answer.label} ${JSON.stringify(answer.wish ?? answer.way)}`,
      create: (answer) => {
        const name = answer.isPrimary ? "button primary" : "button";
        return h("button", { type: "button", class: name, onclick: () => onAnswer(answer) }, answer.label);
      },
    });
  }

  return { update };
}
