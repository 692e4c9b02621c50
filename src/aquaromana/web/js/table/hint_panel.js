/**
 * The hint, or the coach's question, in the bar. model/hints.js says what is in it.
 *
 * @import {HintContent} from "./model/hints.js"
 */

import { announce } from "../lib/announce.js";
import { fill, h, set } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/** @typedef {HintContent["actions"][number] | "hide" | "unfold" | "use" | "newer"} HintAction */

/**
 * @param {(action: HintAction) => void} onAction
 */
export function createHintPanel(onAction) {
  const element = h("section", { class: "hint", hidden: true });
  const newer = h("button", { type: "button", class: "hint-newer", hidden: true, onclick: () => onAction("newer") });
  let shown = "";
  let waiting = "";

  /** @param {HintContent | null} content */
  function update(content) {
    const hadFocus = element.contains(document.activeElement);
    updateNewer(content?.newer ?? "");
    const key = JSON.stringify(content && { ...content, newer: "" });
    if (key === shown) return;
    shown = key;
    element.hidden = !content;
    if (!content) {
      fill(element);
      return;
    }
    const { kind, title, lines, reasons, more, isBusy, isFolded, actions } = content;
    const fold = isFolded === undefined ? false : isFolded ? "closed" : "open";
    set(element, { "data-kind": kind, "data-fold": fold, "aria-busy": isBusy && "true", "aria-label": title });
    const close = h("button", { type: "button", class: "icon-button", onclick: () => onAction("hide") }, "×");
    set(close, { "aria-label": t("hints.hide"), title: t("hints.hide") });
    if (isFolded) {
      const onclick = () => onAction("unfold");
      const all = h("button", { type: "button", class: "hint-all", onclick }, h("span", null, lines.join(" ")));
      set(all, { "aria-expanded": "false", title: t("hints.unfold") });
      fill(element, icon("bulb"), all, close);
      return;
    }
    // A hint goes without a title: the button that leads on says what it is, and room is scarce.
    const isHint = kind === "hint";
    const head = h("div", { class: "hint-head" }, icon("warn"), h("h2", null, title));
    fill(
      element,
      isHint ? icon("bulb") : head,
      h("div", { class: "hint-lines" }, lines.map((line) => h("p", null, line))),
      isHint ? close : null,
      reasons.length
        ? h("ul", { class: "hint-reasons" }, reasons.map((reason) => h("li", null, reason)))
        : null,
      more ? h("p", { class: "hint-more soft small" }, more) : null,
      isHint ? newer : null,
      actions.length ? h("p", { class: "hint-actions" }, actions.map(button)) : null,
    );
    announce([title, ...lines, ...reasons, kind === "coach" ? more : ""].join(" ").trim());
    if (kind === "coach" || hadFocus) element.querySelector("button")?.focus({ preventScroll: true });
    if (element.parentElement) element.parentElement.scrollTop = 0;
  }

  /**
   * That there is another stretch stands in the place of the small print, which is out of date then: nothing that is
   * read or pressed moves.
   *
   * @param {string} words
   */
  function updateNewer(words) {
    if (words === waiting) return;
    if (!waiting) announce(words);
    waiting = words;
    fill(newer, words, " ", h("strong", null, t("hints.show-newer")));
    newer.hidden = !words;
  }

  /** @param {HintContent["actions"][number]} action */
  function button(action) {
    const look = action === "change" ? "button primary" : action === "off" ? "button quiet" : "button";
    return h("button", { type: "button", class: look, onclick: () => onAction(action) }, t(`hints.coach.${action}`));
  }

  return { element, update, translate: () => (shown = "") };
}
