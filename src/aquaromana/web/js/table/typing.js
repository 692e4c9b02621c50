/**
 * The region for typed notation: shown and hidden, with the choices that can be typed.
 *
 * @import {Game} from "./model/game.js"
 * @import {Input} from "./input.js"
 * @import {Layout} from "./layout.js"
 */

import { current, isOpen } from "./model/state.js";
import { createTypeBox } from "./typebox.js";

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {Input} input
 * @param {() => void} onLeave the focus has to go elsewhere
 */
export function createTyping(layout, game, input, onLeave) {
  const typeBox = createTypeBox(layout.typing, {
    choices,
    isWaiting,
    onMove: input.type,
    onUnknown: (text) => game.ask("move", text),
    onClose: () => show(false),
  });

  /** What can be typed at this moment, whatever has been drawn by now. */
  function choices() {
    const state = game.state();
    return isOpen(state) ? current(state).choices : [];
  }

  /** Whether the choices are on their way: what is typed meanwhile waits for them. */
  function isWaiting() {
    const state = game.state();
    const { choices: known, complete } = current(state);
    return isOpen(state) && !complete && !known.length;
  }

  /** @param {boolean} on */
  function show(on) {
    const hadFocus = layout.typing.contains(document.activeElement);
    layout.showTyping(on);
    if (on) typeBox.focus();
    else if (hadFocus) onLeave();
  }

  const isShown = () => !layout.typing.hidden;

  return {
    show,
    isShown,
    toggle: () => show(!isShown()),
    draw: typeBox.update,
    translate: typeBox.translate,
  };
}
