/**
 * The decisions of the game in words and notation, turn by turn; each of them leads to the board after it.
 *
 * @import {Step} from "../types.js"
 * @import {Context} from "./words.js"
 */

import { h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { stepWords } from "./words.js";

/** @typedef {{ turn: number, seat: number, key: string, steps: Step[] }} Group */

/**
 * The decisions by turn; the set-up is one group. Claims of others stand inside the turn in which they fall (R5.3), as
 * groups of their own so that it is clear whose they are.
 *
 * @param {readonly Step[]} steps
 * @returns {Group[]}
 */
export function groups(steps) {
  /** @type {Group[]} */
  const found = [];
  for (const step of steps) {
    const last = found[found.length - 1];
    if (last && last.turn === step.turn && (step.turn === 0 || last.seat === step.seat)) last.steps.push(step);
    else found.push({ turn: step.turn, seat: step.seat, key: `${step.turn}.${step.ply}`, steps: [step] });
  }
  return found;
}

/**
 * @typedef {object} LogModel
 * @property {readonly Step[]} steps
 * @property {Context | null} context
 * @property {readonly string[][]} colors of the seats
 * @property {number} ply the moment that is looked at
 * @property {string} language so that a change of it is noticed
 */

/**
 * @param {HTMLElement} host
 * @param {{ onTravel: (ply: number) => void }} actions
 */
export function createLog(host, { onTravel }) {
  const list = h("ol", { class: "log-groups" });
  const empty = h("p", { class: "soft log-empty" });
  host.append(empty, list);
  /** @type {LogModel | null} */
  let last = null;

  /** @param {LogModel} model */
  function update(model) {
    const isSame = last && last.steps === model.steps && last.language === model.language && last.ply === model.ply;
    if (isSame || !model.context) return;
    const isFollowing = !last || last.steps !== model.steps || last.ply !== model.ply;
    const isOtherLanguage = last !== null && last.language !== model.language;
    last = model;
    empty.hidden = model.steps.length > 0;
    write(empty, t("log.empty"));
    if (isOtherLanguage) keyed(list, [], { key: () => "", create: () => list });
    keyed(list, groups(model.steps), {
      key: (group) => group.key,
      create: (group) => groupElement(group),
      update: (element, group) => updateGroup(element, group, model),
    });
    if (isFollowing) reveal(model);
  }

  /** @param {Group} group */
  function groupElement(group) {
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
   * @param {LogModel} model
   */
  function updateGroup(element, group, model) {
    const [head, steps] = /** @type {[Element, Element]} */ (/** @type {unknown} */ (element.children));
    write(head.children[0], group.turn ? t("log.turn", { number: group.turn }) : t("log.setup"));
    write(head.children[1], group.turn ? (model.context?.names[group.seat] ?? "") : "");
    set(head, { "data-color": group.turn ? model.colors[group.seat]?.[0] : false });
    keyed(steps, group.steps, {
      key: (step) => step.ply,
      create: (step) => stepElement(step, group, model),
      update: (row, step) => {
        const isShown = step.ply === model.ply - 1;
        set(row.firstElementChild, { "aria-current": isShown ? "step" : false });
      },
    });
  }

  /**
   * @param {Step} step
   * @param {Group} group
   * @param {LogModel} model
   */
  function stepElement(step, group, model) {
    const context = /** @type {Context} */ (model.context);
    const words = stepWords(step, context);
    const who = group.turn ? "" : `${context.names[step.seat]}: `;
    return h(
      "li",
      { class: "log-step", "data-color": model.colors[step.seat]?.[0] },
      h(
        "button",
        { type: "button", title: t("log.show", { words }), onclick: () => onTravel(step.ply + 1) },
        h("span", { class: "log-words" }, who, words),
        step.by ? h("span", { class: "log-by" }, t("log.by", { name: step.by })) : null,
        " ",
        h("span", { class: "notation" }, step.move),
      ),
    );
  }

  /** Scroll to the moment that is looked at, without moving the page. @param {LogModel} model */
  function reveal(model) {
    const shown = /** @type {HTMLElement | null} */ (
      model.ply < model.steps.length ? list.querySelector("[aria-current]") : list.lastElementChild
    );
    if (!shown || host.scrollHeight <= host.clientHeight) return;
    const isTravel = model.ply < model.steps.length;
    if (!isTravel) host.scrollTop = host.scrollHeight;
    else host.scrollTop += shown.getBoundingClientRect().top - host.getBoundingClientRect().top - host.clientHeight / 3;
  }

  return { update };
}
