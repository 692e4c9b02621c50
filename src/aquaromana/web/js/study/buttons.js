/** Buttons of the analysis board. */

import { h } from "../lib/dom.js";

/**
 * @param {import("../lib/dom.js").Children} words
 * @param {() => unknown} onclick
 * @param {import("../lib/dom.js").Attributes} [more]
 */
export function press(words, onclick, more = {}) {
  return h("button", { type: "button", class: "button", onclick, ...more }, words);
}
