/**
 * The hint, or the coach's question, in the bar. model/hints.js says what is in it.
 *
 * @import {HintContent} from "./model/hints.js"
 */

import { announce } from "../lib/announce.js";
import { fill, h, set } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink } from "../lib/reasons.js";
import { icon } from "./icons.js";

/** @typedef {HintContent["actions"][number] | "hide"} HintAction */

/**
 * @param {(action: HintAction) => void} onAction
 */
export function createHintPanel(onAction) {
  const element = h("section", { class: "hint", hidden: true });
  let shown = "";

  /** @param {HintContent | null} content */
  function update(content) {
    const key = JSON.stringify(content);
    if (key === shown) return;
    const hadFocus = element.contains(document.activeElement);
    shown = key;
    element.hidden = !content;
    if (!content) {
      fill(element);
      return;
    }
    const { kind, title, lines, reasons, more, isBusy, actions } = content;
    set(element, { "data-kind": kind, "aria-busy": isBusy && "true", "aria-label": title });
    const sign = kind === "coach" ? "warn" : "bulb";
    const close = h("button", { type: "button", class: "icon-button", onclick: () => onAction("hide") }, "×");
    set(close, { "aria-label": t("hints.hide"), title: t("hints.hide") });
    const buttons = actions.length ? h("p", { class: "hint-actions" }, actions.map(button)) : null;
    const small = more ? h("p", { class: "hint-more soft small" }, more) : null;
    fill(
      element,
      h("div", { class: "hint-head" }, icon(sign), h("h2", null, title), kind === "hint" ? close : null),
      h("div", { class: "hint-lines" }, lines.map((line) => h("p", null, line))),
      reasons.length
        ? h("ul", { class: "hint-reasons" }, reasons.map(reason))
        : null,
      // What a turn costs is read before it is played anyway.
      kind === "coach" ? [small, buttons] : [buttons, small],
    );
    announce([title, ...lines, ...reasons.map(({ text }) => text), kind === "coach" ? more : ""].join(" ").trim());
    if (kind === "coach" || hadFocus) element.querySelector("button")?.focus({ preventScroll: true });
    element.scrollIntoView?.({ block: "nearest" });
  }

  /** @param {HintContent["reasons"][number]} one */
  function reason({ text, clause }) {
    return h("li", null, text, " ", clauseLink({ code: "", clause }));
  }

  /** @param {HintContent["actions"][number]} action */
  function button(action) {
    const isCoach = action === "change" || action === "play" || action === "off";
    const look = action === "change" ? "button primary" : action === "off" ? "button quiet" : "button";
    const words = t(isCoach ? `hints.coach.${action}` : `hints.${action}`);
    return h("button", { type: "button", class: look, onclick: () => onAction(action) }, words);
  }

  return { element, update, translate: () => (shown = "") };
}
