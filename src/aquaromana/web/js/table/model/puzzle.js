/**
 * The panel of a puzzle, as data: what is wanted, what became of the last try, and which ways there are. puzzle.js
 * draws it.
 *
 * @import {Fact} from "../../lib/facts.js"
 * @import {TableState} from "./state.js"
 */

import { factText } from "../../lib/facts.js";
import { t } from "../../lib/i18n.js";
import { errorText, squareName } from "../../lib/reasons.js";

/**
 * @typedef {object} PuzzleContent
 * @property {string} key of the puzzle
 * @property {string} heading
 * @property {string} goal what is wanted
 * @property {string} text what became of the last try; empty before it
 * @property {string} more why, in words
 * @property {"task" | "busy" | "done" | "missed" | "outdated"} tone
 * @property {string} clause behind the reason
 * @property {readonly {code: string, text: string}[]} options what may be answered to a question about the rules
 * @property {string} answer
 * @property {boolean} canAgain
 * @property {boolean} canSolve
 * @property {boolean} canNext
 */

/**
 * @param {TableState} state
 * @param {readonly string[]} names
 * @returns {PuzzleContent | null} null where there is no puzzle
 */
export function puzzleContent(state, names) {
  const { puzzle } = state;
  if (!puzzle) return null;
  const { id: key, kind = "", difficulty = "", options = [], answer = "", right = "", showing = false } = puzzle;
  const none = { key, goal: "", text: "", more: "", clause: "", options: [], answer: "" };
  if (puzzle.outdated) {
    const ways = { canAgain: false, canSolve: false, canNext: true };
    return { ...none, ...ways, heading: t("puzzles.title"), text: t("puzzles.outdated"), tone: "outdated" };
  }
  const tone = toneOf(puzzle);
  const isOver = tone === "done" || tone === "missed";
  return {
    ...none,
    heading: t("puzzles.heading", {
      kind: t(`puzzles.kind.${kind}`),
      difficulty: t(`puzzles.difficulty.${difficulty}`),
    }),
    goal: goalText(puzzle),
    text: outcomeText(puzzle),
    more: whyText(puzzle, names),
    tone,
    clause: puzzle.why?.clause ?? (tone === "missed" ? (puzzle.fact?.clause ?? "") : ""),
    options: isOver ? [] : options.map((code) => ({ code, text: t(`puzzles.option.${code}`) })),
    answer: right || answer,
    canAgain: isOver || (state.ply > 0 && tone !== "busy"),
    canSolve: !showing && puzzle.outcome !== "solved" && tone !== "busy",
    canNext: isOver,
  };
}

/** Whether nothing can be tried at a puzzle now. @param {TableState} state */
export function isPuzzleOver({ puzzle }) {
  return Boolean(puzzle && (puzzle.outdated || puzzle.kind === "legal" || toneOf(puzzle) !== "task"));
}

/** @typedef {NonNullable<TableState["puzzle"]>} Puzzle */

/**
 * @param {Puzzle} puzzle
 * @returns {PuzzleContent["tone"]}
 */
function toneOf({ outcome = "", pending, replying, showing }) {
  if (pending || replying) return "busy";
  if (showing || outcome === "solved") return "done";
  return outcome === "wrong" || outcome === "unknown" ? "missed" : "task";
}

/** @param {Puzzle} puzzle */
function goalText({ goal = "", args = {} }) {
  const words = { ...args };
  if (args.color) words.color = t(`reasons.color.${args.color}`);
  if (args.kind) words.kind = t(`common.kind-a.${args.kind}`);
  if (args.workman) words.workman = squareName(String(args.workman));
  if (args.builder) words.builder = t(`common.kind-builder.${args.builder}`);
  return t(`puzzles.goal.${goal}`, words);
}

/** @param {Puzzle} puzzle */
function outcomeText({ kind, outcome = "", pending, replying, showing, refuted, right = "" }) {
  if (pending) return t("puzzles.outcome.thinking");
  if (showing && replying) return t("puzzles.outcome.showing");
  if (showing) return right ? t(`puzzles.option.${right}`) : t("puzzles.outcome.shown");
  if (!outcome) return "";
  if (kind === "legal") return t(`puzzles.outcome.${outcome}-legal`);
  return t(`puzzles.outcome.${outcome === "wrong" && !refuted ? "wrong-at-once" : outcome}`);
}

/**
 * @param {Puzzle} puzzle
 * @param {readonly string[]} names
 */
function whyText({ outcome, why, fact, pending }, names) {
  if (why) return errorText(why, { names });
  return outcome === "wrong" && fact && !pending ? factText(/** @type {Fact} */ (fact), { names }) : "";
}
