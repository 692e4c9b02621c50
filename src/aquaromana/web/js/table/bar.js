/**
 * The bar beside the board, on small screens at its foot: who is asked what, the answers as buttons, the stretch so far
 * with undo and confirm. It draws what model/bar.js says.
 *
 * @import {BarContent, Done, Offer, Picture} from "./model/bar.js"
 * @import {Command} from "./model/keys.js"
 * @import {Part} from "./model/pointing.js"
 */

import { builderSign, podiumSign, tileSign, workmanSign } from "../board/draw/signs.js";
import { fill, h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink, errorText } from "../lib/reasons.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} BarActions
 * @property {(part: Part) => void} onPoint
 * @property {(part: Part | null) => void} onHover
 * @property {(left: number) => void} onUndoTo
 * @property {() => void} onUnpoint
 * @property {() => void} onHeard
 * @property {() => void} onFinale
 * @property {(command: Command) => void} run
 */

/** More offers than these are drawn smaller. */
const MANY = 4;

/** @param {Picture} picture */
function drawn(picture) {
  if ("builder" in picture) return builderSign(picture.builder);
  if ("tile" in picture) return tileSign(picture.tile);
  return workmanSign(picture.workman);
}

/**
 * @param {HTMLElement} host
 * @param {BarActions} actions
 */
export function createBar(host, actions) {
  const who = h("p", { class: "bar-who" });
  const text = h("p", { class: "bar-text" });
  const picture = h("span", { class: "bar-picture" });
  const clock = h("span", { class: "bar-clock", role: "timer", hidden: true });
  const notes = h("ul", { class: "bar-notes", role: "list" });
  const offers = h("ol", { class: "bar-offers", role: "list" });
  const done = h("ol", { class: "bar-done", role: "list" });
  const why = h("div", { class: "bar-why", role: "status" });
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: `button ${name}`, onclick });
  const undo = button("bar-undo", () => actions.run("undo"));
  const back = button("bar-unpoint", actions.onUnpoint);
  const help = button("bar-help", () => actions.run("rest"));
  const close = button("bar-close", () => actions.run("close"));
  const sure = button("bar-sure", () => actions.run("sure"));
  const confirm = button("primary bar-confirm", () => actions.run("confirm"));
  const now = button("primary bar-return", () => actions.run("now"));
  const finale = button("primary bar-finale", actions.onFinale);
  const skip = button("bar-skip", () => actions.run("skip"));
  skip.hidden = true;
  const buttons = h("p", { class: "bar-buttons" }, back, undo, help, sure, now, finale, confirm);
  host.tabIndex = -1;
  const head = h("div", { class: "bar-head" }, h("div", null, who, text), picture, clock, skip);
  const choice = h("div", { class: "bar-choice" }, offers, close);
  host.append(h("div", { class: "bar-body" }, head, choice, notes, why, done), buttons);
  /** @type {BarContent | null} */
  let shown = null;
  translate();

  function translate() {
    fill(undo, icon("undo"), h("span", null, t("table.undo")));
    undo.title = t("table.undo");
    fill(now, icon("last"), t("table.now"));
    fill(skip, icon("skip"), t("table.skip"));
    fill(finale, icon("flag"), t("table.finale.show"));
    fill(close, icon("stop"), t("table.close"));
    write(sure, t("table.close-sure"));
    set(offers, { "aria-label": t("table.offers") });
    set(done, { "aria-label": t("table.stretch") });
    shown = null;
  }

  /**
   * @param {BarContent} asking
   * @param {{ name: string, colors: readonly string[], names: readonly string[] }} people
   * @param {boolean} byKeyboard
   */
  function update(asking, people, byKeyboard) {
    const before = shown;
    shown = asking;
    const hadFocus = host.contains(document.activeElement);
    set(host, { "data-tone": asking.tone, "data-color": people.colors[0] ?? false });
    write(who, people.name);
    write(text, asking.text);
    if (JSON.stringify(asking.picture) !== JSON.stringify(before?.picture ?? null)) {
      fill(picture, asking.picture ? drawn(asking.picture) : null);
    }
    set(offers, { "data-many": asking.offers.length > MANY });
    keyed(offers, asking.offers, {
      key: (offer) => `${offer.key} ${offer.podium} ${offer.closes.join()}`,
      create: offerElement,
      update: updateOffer,
    });
    keyed(done, asking.done, { key: (one) => `${one.index} ${one.move}`, create: doneElement, update: updateDone });
    keyed(notes, asking.notes, {
      key: (note) => note.text,
      create: (note) => h("li", { "data-note": note.icon }, icon(note.icon), h("span", null, note.text)),
    });
    drawWhy(asking, people.names);
    show(undo, asking.tone === "yours" && asking.done.length > 0 && !asking.doubt && !asking.unpoint);
    undo.disabled = !asking.undo;
    show(back, asking.unpoint);
    write(back, t(asking.isClosing ? "table.back" : "table.unpoint"));
    show(help, asking.canHelp);
    show(close, asking.canClose);
    show(sure, asking.doubt !== "");
    if (before?.isHelped !== asking.isHelped) write(help, t(asking.isHelped ? "table.help-stop" : "table.help"));
    if (before?.primary !== asking.primary) {
      fill(confirm, icon("check"), t(`table.${asking.primary || "confirm"}`));
    }
    show(confirm, asking.primary !== "");
    show(now, asking.tone === "past");
    show(finale, asking.tone === "over");
    buttons.hidden = [...buttons.children].every((button) => /** @type {HTMLElement} */ (button).hidden);
    if (hadFocus && !isFocused()) stay(byKeyboard);
  }

  /** By attributes: to ask where it is on the page would have the page laid out at once. */
  function isFocused() {
    const focus = document.activeElement;
    return focus !== null && host.contains(focus) && !focus.closest("[hidden]");
  }

  /**
   * What had the focus is gone: the next thing to choose, or to confirm with, gets it. Those who point are not led
   * on: what has the focus shows itself on the board.
   *
   * @param {boolean} byKeyboard
   */
  function stay(byKeyboard) {
    const next = offers.querySelector("button") ?? buttons.querySelector("button:not([hidden], [disabled])");
    /** @type {HTMLElement} */ ((byKeyboard && next) || host).focus({ preventScroll: true });
  }

  /** @param {Offer} offer */
  function offerElement(offer) {
    const button = h(
      "button",
      {
        type: "button",
        class: "offer",
        onclick: () => actions.onPoint(offer.part),
        onpointerenter: () => actions.onHover(offer.part),
        onpointerleave: () => actions.onHover(null),
        onfocus: () => actions.onHover(offer.part),
        onblur: () => actions.onHover(null),
      },
      h("span", { class: "offer-number", "aria-hidden": "true" }),
      drawn(offer.picture),
      h(
        "span",
        { class: "offer-label", "aria-hidden": "true" },
        h("span"),
        offer.detail ? h("small", null, offer.detail) : null,
        offer.closes.map((line) => h("small", { class: "offer-closes" }, icon("stop"), line)),
      ),
      offer.podium !== null ? podiumSign(offer.podium, { className: "offer-podium" }) : null,
      offer.fountain ? icon("drop") : null,
      h("span", { class: "unseen" }),
    );
    return h("li", null, button);
  }

  /**
   * @param {HTMLElement} element
   * @param {Offer} offer
   * @param {number} index
   */
  function updateOffer(element, offer, index) {
    const button = /** @type {HTMLElement} */ (element.firstElementChild);
    write(/** @type {Element} */ (button.firstElementChild), index < 9 ? index + 1 : "");
    write(/** @type {Element} */ (button.querySelector(".offer-label > span")), offer.label);
    write(/** @type {Element} */ (button.lastElementChild), offer.words);
    set(button, { title: offer.words, "data-type": offer.type, "data-closes": offer.closes.length > 0 });
  }

  /** @param {Done} one */
  function doneElement(one) {
    return h(
      "li",
      { class: "done" },
      h("span", { class: "done-words" }),
      h("span", { class: "notation" }, one.move),
      h(
        "button",
        { type: "button", class: "icon-button done-undo", onclick: () => actions.onUndoTo(one.index) },
        h("span", { "aria-hidden": "true" }, "×"),
        h("span", { class: "unseen" }, t("table.undo-this", { move: one.move })),
      ),
    );
  }

  /**
   * @param {HTMLElement} element
   * @param {Done} one
   */
  function updateDone(element, one) {
    set(element, { "data-waiting": one.waiting });
    write(/** @type {Element} */ (element.firstElementChild), one.words);
    /** @type {HTMLElement} */ (element.lastElementChild).hidden = one.auto || !shown?.undo;
  }

  /**
   * @param {BarContent} asking
   * @param {readonly string[]} names
   */
  function drawWhy({ why: answer }, names) {
    if (!answer) {
      if (why.firstChild) fill(why);
      return;
    }
    const possible = answer.isEarly ? t("table.close-first") : t("table.possible", { name: answer.name });
    const words = answer.why ? errorText(answer.why, { names }) : possible;
    if (why.firstElementChild?.textContent === words) return;
    const close = h("button", { type: "button", class: "icon-button", onclick: actions.onHeard }, "×");
    set(close, { "aria-label": t("common.close") });
    fill(why, h("p", null, words, " "), answer.why ? clauseLink(answer.why) : null, close);
  }

  /** The button that ends the stretch, for the keyboard. */
  function focusPrimary() {
    if (!confirm.hidden) confirm.focus({ preventScroll: true });
  }

  /** While others' moves play. @param {boolean} on */
  function showSkip(on) {
    show(skip, on);
  }

  return { update, translate, focusPrimary, showSkip, clock };
}

/**
 * @param {HTMLElement} element
 * @param {boolean} on
 */
function show(element, on) {
  if (element.hidden === on) element.hidden = !on;
}
