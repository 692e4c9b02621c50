/**
 * The puzzle at a table: it shows how far the state is with it, and sends what people want.
 *
 * @import {BoardView} from "./board_view.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 */

import { set } from "../lib/dom.js";
import { puzzleContent } from "./model/puzzle.js";
import { createPuzzlePanel } from "./puzzle.js";

/**
 * @typedef {object} PuzzleHandlers
 * @property {() => void} onNext to another puzzle
 * @property {() => boolean} byKeyboard whether people use the keyboard now
 */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {Pick<BoardView, "playing">} board
 * @param {PuzzleHandlers} handlers
 */
export function createPuzzleView(layout, game, board, { onNext, byKeyboard }) {
  const panel = createPuzzlePanel(layout.bar, {
    onGo: (go) => game.want({ type: "solve", go }),
    onAnswer: (answer) => game.want({ type: "solve", go: "answer", answer }),
    onNext,
  });
  const content = () => puzzleContent(game.state(), game.names());

  return {
    draw() {
      // What became of a try is told when the answer to it has been seen.
      if (board.playing()) return;
      const now = content();
      if (now) set(layout.root, { "data-lesson": now.tone, "data-puzzle": now.tone });
      panel.update(now, byKeyboard());
    },
    /** The one thing to do next: another puzzle, or another try. */
    next() {
      const now = content();
      if (now?.tone === "done") onNext();
      else if (now?.tone === "missed") game.want({ type: "solve", go: "again" });
    },
    /** Say the task again. */
    repeat: panel.say,
    translate: panel.translate,
  };
}
