/**
 * What the letters on figures and in the notation stand for (R7): they are the same in every language, and nobody knows
 * them by himself.
 */

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { COLOR_LETTERS, colorChips } from "../lib/seats.js";

const KINDS = ["C", "D", "S", "B", "J"];
const SIDES = ["n", "e", "s", "w"];
const FORMS = ["place", "build", "extra", "move", "close", "take"];

/**
 * @param {string} title
 * @param {readonly [string | Node, string][]} pairs
 */
function list(title, pairs) {
  const entries = pairs.map(([sign, words]) => h("li", null, sign, " ", words));
  return h("section", null, h("h4", null, title), h("ul", { class: "legend-list", role: "list" }, entries));
}

/** @param {string} letter */
const code = (letter) => h("code", null, letter);

/** The letters, folded together until somebody wants to know; `forms`: also how decisions are written. */
export function legend({ forms = false } = {}) {
  const colors = Object.keys(COLOR_LETTERS);
  return h(
    "details",
    { class: "legend" },
    h("summary", null, t("table.legend.title")),
    h("p", { class: "soft" }, t("table.legend.text")),
    list(t("table.legend.colors"), colors.map((color) => [mark(color), t(`common.color.${color}`)])),
    list(t("table.legend.kinds"), KINDS.map((kind) => [code(kind), t(`common.kind.${kind}`)])),
    list(t("table.legend.sides"), SIDES.map((side) => [code(side), t(`table.side.${side}`)])),
    forms && [
      h("h4", null, t("table.legend.forms")),
      h("ul", { class: "legend-forms" }, FORMS.map((form) => h("li", null, t(`reasons.form.${form}`)))),
    ],
  );
}

/** The disk of a color; its name stands beside it. @param {string} color */
function mark(color) {
  const chips = colorChips([color]);
  chips.setAttribute("aria-hidden", "true");
  return h("span", null, chips, h("span", { class: "unseen" }, COLOR_LETTERS[color]));
}
