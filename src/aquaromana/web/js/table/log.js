/**
 * The log: the decisions of the game in words and notation, turn by turn, with other events in between. Each decision
 * links to the board after it.
 *
 * @import {News, Step} from "../types.js"
 * @import {Context} from "./model/words.js"
 */

import { h, keyed, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { groupElement, updateGroup } from "./log_lines.js";
import { newsWords, together } from "./model/news.js";

/** Pixels from the end within which the log counts as scrolled to the end. */
const NEAR = 24;
/** Lines added per frame: a whole game at once would block the page. */
const LINES = 28;

/**
 * `turn` is -1 for what happened before the first decision.
 * @typedef {{ turn: number, seat: number, key: string, lines: (Step | News)[] }} Group
 */

/**
 * The decisions by turn; the set-up is one group. Claims of others stand inside the turn in which they fall (R5.3), as
 * groups of their own so that it is clear whose they are. News join the group that they come after.
 *
 * @param {readonly Step[]} steps
 * @param {readonly News[]} [news]
 * @returns {Group[]}
 */
export function groups(steps, news = []) {
  /** @type {Group[]} */
  const found = [];
  for (const line of together(steps, news)) {
    const last = found[found.length - 1];
    if ("event" in line) {
      if (last) last.lines.push(line);
      else found.push({ turn: -1, seat: -1, key: "before", lines: [line] });
    } else if (last && last.turn === line.turn && (line.turn === 0 || last.seat === line.seat)) last.lines.push(line);
    else found.push({ turn: line.turn, seat: line.seat, key: `${line.turn}.${line.ply}`, lines: [line] });
  }
  return found;
}

/**
 * The last groups, with as many lines as can be added to those that are there; a group comes as a whole.
 *
 * @param {readonly Group[]} all
 * @param {(group: Group) => number} missing how many of its lines are not there
 * @param {number} [room]
 * @returns {Group[]}
 */
export function latest(all, missing, room = LINES) {
  let left = room;
  let first = all.length;
  while (first > 0 && left > 0) {
    first -= 1;
    left -= missing(all[first]);
  }
  return all.slice(first);
}

/**
 * @typedef {object} LogModel
 * @property {readonly Step[]} steps
 * @property {readonly News[]} [news]
 * @property {readonly number[]} [yours] the seats that are played here
 * @property {Context | null} context
 * @property {readonly string[][]} colors of the seats
 * @property {number} ply the moment that is looked at
 * @property {number} [decided] the moment from which on the winner was certain
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
  // When the room beside the board changes, a log that is scrolled to its end stays there.
  let height = 0;
  new ResizeObserver(([{ borderBoxSize: [size] }]) => {
    const isAtEnd = last !== null && host.scrollTop + height >= host.scrollHeight - NEAR;
    height = size.blockSize;
    if (isAtEnd) host.scrollTop = host.scrollHeight;
  }).observe(host);
  /** @type {LogModel | null} */
  let last = null;
  /** How many lines each group has. @type {Map<string, number>} */
  let lines = new Map();
  let isComplete = true;
  /** News in words, by version. @type {Map<number, string>} */
  let texts = new Map();

  /**
   * @param {LogModel} model
   * @returns {boolean} whether there are more lines to draw
   */
  function update(model) {
    const isGrown = !last || last.steps !== model.steps || last.news !== model.news;
    const hasOtherWords = last !== null && wording(last) !== wording(model);
    const isMoved = last?.ply !== model.ply || last.decided !== model.decided;
    if ((!isGrown && !hasOtherWords && isComplete && !isMoved) || !model.context) return false;
    last = model;
    const { names } = model.context;
    if (isGrown || hasOtherWords) texts = newsWords(model.news ?? [], { names, yours: model.yours ?? [] });
    const news = (model.news ?? []).filter((one) => texts.has(one.version));
    empty.hidden = model.steps.length + news.length > 0;
    write(empty, t("log.empty"));
    if (hasOtherWords) {
      keyed(list, [], { key: () => "", create: () => list });
      lines.clear();
    }
    const all = groups(model.steps, news);
    const shown = latest(all, (group) => group.lines.length - (lines.get(group.key) ?? 0));
    lines = new Map(shown.map((group) => [group.key, group.lines.length]));
    isComplete = shown.length === all.length;
    keyed(list, shown, {
      key: (group) => group.key,
      create: groupElement,
      update: (element, group) => updateGroup(element, group, { model, news: texts, onTravel }),
    });
    follow(model);
    return !isComplete;
  }

  /**
   * Scroll there when the page has been laid out anyway, and again when what came into sight has its real height.
   *
   * @param {LogModel} model
   * @param {number} [times]
   */
  function follow(model, times = 2) {
    requestAnimationFrame(() => {
      if (model !== last) return;
      reveal(model);
      if (times > 1) follow(model, times - 1);
    });
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

/** What the words of the log depend on in addition to what happened. @param {LogModel} model */
function wording({ language, context, yours }) {
  return JSON.stringify([language, context?.names, yours]);
}
