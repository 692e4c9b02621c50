/**
 * The panel of a lesson, as data: the heading, what is to be done or has been learned, where to look, and which ways
 * there are. lesson.js draws it.
 *
 * @import {View, Words} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { language, t } from "../../lib/i18n.js";
import { endOf } from "./standing.js";
import { current, trialOf } from "./state.js";
import { builderName, colorName } from "./words.js";

/**
 * @typedef {object} LessonContent
 * @property {string} key of the step
 * @property {number} step from 1
 * @property {number} steps
 * @property {string} heading
 * @property {string} fresh that the position is a new one
 * @property {string} text the task, or what is said when it is done
 * @property {"task" | "done" | "missed" | "outdated"} tone `missed`: done, but not won, or not in the best way
 * @property {string} clause
 * @property {string} look where to look on the board, in words
 * @property {boolean} canBack
 * @property {boolean} canAgain something was done in this step
 * @property {boolean} canSkip
 * @property {boolean} canNext
 * @property {boolean} isLast
 */

/**
 * @param {TableState} state
 * @returns {LessonContent | null} null where there is no lesson
 */
export function lessonContent(state) {
  const { lesson, view } = state;
  if (!lesson) return null;
  const { step = 0, steps = 0, key = "", clause = "", done, won = false, outdated = false } = lesson;
  const base = { key, step, steps, clause, isLast: step === steps, fresh: "" };
  if (outdated) {
    const none = { canBack: false, canAgain: false, canSkip: false, canNext: false };
    const heading = t("lesson.outdated");
    return { ...base, ...none, heading, text: t("errors.lesson/outdated"), tone: "outdated", look: "" };
  }
  const missed = (base.isLast && !won) || lesson.worse;
  const task = taskOf(state);
  return {
    ...base,
    heading: t("lesson.step", { step, steps, title: inWords(lesson.title) }),
    fresh: !done && step > 1 && task.isFirst && !state.ply ? t("lesson.fresh") : "",
    text: done ? inWords(done) : task.text,
    tone: !done ? "task" : missed ? "missed" : "done",
    look: view && !done ? lookWords(task.squares, task.paths, view) : "",
    canBack: step > 1,
    canAgain: Boolean(done) || state.ply > 0 || state.decisions.some(({ auto }) => !auto),
    canSkip: !done && !base.isLast,
    canNext: Boolean(done) && !base.isLast,
  };
}

/**
 * What is to be done now, and where to look on the board: in a later phase of the stretch, or after something
 * impossible has been tried, not the same as at first.
 *
 * @param {TableState} state
 * @returns {{ text: string, squares: readonly string[], paths: readonly number[], isFirst: boolean }}
 */
export function taskOf(state) {
  const { lesson } = state;
  const { view, complete } = current(state);
  const begun = state.decisions.some(({ auto }) => !auto);
  const tasks = begun ? (lesson?.tasks ?? []) : [];
  const later = complete ? tasks.at(-1) : tasks.find(({ phase }) => phase === view?.phase);
  const { squares = [], paths = [] } = later ?? (begun || !lesson ? {} : lesson);
  if (later) return { text: inWords(later.text), squares, paths, isFirst: false };
  if (lesson?.trial && !trialOf(state)) return { text: inWords(lesson.tried), squares: [], paths: [], isFirst: false };
  return { text: inWords(lesson?.text), squares, paths, isFirst: !begun };
}

/** A text in the language of the reader. @param {Words | undefined} words */
function inWords(words) {
  return words?.[language()] ?? words?.en ?? "";
}

/**
 * Where to look on the board, for those who do not see it.
 *
 * @param {readonly string[]} squares
 * @param {readonly number[]} paths
 * @param {View} view
 */
function lookWords(squares, paths, view) {
  const targets = [
    ...squares.map((square) => squareWords(square, view)),
    ...paths.map((path) => {
      const kind = view.builders[path];
      return kind ? t("lesson.at.builder", { builder: builderName(kind), path }) : t("lesson.at.path", { path });
    }),
  ];
  return targets.length ? t("lesson.look", { targets }) : "";
}

/**
 * @param {string} square
 * @param {View} view
 */
function squareWords(square, view) {
  const standing = view.aqueducts.find((one) => one.open && endOf(one).slice(0, 2) === square);
  return standing
    ? t("lesson.at.workman", { color: colorName(standing.color), square })
    : t("lesson.at.square", { square });
}
