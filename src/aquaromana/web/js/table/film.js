/**
 * Moves as short animations on the board, one after the other. Whoever points somewhere, presses Space or hides
 * the page
 * skips them; then the board stands as it should.
 *
 * @import {Step, View} from "../types.js"
 */

/**
 * @typedef {{ speed: number, signal: AbortSignal, onStep: (step: Step) => void }} Showing
 *
 * @typedef {object} Taste
 * @property {() => number} speed
 * @property {() => boolean} isWanted
 * @property {(step: Step | null) => void} onStep a step begins; null when all is over
 */

/**
 * @param {{ animate(steps: readonly Step[], before: View, after: View, options: Showing): Promise<void> }} board
 * @param {Taste} taste
 */
export function createFilm(board, { speed, isWanted, onStep }) {
  /** @type {AbortController | null} */
  let running = null;

  return {
    /**
     * Ends when it is over or skipped.
     *
     * @param {readonly Step[]} steps
     * @param {View} before
     * @param {View} after
     */
    async show(steps, before, after) {
      running?.abort();
      if (!isWanted() || !steps.length) return;
      const own = new AbortController();
      running = own;
      try {
        await board.animate(steps, before, after, { speed: speed(), signal: own.signal, onStep });
      } finally {
        if (running === own) {
          running = null;
          onStep(null);
        }
      }
    },
    skip: () => running?.abort(),
    isRunning: () => running !== null,
  };
}
