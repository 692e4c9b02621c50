/**
 * The bar beside the board, on small screens at its foot: who is asked what, the answers as buttons, the stretch so far
 * with undo and confirm. It draws what model/bar.js says.
 *
 * @import {HintAction} from "./hint_panel.js"
 * @import {BarContent} from "./model/bar.js"
 * @import {Command} from "./model/keys.js"
 * @import {Part} from "./model/pointing.js"
 */

import { fill, h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { guardPresses } from "../lib/presses.js";
import { createBarButtons } from "./bar_buttons.js";
import { drawOffers, drawPicture } from "./bar_offers.js";
import { drawNotes, drawReason, drawStretch } from "./bar_stretch.js";
import { createHintPanel } from "./hint_panel.js";
import { createScrollCues } from "./scroll_cues.js";

/**
 * @typedef {object} BarActions
 * @property {(part: Part) => void} onPoint
 * @property {(part: Part | null) => void} onHover
 * @property {(left: number) => void} onUndoTo
 * @property {() => void} onHeard
 * @property {() => void} onFinale
 * @property {(action: HintAction) => void} onHint
 * @property {(command: Command) => void} run
 */

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
  const hint = createHintPanel(actions.onHint);
  const buttons = createBarButtons(actions);
  host.tabIndex = -1;
  const head = h("div", { class: "bar-head" }, h("div", null, who, text), picture, clock, buttons.skip);
  // What is said comes and goes above the answers: they keep their places over the buttons.
  const room = h("div", { class: "bar-room" }, hint.element, notes, why, done);
  const choice = h("div", { class: "bar-choice" }, offers, buttons.close, buttons.sure);
  const guard = guardPresses(choice);
  createScrollCues(room, ".offer");
  host.append(
    h("div", { class: "bar-body" }, head, room, choice), createScrollCues(choice, ".offer"), buttons.element,
  );
  /** @type {BarContent | null} */
  let shown = null;
  translate();

  function translate() {
    buttons.translate();
    hint.translate();
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
    // Somebody may have read on below it while the others played.
    if (asking.tone === "yours" && before?.tone !== "yours" && host.parentElement) host.parentElement.scrollTop = 0;
    set(host, { "data-tone": asking.tone, "data-color": people.colors[0] ?? false });
    write(who, people.name);
    write(text, asking.text);
    if (JSON.stringify(asking.picture) !== JSON.stringify(before?.picture ?? null)) {
      fill(picture, asking.picture ? drawPicture(asking.picture) : null);
    }
    drawOffers(offers, asking.offers, actions);
    guard.shows(JSON.stringify([asking.offers.map(({ key }) => key), asking.canClose, asking.doubt]));
    drawStretch(done, asking, actions.onUndoTo);
    drawNotes(notes, asking.notes);
    drawReason(why, asking.why, people.names, actions.onHeard);
    hint.update(asking.hint);
    buttons.update(asking);
    if (hadFocus && !isFocused()) stay(byKeyboard);
  }

  /** By attributes: to ask where it is on the page would have the page laid out at once. */
  function isFocused() {
    const focus = document.activeElement;
    return focus !== null && host.contains(focus) && !focus.closest("[hidden], [disabled]");
  }

  /**
   * What had the focus is gone: the next thing to choose, or to confirm with, gets it. Those who point are not led
   * on: what has the focus shows itself on the board.
   *
   * @param {boolean} byKeyboard
   */
  function stay(byKeyboard) {
    const free = "button:not([hidden], [disabled])";
    const next = offers.querySelector(free) ?? buttons.element.querySelector(free);
    /** @type {HTMLElement} */ ((byKeyboard && next) || host).focus({ preventScroll: true });
  }

  return { update, translate, clock, focusPrimary: buttons.focusPrimary, showSkip: buttons.showSkip };
}
