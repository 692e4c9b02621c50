/**
 * The lesson at a table: it shows the step that the state is at, and sends the way to another one.
 *
 * @import {BoardView} from "./board_view.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 */

import { set } from "../lib/dom.js";
import { createLessonPanel } from "./lesson.js";
import { lessonContent } from "./model/lesson.js";

/**
 * @typedef {object} LessonHandlers
 * @property {() => void} onFinish the lesson is over: to the first real game
 * @property {() => void} onAnew begin the lesson again, at another table
 * @property {() => boolean} byKeyboard whether people use the keyboard now
 */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {Pick<BoardView, "playing">} board
 * @param {LessonHandlers} handlers
 */
export function createLessonView(layout, game, board, { onFinish, onAnew, byKeyboard }) {
  const panel = createLessonPanel(layout.bar, { onGo: (go) => game.want({ type: "guide", go }), onFinish, onAnew });

  return {
    draw() {
      // What a step has taught is told when its last move has been seen.
      if (board.playing()) return;
      const content = lessonContent(game.state());
      set(layout.root, { "data-lesson": content?.tone ?? false, "data-lesson-last": content?.isLast ?? false });
      panel.update(content, byKeyboard());
    },
    /** Go on from a step that is done. */
    next() {
      const content = lessonContent(game.state());
      if (content?.canNext) game.want({ type: "guide", go: "next" });
      else if (content?.tone === "done") onFinish();
    },
    /** Say the task again. */
    repeat: panel.say,
    translate: panel.translate,
  };
}
