/**
 * What a table hears from the window and the document: keys, pointers, links to the rules, the network.
 *
 * @import {Command, Situation} from "./model/keys.js"
 */

import { usesLetters } from "../lib/settings.js";
import { command, isHeld } from "./model/keys.js";

/**
 * @typedef {object} Heard
 * @property {() => boolean} isBoard whether the board has the focus
 * @property {(event: KeyboardEvent) => void} onKey
 * @property {(isFinger: boolean) => void} onPointer a pointer is used, not the keyboard
 * @property {(clause: string) => void} onClause a clause of the rules is to be read here: nobody has to leave the table
 * @property {() => void} onOnline the network is back
 * @property {() => void} onVisibility the page is hidden, or shown again
 */

/**
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 * @param {Heard} heard
 */
export function listen(host, signal, { isBoard, onKey, onPointer, onClause, onOnline, onVisibility }) {
  // Before anything else hears of it: a button with the focus would be clicked again.
  const onRepeat = (/** @type {KeyboardEvent} */ event) => {
    if (!isHeld(event, situation(isBoard()))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener("keydown", onRepeat, { signal, capture: true });
  addEventListener("keydown", onKey, { signal });
  const onDown = (/** @type {PointerEvent} */ { pointerType }) => onPointer(pointerType === "touch");
  addEventListener("pointerdown", onDown, { signal, capture: true });
  addEventListener("online", onOnline, { signal });
  document.addEventListener("visibilitychange", onVisibility, { signal });
  const onClick = (/** @type {MouseEvent} */ event) => {
    const link = /** @type {Element} */ (event.target).closest("a[data-clause]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onClause(link.getAttribute("data-clause") ?? "");
  };
  host.addEventListener("click", onClick, { signal });
}

/**
 * The command of a key, unless something else has it: a dialog, a menu, a field.
 *
 * @param {KeyboardEvent} event
 * @param {{ isBoard: boolean, isPlaying: boolean }} screen whether the board has the focus, and shows an animation
 * @returns {Command | null}
 */
export function commandOf(event, { isBoard, isPlaying }) {
  if (event.defaultPrevented || document.querySelector("dialog[open], .menu:popover-open")) return null;
  const name = command(event, situation(isBoard));
  return name === "skip" && !isPlaying ? null : name;
}

/**
 * Where the focus is, for the keys.
 *
 * @param {boolean} isBoard
 * @returns {Situation}
 */
function situation(isBoard) {
  const focus = document.activeElement;
  return {
    isText: focus?.matches("input, textarea, select") ?? false,
    isControl: focus?.matches("button, a, summary, [role=tab]") ?? false,
    isBoard,
    letters: usesLetters(),
  };
}
