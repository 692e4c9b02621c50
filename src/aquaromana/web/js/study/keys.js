/** Keys of the analysis board. */

import { usesLetters } from "../lib/settings.js";

/**
 * @param {HTMLElement} board on it arrows go from square to square
 * @param {AbortSignal} signal
 * @param {Readonly<Record<string, () => unknown>>} keys
 */
export function listenToKeys(board, signal, keys) {
  addEventListener("keydown", onKey, { signal });

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const focus = document.activeElement;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (focus?.matches("input:not([type=checkbox]), textarea, select")) return;
    if (board.contains(focus) && /^(?:Arrow|Home|End)/.test(event.key)) return;
    const run = keys[event.key];
    if (!run || (/^[a-z]$/.test(event.key) && !usesLetters())) return;
    event.preventDefault();
    if (!event.repeat || event.key.startsWith("Arrow")) run(); // a held key steps, but does not remove line after line
  }
}
