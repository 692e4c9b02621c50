/**
 * The final scoring, step by step: the podiums from the lowest up, then the bonus, then who has won (R6.3, R6.4).
 *
 * @import {Player, Step, View} from "../types.js"
 * @import {Row, ScoringStage} from "./model/verdict.js"
 */

import { workmanSign } from "../board/draw/signs.js";
import { h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { moving } from "../lib/settings.js";
import { byPlace, ending, remark, rows, scoringStages, verdict } from "./model/verdict.js";
import { colorName } from "./model/words.js";

const PACE = 900;

/**
 * The scoring as an element that plays by itself; without motion people go from step to step. Everything has its room
 * from the first step on, so that no button moves.
 *
 * @param {View} view
 * @param {readonly string[]} names
 * @param {readonly Player[]} players
 * @param {readonly Step[]} taken the decisions of the game
 * @param {{ onStage: (stage: ScoringStage) => void, isSeen?: boolean }} telling `onStage` is called with every step;
 * `isSeen`: it was shown before, and only its end is shown
 */
export function createFinale(view, names, players, taken, { onStage, isSeen = false }) {
  // Where a game was given up nothing is counted.
  const steps = view.phase === "over" ? scoringStages(view) : scoringStages(view).slice(-1);
  let at = isSeen ? steps.length - 1 : 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const won = verdict(view, names, players);
  const title = h("span");
  const list = h("ol", { class: "finale-rows" });
  const said = remark(view, names, players);
  const note = said && h("p", { class: "finale-remark soft" }, said);
  const button = (/** @type {string} */ words, /** @type {() => void} */ onclick, look = "button quiet") =>
    h("button", { type: "button", class: look, onclick }, words);
  const back = button(t("table.finale.back"), () => go(at - 1));
  const on = button(t("table.finale.next"), () => go(at + 1), "button");
  const all = button(t("table.finale.all"), () => go(steps.length - 1));
  const why = ending(view, taken);
  const reason = why && h("p", { class: "finale-ending soft" }, why);
  const count = h("span", { class: "finale-step soft" });
  const steering = h("p", { class: "finale-steps", hidden: steps.length === 1 }, count, back, on, all);
  const heading = h("p", { class: "finale-verdict", "data-room": won, "aria-live": "polite" }, title);
  const element = h("div", { class: "finale" }, reason, heading, note, list, steering);
  const whole = rows(view, steps[steps.length - 1], players);

  function draw() {
    const stage = steps[at];
    const isEnd = stage.name === "winner";
    onStage(stage);
    write(title, isEnd ? won : stageWords(stage));
    set(element, { "data-stage": stage.name });
    write(count, t("table.finale.step", { step: at + 1, count: steps.length }));
    back.disabled = at === 0;
    on.disabled = all.disabled = isEnd;
    const found = rows(view, stage, players);
    keyed(list, isEnd ? byPlace(found) : found, {
      key: (row) => row.seat,
      create: (row) => rowElement(row, names),
      update: (item, row) => updateRow(item, row, whole[row.seat], isEnd),
    });
  }

  /** @param {number} to */
  function go(to) {
    clearTimeout(timer);
    at = Math.max(0, Math.min(to, steps.length - 1));
    draw();
  }

  function play() {
    draw();
    if (moving() && at < steps.length - 1) timer = setTimeout(() => ((at += 1), play()), PACE);
  }

  play();
  return { element, stop: () => clearTimeout(timer) };
}

/** @param {ScoringStage} stage */
function stageWords({ name, value }) {
  return name === "podium" ? t("table.finale.podium", { podium: value }) : t("table.finale.bonus", { bonus: value });
}

/**
 * @param {Row} row
 * @param {readonly string[]} names
 */
function rowElement(row, names) {
  return h(
    "li",
    { class: "finale-row" },
    h("span", { class: "finale-place" }),
    h("span", { class: "finale-name" }, names[row.seat]),
    h("ul", { class: "finale-lines", role: "list" }),
    h("strong", { class: "finale-total" }),
  );
}

/**
 * @param {HTMLElement} element
 * @param {Row} row
 * @param {Row} whole what it has at the end
 * @param {boolean} isEnd
 */
function updateRow(element, row, whole, isEnd) {
  const [place, , lines, total] = /** @type {HTMLElement[]} */ ([...element.children]);
  write(place, isEnd ? t("table.finale.place", { place: row.place, count: row.place }) : "");
  set(element, { "data-winner": isEnd && row.place === 1 });
  write(total, row.total);
  keyed(lines, whole.lines, {
    key: (line, index) => `${line.podium} ${line.color} ${index}`,
    create: (line) =>
      h(
        "li",
        { class: "finale-line" },
        workmanSign(line.color),
        h("span", { class: "unseen" }, colorName(line.color)),
        h("span", null, line.podium),
        line.bonus ? h("span", { class: "finale-bonus" }, `+${line.bonus}`) : null,
      ),
    update: (item, _line, index) => {
      set(item, { "data-later": index >= row.lines.length });
      const bonus = item.querySelector(".finale-bonus");
      if (bonus) set(bonus, { "data-later": !row.lines[index]?.counted });
    },
  });
}
