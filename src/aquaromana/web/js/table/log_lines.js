/**
 * The lines of the log as elements: a group for each turn, with its decisions and other events.
 *
 * @import {News, Step} from "../types.js"
 * @import {Group, LogModel} from "./log.js"
 * @import {Context} from "./model/words.js"
 */

import { h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { seatNames } from "../lib/seats.js";
import { stepWords } from "./model/words.js";

/**
 * @typedef {object} Lines what the lines are drawn from
 * @property {LogModel} model
 * @property {ReadonlyMap<number, string>} news in words, by version
 * @property {(ply: number) => void} onTravel
 */

/** @param {Group} group */
export function groupElement(group) {
  return h(
    "li",
    { class: "log-group" },
    h("p", { class: "log-head" }, h("span", { class: "log-turn" }), h("span", { class: "log-name" })),
    h("ol", { class: "log-steps", "data-turn": group.turn }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Group} group
 * @param {Lines} drawn
 */
export function updateGroup(element, group, drawn) {
  const { model } = drawn;
  const [head, steps] = /** @type {[Element, Element]} */ (/** @type {unknown} */ (element.children));
  /** @type {HTMLElement} */ (head).hidden = group.turn < 0;
  write(head.children[0], group.turn ? t("log.turn", { number: group.turn }) : t("log.setup"));
  write(head.children[1], group.turn ? (model.context?.names[group.seat] ?? "") : "");
  set(head, { "data-color": group.turn ? model.colors[group.seat]?.[0] : false });
  keyed(steps, group.lines, {
    // After a takeback another decision can stand in the same place.
    key: (line) => ("event" in line ? `news ${line.version}` : `${line.ply} ${line.seat} ${line.move}`),
    create: (line) => ("event" in line ? newsElement(line, drawn) : stepElement(line, group, drawn)),
    update: (row, line) => {
      if ("event" in line) return;
      const isShown = line.ply === model.ply - 1;
      set(row, { "data-decided": line.ply + 1 === model.decided });
      set(row.firstElementChild, { "aria-current": isShown ? "step" : false });
    },
  });
}

/**
 * @param {Step} step
 * @param {Group} group
 * @param {Lines} drawn
 */
function stepElement(step, group, { model, onTravel }) {
  const context = /** @type {Context} */ (model.context);
  const words = stepWords(step, context);
  const said = group.turn ? words : t("log.whose", { name: context.names[step.seat] ?? "", words });
  return h(
    "li",
    { class: "log-step", "data-color": model.colors[step.seat]?.[0] },
    h(
      "button",
      { type: "button", title: t("log.show", { words }), onclick: () => onTravel(step.ply + 1) },
      h("span", { class: "log-words" }, said),
      step.by ? h("span", { class: "log-by" }, t("log.by", { name: botName(step.by) })) : null,
      " ",
      h("span", { class: "notation" }, step.move),
    ),
  );
}

/**
 * @param {News} one
 * @param {Lines} drawn
 */
function newsElement(one, { news }) {
  return h("li", { class: "log-news" }, news.get(one.version) ?? "");
}

/** @param {string} bot */
const botName = (bot) => seatNames([{ seat: 0, kind: "bot", bot }])[0];
