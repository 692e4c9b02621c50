/**
 * The text field for notation, with suggestions below it.
 *
 * @import {Choice} from "../types.js"
 */

import { fill, h, set, write } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { loaded } from "../lib/modules.js";
import { completions, meant, written } from "./model/typing.js";

const SHOWN = 24;

/**
 * @typedef {object} TypeBoxActions
 * @property {() => readonly Choice[]} choices what can be typed now
 * @property {() => boolean} isWaiting whether the choices are on their way
 * @property {(choice: Choice) => void} onMove
 * @property {(text: string) => void} onUnknown
 * @property {() => void} onClose
 *
 * @param {HTMLElement} host
 * @param {TypeBoxActions} actions
 */
export function createTypeBox(host, { choices, isWaiting, onMove, onUnknown, onClose }) {
  const label = h("label", { for: "typed" });
  const options = h("datalist", { id: "typed-options" });
  const field = h("input", {
    id: "typed",
    type: "text",
    list: "typed-options",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    maxlength: 40,
    oninput: () => {
      isEntered = false;
      suggest();
    },
  });
  const send = h("button", { type: "submit", class: "button" });
  const close = h("button", { type: "button", class: "icon-button", onclick: onClose }, "×");
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    enter();
  };
  const line = h("div", { class: "type-line" }, field, send);
  const letters = h("div");
  const head = h("div", { class: "type-head" }, label, close);
  host.append(h("form", { class: "type-box", onsubmit }, head, line, options, letters));
  /** The choices that are suggested. @type {readonly Choice[]} */
  let suggested = [];
  /** Whether something was entered that waits for the choices. */
  let isEntered = false;
  /** The language in which the letters are explained; empty until the field has been shown. */
  let spoken = "";
  translate();

  function translate() {
    write(label, t("table.type.label"));
    write(send, t("table.type.enter"));
    set(close, { "aria-label": t("table.type.close"), title: t("table.type.close") });
    if (!host.hidden) void explain();
    set(field, { placeholder: t("table.type.example", { move: suggested[0]?.move ?? "D1e.12.Cs" }) });
  }

  /** Say what the letters mean, in the language of the reader. */
  async function explain() {
    if (language() === spoken) return;
    spoken = language();
    const found = await loaded(import("./legend.js")).catch(() => null);
    if (found) fill(letters, found.legend({ forms: true }));
    else spoken = "";
  }

  function suggest() {
    const found = completions(field.value, choices()).slice(0, SHOWN);
    fill(options, found.map((choice) => h("option", { value: choice.move })));
  }

  function enter() {
    isEntered = isWaiting();
    if (isEntered) return;
    const choice = meant(field.value, choices());
    if (choice) {
      field.value = "";
      onMove(choice);
    } else if (field.value.trim()) {
      onUnknown(written(field.value));
    }
  }

  return {
    translate,
    /** The choices may be others now. */
    update() {
      const next = choices();
      if (isEntered && !isWaiting()) enter();
      if (next === suggested) return;
      suggested = next;
      translate();
      suggest();
    },
    focus() {
      void explain();
      field.focus();
    },
  };
}
