/**
 * The tools and fields of the editor of positions. What they change is decided elsewhere.
 *
 * @import {View, Why} from "../types.js"
 *
 * @typedef {{ view: View, faults?: Why[], doubts?: Why[] }} Draft
 * @typedef {{ what: string, [name: string]: string | number | boolean }} Change
 * @typedef {(changes: readonly Change[]) => unknown} OnChange
 * @typedef {{ type: "tile", face: string } | { type: "builder", kind: string } | { type: "erase" }} Tool
 */

import { builderSign, tileSign } from "../board/draw/signs.js";
import { h } from "../lib/dom.js";
import { picker } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { clauseLink, errorText } from "../lib/reasons.js";
import { builderName, capital, colorName } from "../table/model/words.js";
import { press } from "./buttons.js";

const FACES = ["Cne", "Ces", "Csw", "Cnw", "Dne", "Dnw", "Sns", "Sew", "B"];
const KINDS = ["C", "D", "S", "B", "J"];
const PODIUMS = Array.from({ length: 20 }, (_, index) => String(index + 1));
const HELD = ["0", "1", "2", "3", "4"];

/** What was chosen last for a podium. */
let podium = { value: "7", color: "yellow" };

/** @param {string} face */
function faceWords(face) {
  const sides = [...face.slice(1)].map((side) => t(`table.side.${side}`));
  const kind = capital(t(`common.kind.${face.charAt(0)}`));
  return sides.length ? t("study.tool-tile", { kind, sides }) : kind;
}

/**
 * @param {Tool} tool the one in hand
 * @param {(tool: Tool) => void} onTool
 */
export function toolRow(tool, onTool) {
  /**
   * @param {Tool} own
   * @param {Node} sign
   * @param {string} words
   */
  function button(own, sign, words) {
    const isOn = JSON.stringify(own) === JSON.stringify(tool);
    const look = { class: "study-tool", "aria-pressed": String(isOn), "aria-label": words, title: words };
    return press(sign, () => onTool(own), look);
  }
  return h(
    "div",
    { class: "study-tools", role: "group", "aria-label": t("study.tools") },
    FACES.map((face) => button({ type: "tile", face }, tileSign(face), faceWords(face))),
    KINDS.map((kind) => button({ type: "builder", kind }, builderSign(kind), capital(builderName(kind)))),
    button({ type: "erase" }, h("span", { "aria-hidden": "true" }, "⌫"), t("study.erase")),
  );
}

/**
 * @param {View} view
 * @param {OnChange} change
 */
export function workmenRows(view, change) {
  const row = (/** @type {View["aqueducts"][0]} */ { id, color, open, length, course }) => {
    const onchange = () => change([{ what: "workman", aqueduct: id, stands: box.checked }]);
    const words = t("study.workman-at", { color: colorName(color), port: course.at(-1) ?? "", length });
    const box = h("input", { type: "checkbox", checked: open ?? false, onchange });
    return h("li", null, h("label", { class: "choice" }, box, h("span", null, words)));
  };
  return folded("study.workmen", h("ul", { class: "study-workmen" }, view.aqueducts.map(row)));
}

/**
 * @param {View} view
 * @param {OnChange} change
 */
export function podiumRows(view, change) {
  const put = (/** @type {string} */ value, /** @type {string} */ color, /** @type {boolean} */ stands) =>
    change([{ what: "podium", podium: Number(value), color, stands }]);
  const values = picker({
    label: t("study.podium"),
    options: PODIUMS.map((each) => [each, each]),
    value: podium.value,
    onChange: (value) => (podium = { ...podium, value }),
  });
  const colors = picker({
    label: t("study.color"),
    options: view.reservoirs.map(({ color }) => [color, colorName(color)]),
    value: podium.color,
    onChange: (color) => (podium = { ...podium, color }),
  });
  const there = Object.entries(view.podiums).flatMap(([value, all]) => all.map((color) => ({ value, color })));
  const mounted = there.map(({ value, color }) => {
    const words = t("study.mounted", { podium: value, color: colorName(color) });
    const look = { class: "link", "aria-label": t("study.take-away", { what: words }) };
    return h("li", null, words, " ", press("×", () => put(value, color, false), look));
  });
  return folded(
    "study.podiums",
    h("div", { class: "row" }, values, colors, press(t("study.put"), () => put(podium.value, podium.color, true))),
    h("ul", { class: "study-mounted" }, mounted),
  );
}

/**
 * @param {View} view
 * @param {readonly string[]} names
 * @param {OnChange} change
 */
export function handRows(view, names, change) {
  const column = (/** @type {string} */ kind) =>
    h("th", { scope: "col" }, builderSign(kind, { name: builderName(kind) }));
  const field = (/** @type {number} */ seat, /** @type {string} */ kind) =>
    picker({
      label: t("study.held", { name: names[seat] ?? "", builder: builderName(kind) }),
      options: HELD.map((count) => [count, count]),
      value: String(view.seats[seat]?.held?.[kind] ?? 0),
      onChange: (count) => change([{ what: "hand", seat, kind, count: Number(count) }]),
    });
  const row = (/** @type {View["seats"][0]} */ { seat }) =>
    h("tr", null, h("th", { scope: "row" }, names[seat]), KINDS.map((kind) => h("td", null, field(seat, kind))));
  const left = Object.entries(view.reserve).map(([kind, count]) => `${count} × ${builderName(kind)}`);
  return folded(
    "study.hands",
    h(
      "table",
      { class: "study-hands" },
      h("thead", null, h("tr", null, h("td"), KINDS.map(column))),
      h("tbody", null, view.seats.map(row)),
    ),
    h("p", { class: "soft small" }, t("study.reserve", { left })),
  );
}

/**
 * What is wrong with a draft, with the clauses.
 * @param {Draft} draft
 * @param {readonly string[]} names
 */
export function faultList({ faults = [], doubts = [] }, names) {
  const row = (/** @type {Why} */ fault) => h("li", null, errorText(fault, { names }), " ", clauseLink(fault));
  const rows = [...faults, ...doubts].map(row);
  if (!rows.length) return h("p", { class: "study-fine", role: "status" }, t("study.fine"));
  const words = t(faults.length ? "study.impossible" : "study.unreachable");
  return h("div", { class: "study-faults", role: "status" }, h("p", null, words), h("ul", null, rows));
}

/**
 * @param {string} words
 * @param {...Node} inside
 */
function folded(words, ...inside) {
  return h("details", null, h("summary", null, t(words)), inside);
}
