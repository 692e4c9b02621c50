/**
 * What the letters on figures and in the notation stand for (R7). Those of the notation are the same in every language,
 * so they need an explanation.
 */

import { dimSign, getsSign, splashSign } from "../board/draw/marks.js";
import {
  builderSign, endSign, fountainSign, gateSign, glowSign, lastSign, podiumSign, tileSign, walkSign, waterSign,
  workmanSign,
} from "../board/draw/signs.js";
import { comingSign, doubleSign, dropSign, wreathSign } from "../board/draw/stairs.js";
import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colorChips, colorLetter } from "../lib/seats.js";
import { touches } from "../lib/settings.js";
import { icon } from "./icons.js";

const COLORS = ["yellow", "red", "blue", "green"];
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

/**
 * What is drawn on and around the board, each sign with its meaning.
 */
export function signs() {
  const color = /** @type {const} */ ("yellow");
  const duct = (/** @type {number} */ podium) =>
    h("span", { class: "duct" }, waterSign(color), h("span", { class: "duct-length" }, podium), podiumSign(podium));
  const bonus = h("span", { class: "duct-bonus" }, "+4");
  const mounted = h("span", { class: "duct mounted" }, workmanSign(color), bonus, podiumSign(7));
  const ended = h("span", { class: "seat-ended" }, icon("flag"), 14);
  /** @type {[Node, string][]} */
  const atDesk = [[icon("keyboard"), "type"], [icon("thought"), "thinking"]];
  const points = h("span", { class: "legend-points" }, h("strong", null, 8), ended);
  return h(
    "section",
    { class: "signs", "aria-label": t("help.signs.title") },
    h("h3", null, t("help.signs.title")),
    group("seats", [
      [duct(3), "duct"],
      [duct(0), "none"],
      [mounted, "mounted"],
      [points, "points"],
      [icon("blind"), "blind"],
    ]),
    group("stairs", [
      [dropSign(color), "drop"],
      [comingSign(color), "coming"],
      [wreathSign(4), "wreath"],
      [doubleSign(3), "double"],
    ]),
    group("board", [
      [glowSign(color), "glow"],
      [dimSign(color), "dim"],
      [h("span", { class: "legend-gets" }, getsSign(5), getsSign(0)), "gets"],
      [endSign(), "stop"],
      [gateSign(color), "gate"],
      [lastSign(), "last"],
      [walkSign(), "walk"],
      [fountainSign(), "fountain"],
      [splashSign(), "splash"],
      [h("span", { class: "offer legend-offer" }, builderSign("C"), icon("drop")), "offer-drop"],
    ]),
    group("tools", [
      [icon("undo"), "undo"],
      [icon("bulb"), "hint"],
      [h("span", { class: "legend-steps" }, icon("back"), icon("forward")), "steps"],
      [icon("replay"), "replay"],
      ...(touches() ? [] : atDesk),
      [icon("ear"), "ear"],
      [icon("share"), "share"],
      [icon("menu"), "menu"],
    ]),
    h("h4", null, t("help.signs.builders")),
    h(
      "ul",
      { class: "signs-kinds", role: "list" },
      KINDS.map((kind) => h("li", null, builderSign(kind), kind !== "J" && tileSign(kind), t(`common.kind.${kind}`))),
    ),
  );
}

/**
 * @param {string} name
 * @param {readonly [Node, string][]} entries a sign and its key
 */
function group(name, entries) {
  return [
    h("h4", null, t(`help.signs.${name}`)),
    h(
      "dl",
      { class: "signs-list" },
      entries.flatMap(([sign, key]) => [
        h("dt", { "aria-hidden": "true" }, sign),
        h("dd", null, t(`help.signs.${key}`)),
      ]),
    ),
  ];
}

/**
 * The letters, folded together until somebody wants to know; `forms`: also how decisions are written. Whoever plays
 * with the fingers sees no notation, unless they ask for it.
 */
export function legend({ forms = false } = {}) {
  const isWritten = forms || !touches();
  return h(
    "details",
    { class: "legend" },
    h("summary", null, t("table.legend.title")),
    isWritten && h("p", { class: "soft" }, t("table.legend.text")),
    list(t("table.legend.colors"), COLORS.map((color) => [mark(color), t(`common.color.${color}`)])),
    isWritten && [
      list(t("table.legend.kinds"), KINDS.map((kind) => [code(kind), t(`common.kind.${kind}`)])),
      list(t("table.legend.sides"), SIDES.map((side) => [code(side), t(`table.side.${side}`)])),
    ],
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
  return h("span", null, chips, h("span", { class: "unseen" }, colorLetter(color)));
}
