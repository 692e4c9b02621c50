/**
 * The buttons of the bar: undo, confirm and what else ends or leaves a stretch.
 *
 * @import {BarContent} from "./model/bar.js"
 * @import {Command} from "./model/keys.js"
 */

import { fill, h, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} ButtonActions
 * @property {() => void} onUnpoint
 * @property {() => void} onFinale
 * @property {(command: Command) => void} run
 */

/** @param {ButtonActions} actions */
export function createBarButtons({ onUnpoint, onFinale, run }) {
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: `button ${name}`, onclick });
  const undo = button("bar-undo", () => run("undo"));
  const back = button("bar-unpoint", onUnpoint);
  const backWords = h("span");
  back.append(icon("undo"), backWords);
  const help = button("bar-help", () => run("rest"));
  const hint = button("bar-hint", () => run("hint"));
  const close = button("bar-close", () => run("close"));
  const sure = button("bar-sure", () => run("sure"));
  const confirm = button("primary bar-confirm", () => run("confirm"));
  const now = button("primary bar-return", () => run("now"));
  const finale = button("primary bar-finale", onFinale);
  const skip = button("bar-skip", () => run("skip"));
  skip.hidden = true;
  const element = h("p", { class: "bar-buttons" }, back, undo, help, hint, sure, now, finale, confirm);

  function translate() {
    fill(undo, icon("undo"), h("span", null, t("table.undo")));
    undo.title = t("table.undo");
    fill(hint, icon("bulb"), h("span", null, t("hints.title")));
    hint.title = t("hints.title");
    fill(now, icon("last"), t("table.now"));
    fill(skip, icon("skip"), h("span", null, t("table.skip")));
    skip.title = t("table.skip");
    fill(finale, icon("flag"), t("table.finale.show"));
    fill(close, icon("stop"), t("table.close"));
    write(sure, t("table.close-sure"));
  }

  /**
   * @param {BarContent} asking
   * @param {BarContent | null} before what they show now
   */
  function update(asking, before) {
    show(undo, asking.tone === "yours" && asking.done.length > 0 && !asking.doubt && !asking.unpoint);
    undo.disabled = !asking.undo;
    show(back, asking.unpoint);
    write(backWords, t(asking.isClosing ? "table.back" : "table.unpoint"));
    back.title = backWords.textContent ?? "";
    show(help, asking.canHelp);
    show(hint, asking.canHint);
    show(close, asking.canClose);
    show(sure, asking.doubt !== "");
    if (before?.isHelped !== asking.isHelped) write(help, t(asking.isHelped ? "table.help-stop" : "table.help"));
    if (before?.primary !== asking.primary) {
      fill(confirm, icon("check"), t(`table.${asking.primary || "confirm"}`));
    }
    show(confirm, asking.primary !== "");
    show(now, asking.tone === "past");
    show(finale, asking.tone === "over");
    element.hidden = [...element.children].every((button) => /** @type {HTMLElement} */ (button).hidden);
  }

  return {
    element,
    /** Stands beside the offers. */
    close,
    /** Stands in the head of the bar. */
    skip,
    translate,
    update,
    /** The button that ends the stretch, for the keyboard. */
    focusPrimary() {
      if (!confirm.hidden) confirm.focus({ preventScroll: true });
    },
    /** While others' moves play. @param {boolean} on */
    showSkip: (on) => show(skip, on),
  };
}

/**
 * @param {HTMLElement} element
 * @param {boolean} on
 */
function show(element, on) {
  if (element.hidden === on) element.hidden = !on;
}
