/**
 * The panel of a puzzle at the top of the bar: what is wanted, what became of a try, and the ways on. It draws what
 * model/puzzle.js says. The server decides what is right.
 *
 * @import {PuzzleContent} from "./model/puzzle.js"
 */

import { fill, h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { createGuidePanel } from "./guide_panel.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} PuzzleActions
 * @property {(go: "again" | "solution") => void} onGo
 * @property {(answer: string) => void} onAnswer
 * @property {() => void} onNext to another puzzle
 */

/** @typedef {ReturnType<typeof createParts>} Parts */

/**
 * @param {HTMLElement} bar
 * @param {PuzzleActions} actions
 */
export function createPuzzlePanel(bar, actions) {
  const parts = createParts(actions);
  const { element, heading, next, again } = parts;
  return createGuidePanel(bar, {
    element,
    heading,
    ways: [next, again],
    label: () => label(parts),
    draw(/** @type {PuzzleContent} */ content, before) {
      drawWords(parts, content);
      drawButtons(parts, content);
      if (JSON.stringify(content.options) !== JSON.stringify(before?.options)) drawOptions(parts, content);
    },
    spoken,
    news: spoken,
  });
}

/** The elements of the panel, without words. @param {PuzzleActions} actions */
function createParts({ onGo, onAnswer, onNext }) {
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const answer = new FormData(form).get("answer");
    if (typeof answer === "string") onAnswer(answer);
  };
  const heading = h("h2", { class: "lesson-title", id: "puzzle-title", tabindex: -1 });
  const goal = h("p", { class: "lesson-text puzzle-goal" });
  const outcome = h("span");
  const more = h("span");
  const clause = h("a", { class: "lesson-why" });
  const told = h("p", { class: "lesson-text puzzle-outcome" }, outcome, " ", more, " ", clause);
  const form = h("form", { class: "puzzle-options", onsubmit });
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: `button puzzle-${name}`, onclick });
  const again = button("again", () => onGo("again"));
  const solution = button("solution", () => onGo("solution"));
  const next = button("next", onNext);
  const all = h("a", { class: "button quiet puzzle-all", href: routeTo("puzzles") });
  const element = h(
    "section",
    { class: "lesson puzzle", "aria-labelledby": "puzzle-title", hidden: true },
    heading,
    goal,
    form,
    told,
    h("p", { class: "lesson-buttons" }, next, again, solution, all),
  );
  return { element, heading, goal, form, told, outcome, more, clause, again, solution, next, all };
}

/** The words that change with the language only. @param {Parts} parts */
function label({ again, solution, next, all }) {
  fill(again, icon("again"), h("span", null, t("puzzles.again")));
  fill(solution, h("span", null, t("puzzles.solution")));
  fill(next, t("puzzles.next"), icon("forward"));
  write(all, t("puzzles.all"));
}

/**
 * @param {Parts} parts
 * @param {PuzzleContent} content
 */
function drawWords({ element, heading, goal, told, outcome, more, clause }, content) {
  set(element, { "data-tone": content.tone });
  write(heading, content.heading);
  write(goal, content.goal);
  write(outcome, content.text);
  write(more, content.more);
  write(clause, content.clause);
  set(clause, {
    href: content.clause ? routeTo("rules", { clause: content.clause }) : false,
    "aria-label": t("lesson.why-rule", { clause: content.clause }),
    hidden: !content.clause,
  });
  told.hidden = !content.text;
}

/**
 * @param {Parts} parts
 * @param {PuzzleContent} content
 */
function drawButtons({ again, solution, next }, { tone, canAgain, canSolve, canNext }) {
  again.hidden = !canAgain;
  solution.hidden = !canSolve;
  next.hidden = !canNext;
  set(next, { class: `button puzzle-next${tone === "done" ? " primary" : ""}` });
  set(again, { class: `button puzzle-again${tone === "missed" ? " primary" : ""}` });
}

/**
 * @param {Parts} parts
 * @param {PuzzleContent} content
 */
function drawOptions({ form }, { options }) {
  form.hidden = options.length === 0;
  fill(
    form,
    h(
      "fieldset",
      null,
      h("legend", { class: "unseen" }, t("puzzles.choose")),
      options.map(({ code, text }) =>
        h("label", null, h("input", { type: "radio", name: "answer", value: code, required: true }), " ", text),
      ),
    ),
    h("button", { type: "submit", class: "button primary" }, t("puzzles.answer")),
  );
}

/** What a screen reader says of a puzzle. @param {PuzzleContent} content */
function spoken({ heading, goal, text, more, tone, options }) {
  const told = text ? [text, more] : [`${heading}.`, goal, ...options.map((one) => one.text)];
  return (tone === "task" && text ? [...told, goal] : told).filter(Boolean).join(" ");
}
