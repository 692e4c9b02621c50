/**
 * Parts of forms that several pages use.
 *
 *   chips({name, label, options: [["2", "2"]], value: "2", onChange})       exclusive choices in a row
 *   toggle({label, hint, checked, onChange})                                a switch with its words
 *   picker({label, options: [["level:1", "1 · Newcomer"]], value, onChange})   a list; its label is only spoken
 */

import { h } from "./dom.js";

/** @typedef {readonly (readonly [string, string])[]} Options value and words */

/**
 * `bare`: the label is only spoken, because the heading above says the same.
 * @param {{
 *   name: string,
 *   label: string,
 *   options: Options,
 *   value: string,
 *   onChange: (value: string) => void,
 *   bare?: boolean,
 * }} what
 */
export function chips({ name, label, options, value, onChange, bare = false }) {
  const onchange = (/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.target).value);
  const chip = (/** @type {readonly [string, string]} */ [each, words]) => {
    const input = h("input", { type: "radio", name, value: each, checked: each === value, onchange });
    return h("label", null, input, h("span", null, words));
  };
  const legend = h("legend", { class: bare && "unseen" }, label);
  return h("fieldset", { class: "field" }, legend, h("div", { class: "chips" }, options.map(chip)));
}

/** @param {{label: string, hint?: string, checked: boolean, onChange: (checked: boolean) => void}} what */
export function toggle({ label, hint = "", checked, onChange }) {
  const onchange = (/** @type {Event} */ event) => onChange(/** @type {HTMLInputElement} */ (event.target).checked);
  const words = [h("span", { class: "choice-label" }, label)];
  if (hint) words.push(h("span", { class: "choice-hint soft small" }, hint));
  return h("label", { class: "choice" }, h("input", { type: "checkbox", checked, onchange }), h("span", null, words));
}

/** @param {{label: string, options: Options, value: string, onChange: (value: string) => void}} what */
export function picker({ label, options, value, onChange }) {
  const onchange = (/** @type {Event} */ event) => onChange(/** @type {HTMLSelectElement} */ (event.target).value);
  return h(
    "select",
    { "aria-label": label, onchange },
    options.map(([each, words]) => h("option", { value: each, selected: each === value }, words)),
  );
}
