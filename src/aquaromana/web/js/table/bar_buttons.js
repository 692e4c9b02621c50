/**
 * The buttons of the bar: undo, hint, confirm and what else ends or leaves a stretch. While somebody decides, each
 * keeps its place: what cannot be used is disabled and says why, so that nothing slides under a finger.
 *
 * @import {HintAction} from "./hint_panel.js"
 * @import {BarContent} from "./model/bar.js"
 * @import {Command} from "./model/keys.js"
 */

import { fill, h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} ButtonActions
 * @property {() => void} onFinale
 * @property {(action: HintAction) => void} onHint
 * @property {(command: Command) => void} run
 */

/** @param {ButtonActions} actions */
export function createBarButtons({ onFinale, onHint, run }) {
  const own = { isUse: false };
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: `button ${name}`, onclick });
  const undo = button("bar-undo", () => run("undo"));
  const undoWords = h("span");
  undo.append(icon("undo"), undoWords);
  const help = button("bar-help", () => run("rest"));
  const hint = button("bar-hint", () => (own.isUse ? onHint("use") : run("hint")));
  const hintWords = h("span");
  hint.append(icon("bulb"), hintWords);
  const close = button("bar-close", () => run("close"));
  const sure = button("bar-sure", () => run("sure"));
  const confirm = button("primary bar-confirm", () => run("confirm"));
  const confirmWords = h("span");
  confirm.append(icon("check"), confirmWords);
  const now = button("primary bar-return", () => run("now"));
  const finale = button("primary bar-finale", onFinale);
  const again = button("primary bar-again", () => run("rematch"));
  const skip = button("bar-skip", () => run("skip"));
  skip.hidden = true;
  const element = h("p", { class: "bar-buttons" }, undo, hint, help, now, finale, again, confirm);

  function translate() {
    fill(now, icon("last"), t("table.now"));
    fill(skip, icon("skip"), h("span", null, t("table.skip")));
    skip.title = t("table.skip");
    fill(finale, icon("flag"), t("table.finale.show"));
    fill(again, icon("again"), t("table.finale.again"));
    fill(close, icon("stop"), t("table.close"));
    write(sure, t("table.close-sure"));
  }

  /** @param {BarContent} asking */
  function updateUndo({ tone, done, doubt, undo: canUndo, isPointed, step, isClosing, isSteady }) {
    show(undo, isSteady || isPointed || (tone === "yours" && done.length > 0 && !doubt));
    const isUsable = isPointed || (canUndo && !doubt);
    const isBack = isPointed && isClosing;
    const words = t(isBack ? "table.back" : "table.undo");
    const more = isUsable && !isBack && step !== "move" ? t(`table.undo-step.${step}`) : "";
    if (undoWords.textContent !== `${words} ${more}`.trim()) {
      fill(undoWords, words, more && [" ", h("small", null, more)]);
    }
    able(undo, isUsable, t("table.undo-none"), `${words} ${more}`.trim());
  }

  /** @param {BarContent["hintStep"]} step */
  function updateHint(step) {
    show(hint, step !== null);
    if (!step) return;
    own.isUse = step.name === "use";
    const words = t(`hints.${step.name}`);
    set(hint, { "data-step": step.name });
    write(hintWords, words);
    able(hint, step.isReady, t(step.isBusy ? "hints.thinking" : "hints.none"), words);
  }

  /** @param {BarContent} asking */
  function update(asking) {
    const { primary, isSteady } = asking;
    updateUndo(asking);
    updateHint(asking.hintStep);
    show(help, asking.canHelp);
    write(help, t(asking.isHelped ? "table.help-stop" : "table.help"));
    show(close, asking.canClose);
    show(sure, asking.doubt !== "");
    set(confirm, { "data-step": primary || "confirm" });
    write(confirmWords, t(`table.${primary || "confirm"}`));
    show(confirm, isSteady || primary !== "");
    able(confirm, primary !== "", t("table.confirm-later"));
    show(now, asking.tone === "past");
    show(finale, asking.tone === "over");
    finale.classList.toggle("primary", !asking.canPlayAgain);
    show(again, asking.canPlayAgain);
    element.hidden = [...element.children].every((button) => /** @type {HTMLElement} */ (button).hidden);
  }

  return {
    element,
    /** Stands beside the offers. */
    close,
    /** Stands in the place of the offers. */
    sure,
    /** Stands in the head of the bar. */
    skip,
    translate,
    update,
    /** The button that ends the stretch, for the keyboard. */
    focusPrimary() {
      if (!confirm.hidden && !confirm.disabled) confirm.focus({ preventScroll: true });
    },
    /** While others' moves play. @param {boolean} on */
    showSkip: (on) => show(skip, on),
  };
}

/**
 * Enable a button, or disable it and say why.
 *
 * @param {HTMLButtonElement} button
 * @param {boolean} on
 * @param {string} why
 * @param {string} [title] for those whose words may not be shown
 */
function able(button, on, why, title = "") {
  if (button.disabled === on) button.disabled = !on;
  set(button, { title: (on ? title : why) || false });
}

/**
 * @param {HTMLElement} element
 * @param {boolean} on
 */
function show(element, on) {
  if (element.hidden === on) element.hidden = !on;
}
