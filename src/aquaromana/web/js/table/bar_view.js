/**
 * The bar of the table: it shows what the state asks, and announces it.
 *
 * @import {BoardView} from "./board_view.js"
 * @import {HintAction} from "./hint_panel.js"
 * @import {Input} from "./input.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {Command} from "./model/keys.js"
 */

import { announce } from "../lib/announce.js";
import { switchCoachOff } from "../lib/coach.js";
import { set } from "../lib/dom.js";
import { createBar } from "./bar.js";
import * as actions from "./model/actions.js";
import { barContent, narrating } from "./model/bar.js";
import { hidden, unfolded, used } from "./model/hints.js";
import { isOver } from "./model/state.js";

/**
 * @typedef {object} BarState
 * @property {boolean} byKeyboard whether people use the keyboard now
 * @property {string} announced the question that was announced last
 * @property {string} text what the bar says now
 *
 * @typedef {object} BarHandlers
 * @property {Input} input
 * @property {(name: Command) => void} onCommand
 * @property {() => void} onResult the scoring is to be shown
 */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {BoardView} board
 * @param {BarHandlers} handlers
 */
export function createBarView(layout, game, board, { input, onCommand, onResult }) {
  /** @type {BarState} */
  const own = { byKeyboard: false, announced: "", text: "" };
  const bar = createBar(layout.bar, {
    onPoint: (part) => input.point(part),
    onHover: input.hover,
    onUndoTo: (left) => game.apply(actions.undone(game.state(), left)),
    onHeard: () => game.apply(actions.heard(game.state())),
    onFinale: onResult,
    onHint,
    run: onCommand,
  });

  /** What to do with a hint, or with the coach's question. @param {HintAction} action */
  function onHint(action) {
    const state = game.state();
    if (action === "hide") game.apply(hidden(state));
    else if (action === "unfold") game.apply(unfolded(state));
    else if (action === "use") game.apply(used(state));
    else if (action === "change") game.apply({ ...state, caution: null });
    else if (action === "play") game.insist();
    else if (action === "off") {
      switchCoachOff(state.id);
      game.insist();
    } else game.hint();
  }

  function draw() {
    const [state, names, view] = [game.state(), game.names(), board.view()];
    const { steps, yours } = state;
    // The result is not shown before the last decision, anyone's, has been seen.
    const playing = board.playing() ?? (isOver(state) && !state.travel ? board.step() : null);
    const isMoving = board.step() !== board.told();
    const content = playing && view
      ? narrating(playing, board.told(), { names, view, steps, yours })
      : barContent(state, names, { isMoving });
    set(layout.root, { "data-tone": content.tone });
    bar.showSkip(playing !== null);
    own.text = content.text;
    const seat = content.seat ?? -1;
    const colors = view?.seats[seat]?.colors ?? [];
    bar.update(content, { name: names[seat] ?? "", colors, names }, own.byKeyboard);
    const text = content.tone === "yours" || content.tone === "past" ? content.text : "";
    if (text && text !== own.announced) announce(text);
    own.announced = text;
    // Enter on the board points; to confirm by it the focus has to leave the board.
    if (own.byKeyboard && content.primary === "confirm" && board.hasFocus()) bar.focusPrimary();
  }

  return {
    draw,
    clock: bar.clock,
    translate: bar.translate,
    byKeyboard: () => own.byKeyboard,
    text: () => own.text,
    /** People use the keyboard now. */
    useKeyboard() {
      own.byKeyboard = true;
    },
    /** People point: a finger looks at nothing, so what a mouse was left on is forgotten. @param {boolean} isFinger */
    usePointer(isFinger) {
      own.byKeyboard = false;
      if (isFinger) input.hover(null);
    },
  };
}
