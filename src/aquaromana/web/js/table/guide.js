/**
 * The guide at the top of the bar: the panel of a lesson or a puzzle. It is loaded where a table has one.
 *
 * @import {BoardView} from "./board_view.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 */

import { loadAreas } from "../lib/i18n.js";
import { loaded } from "../lib/modules.js";

/**
 * @typedef {object} GuideView
 * @property {() => void} draw
 * @property {() => void} next the one thing to do next
 * @property {() => void} repeat say the task again
 * @property {() => void} translate
 *
 * @typedef {object} GuideState
 * @property {GuideView | null} view
 * @property {"no" | "now" | "failed"} loading
 *
 * @typedef {object} GuideHandlers
 * @property {() => void} onFinish a lesson is over: to the first real game
 * @property {() => void} onAnew begin a lesson again, at another table
 * @property {() => void} onPuzzle to another puzzle
 * @property {() => boolean} byKeyboard whether people use the keyboard now
 * @property {() => void} redraw
 * @property {(error: unknown) => void} onTrouble
 */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {Pick<BoardView, "playing">} board
 * @param {GuideHandlers} handlers
 */
export function createGuide(layout, game, board, { onFinish, onAnew, onPuzzle, byKeyboard, redraw, onTrouble }) {
  /** @type {GuideState} */
  const own = { view: null, loading: "no" };

  /** @returns {Promise<GuideView>} */
  async function lesson() {
    const { createLessonView } = await loaded(import("./lesson_view.js"));
    return createLessonView(layout, game, board, { onFinish, onAnew, byKeyboard });
  }

  /** @returns {Promise<GuideView>} */
  async function puzzle() {
    const [{ createPuzzleView }] = await Promise.all([loaded(import("./puzzle_view.js")), loadAreas(["puzzles"])]);
    return createPuzzleView(layout, game, board, { onNext: onPuzzle, byKeyboard });
  }

  async function load() {
    own.loading = "now";
    try {
      own.view = await (game.state().puzzle ? puzzle() : lesson());
      own.loading = "no";
    } catch (error) {
      own.loading = "failed";
      onTrouble(error);
    }
    redraw();
  }

  return {
    draw() {
      const state = game.state();
      if (own.view) own.view.draw();
      else if ((state.lesson || state.puzzle) && own.loading === "no") void load();
    },
    /** Whether the panel is on its way: what is announced beside it has to wait for it. */
    isLoading: () => own.loading === "now",
    next: () => own.view?.next(),
    repeat: () => own.view?.repeat(),
    translate: () => own.view?.translate(),
  };
}
