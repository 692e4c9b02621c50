/**
 * What is previewed: one thing, for the board, its tray, the bar and the stairs alike.
 *
 * @import {Part} from "./pointing.js"
 * @import {TableState} from "./state.js"
 */

import { question } from "./pointing.js";
import { isClosing, isOpen, pointable } from "./state.js";

/**
 * What mouse or focus are on. Where a way to lay a tile is asked for and they are on none, the first that closes
 * nothing is shown.
 *
 * @param {TableState} state
 * @returns {Part | null}
 */
export function previewOf(state) {
  const { hover, parts, lesson } = state;
  const asked = isOpen(state) && !hover?.face ? question(pointable(state), parts, lesson?.asks || undefined) : null;
  if (asked?.field !== "face" || new Set(asked.options.map(({ part }) => part.square)).size > 1) return hover;
  return (asked.options.find(({ left }) => !isClosing(left[0])) ?? asked.options[0]).part;
}
