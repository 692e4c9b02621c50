/**
 * Dialogs that explain: what the keys do, and the board in words.
 *
 * @import {View} from "../types.js"
 */

import { openDialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { has, t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { keep, touches, usesLetters } from "../lib/settings.js";
import { legend, signs } from "./legend.js";
import { spokenBoard } from "./model/description.js";
import { LISTED } from "./model/keys.js";

/** How to play with pointer and keyboard, or with the fingers. */
export function openHelp(isLesson = false) {
  const isTouch = touches();
  openDialog({
    title: t("help.title"),
    class: "table-help",
    wide: true,
    body: [
      h("p", null, t(isTouch ? "help.touch" : "help.pointing")),
      signs(),
      legend(),
      ...(isTouch ? [] : keyHelp(isLesson)),
      h("p", null, h("a", { href: routeTo("rules") }, t("help.rules"))),
    ],
  });
}

/** What the keys do, and whether letters are among them. @param {boolean} isLesson a guided game is going on */
function keyHelp(isLesson) {
  const listed = LISTED.filter(([name]) => isLesson || name !== "lesson");
  const letters = h("input", {
    type: "checkbox",
    checked: usesLetters(),
    onchange: () => keep("letters", letters.checked),
  });
  return [
    h("h3", null, t("help.keys")),
    h(
      "table",
      { class: "keys" },
      h("tbody", null, listed.map(([name, keys]) => keyRow(keys, t(`table.key.${name}`)))),
    ),
    h("label", { class: "choice" }, letters, h("span", null, t("help.letters"))),
  ];
}

/**
 * @param {string} keys
 * @param {string} words
 */
function keyRow(keys, words) {
  return h("tr", null, h("th", { scope: "row" }, keyCaps(keys)), h("td", null, words));
}

/** @param {string} keys */
function keyCaps(keys) {
  return keys.split(" ").map((key) => (key === "–" ? " – " : h("kbd", null, capName(key))));
}

/** Some keys have names that differ from language to language. @param {string} key */
function capName(key) {
  return has(`help.cap.${key}`) ? t(`help.cap.${key}`) : key;
}

/**
 * The position in words, with headings to jump between.
 *
 * @param {View} view
 * @param {readonly string[]} names
 * @param {string} asked what is asked now
 */
export function openSpoken(view, names, asked) {
  openDialog({
    title: t("help.spoken.title"),
    wide: true,
    class: "spoken",
    body: [
      h("p", null, asked),
      ...spokenBoard(view, names).map(({ heading, lines }) =>
        h("section", null, h("h3", null, heading), h("ul", null, lines.map((line) => h("li", null, line)))),
      ),
    ],
  });
}
