/**
 * The panel of a lesson at the top of the bar: the step, what is to be done in it, and the ways to other steps. It
 * draws what model/lesson.js says. The server decides what may be done.
 *
 * @import {GuideMessage} from "../types.js"
 * @import {LessonContent} from "./model/lesson.js"
 */

import { fill, h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { createGuidePanel } from "./guide_panel.js";
import { icon } from "./icons.js";

/**
 * @typedef {object} LessonActions
 * @property {(go: GuideMessage["go"]) => void} onGo
 * @property {() => void} onFinish the lesson is over: to the first real game
 * @property {() => void} onAnew begin the lesson again, at another table
 */

/** @typedef {ReturnType<typeof createParts>} Parts */

/**
 * @param {HTMLElement} bar
 * @param {LessonActions} actions
 */
export function createLessonPanel(bar, actions) {
  const parts = createParts(actions);
  const { element, heading, next, finish, again } = parts;
  return createGuidePanel(bar, {
    element,
    heading,
    ways: [next, finish, again],
    label: () => label(parts),
    draw(/** @type {LessonContent} */ content) {
      drawWords(parts, content);
      drawDots(parts, content);
      drawButtons(parts, content);
    },
    spoken,
    news: ({ text, look }) => [text, look].filter(Boolean).join(" "),
  });
}

/** The elements of the panel, without words. @param {LessonActions} actions */
function createParts({ onGo, onFinish, onAnew }) {
  const heading = h("h2", { class: "lesson-title", id: "lesson-title", tabindex: -1 });
  const dots = h("ol", { class: "lesson-dots", role: "presentation", "aria-hidden": "true" });
  const fresh = h("em", { class: "lesson-fresh" });
  const text = h("span");
  const why = h("a", { class: "lesson-why" });
  const look = h("p", { class: "unseen" });
  const button = (/** @type {string} */ name, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: `button lesson-${name}`, onclick });
  const back = button("back", () => onGo("back"));
  const again = button("again", () => onGo("again"));
  const skip = button("skip", () => onGo("skip"));
  const next = button("next", () => onGo("next"));
  const finish = button("finish", onFinish);
  const anew = button("anew", onAnew);
  const element = h(
    "section",
    { class: "lesson", "aria-labelledby": "lesson-title", hidden: true },
    dots,
    heading,
    h("p", { class: "lesson-text" }, fresh, text, " ", why),
    look,
    h("p", { class: "lesson-buttons" }, back, again, skip, next, finish, anew),
  );
  return { element, heading, dots, fresh, text, why, look, back, again, skip, next, finish, anew };
}

/** The words that change with the language only. @param {Parts} parts */
function label({ back, again, skip, next, finish, anew }) {
  fill(back, icon("back"), h("span", null, t("lesson.back")));
  fill(again, icon("again"), h("span", null, t("lesson.again")));
  fill(skip, icon("skip"), h("span", null, t("lesson.skip")));
  fill(next, t("lesson.next"), icon("forward"));
  fill(finish, t("lesson.first-game"), icon("forward"));
  write(anew, t("lesson.anew"));
  for (const one of [back, again, skip]) one.title = one.textContent ?? "";
}

/**
 * @param {Parts} parts
 * @param {LessonContent} content
 */
function drawWords({ element, heading, fresh, text, look, why }, content) {
  set(element, { "data-tone": content.tone });
  write(heading, content.heading);
  write(fresh, content.fresh);
  fresh.hidden = !content.fresh;
  write(text, content.text);
  write(look, content.look);
  write(why, t("lesson.why"));
  set(why, {
    href: content.clause ? routeTo("rules", { clause: content.clause }) : false,
    "data-clause": content.clause,
    "aria-label": t("lesson.why-rule", { clause: content.clause }),
    hidden: !content.clause,
  });
}

/**
 * @param {Parts} parts
 * @param {LessonContent} content
 */
function drawDots({ dots }, { step, steps, tone }) {
  keyed(dots, Array.from({ length: steps }, (_, index) => index + 1), {
    key: (number) => number,
    create: () => h("li"),
    update: (dot, number) => {
      const isPast = number < step || (number === step && tone === "done");
      set(dot, { "data-past": isPast, "data-now": number === step && !isPast });
    },
  });
}

/**
 * @param {Parts} parts
 * @param {LessonContent} content
 */
function drawButtons({ back, again, skip, next, finish, anew }, content) {
  const { tone, isLast, canBack, canAgain, canSkip, canNext } = content;
  const isOver = isLast && (tone === "done" || tone === "missed");
  const isOutdated = tone === "outdated";
  back.disabled = !canBack;
  back.hidden = again.hidden = isOutdated;
  again.disabled = !canAgain;
  skip.hidden = !canSkip;
  next.hidden = !canNext;
  finish.hidden = !isOver;
  anew.hidden = !isOutdated;
  // The one thing to do next stands out.
  set(again, { class: `button lesson-again${tone === "missed" ? " primary" : ""}` });
  set(next, { class: `button lesson-next${tone === "missed" ? "" : " primary"}` });
  set(finish, { class: `button lesson-finish${tone === "done" ? " primary" : ""}` });
  set(anew, { class: "button lesson-anew primary" });
}

/** What a screen reader says of a step. @param {LessonContent} content */
function spoken({ heading, fresh, text, look, tone }) {
  const sentence = /[.?!]$/.test(heading) ? heading : `${heading}.`;
  return tone === "task" ? [sentence, fresh, text, look].filter(Boolean).join(" ") : text;
}
