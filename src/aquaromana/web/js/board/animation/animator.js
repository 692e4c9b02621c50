/** Plays animations on the board, one at a time; updates that arrive meanwhile wait until it ends. */

/** @import {Marks, Step, View} from "../../types.js" */
/** @import {Point} from "../draw/geometry.js" */
/** @import {Pane} from "../pane.js" */

import { moving } from "../../lib/settings.js";
import { child } from "../draw/patch.js";
import { playMovements } from "./movements.js";

/**
 * @typedef {object} AnimateOptions
 * @property {number} [speed] 2 is twice as fast
 * @property {AbortSignal} [signal] ends it immediately, in the state after it
 * @property {(step: Step) => void} [onStep] called when a step begins
 * @property {(view: View, step: Step) => void} [onView] called when a step has been shown, with what is drawn
 * @property {(step: Step) => Promise<unknown>} [ready] what is waited for, a little, before a step has been shown
 * @property {(step: Step) => number} [pause] milliseconds of rest after a step, for what is to be read
 */

/**
 * @param {Pane} pane
 * @param {object} wishes
 * @param {(view: View) => void} wishes.bare show a view without marks
 * @param {(view: View, marks?: Marks) => void} wishes.show show a view after the animation
 * @param {() => boolean} wishes.isSeen whether anybody could see an animation
 * @param {(podium: number) => DOMRect | null} [wishes.podiumRect]
 * @param {(seat: number) => DOMRect | null} [wishes.seatRect]
 */
export function createAnimator(pane, { bare, show, isSeen, podiumRect, seatRect }) {
  /** The animation that plays. @type {AbortController | null} */
  let playing = null;
  let over = Promise.resolve();
  /** What is to be shown after it. @type {{view: View, marks: Marks} | null} */
  let waiting = null;

  /**
   * The foot of a box of the page, in units of the board.
   * @param {DOMRect | null | undefined} rect
   * @returns {Point | null}
   */
  function footOf(rect) {
    if (!rect?.width) return null;
    const corner = pane.pane.getBoundingClientRect();
    return pane.toBoard({ x: rect.left + rect.width / 2 - corner.left, y: rect.bottom - corner.top });
  }

  /** @param {AnimateOptions} options */
  function surface({ onStep, onView, ready, pause }) {
    return {
      draw: bare,
      figure: (/** @type {string} */ layer, /** @type {string} */ key) => child(pane.layer(layer), key),
      above: pane.layer("animation"),
      water: pane.layer("flow"),
      upper: pane.layer("upper-flow"),
      podium: (/** @type {number} */ podium) => footOf(podiumRect?.(podium)),
      seat: (/** @type {number} */ seat) => footOf(seatRect?.(seat)),
      onStep,
      onView,
      ready,
      pause,
    };
  }

  /** End the animation that plays; says whether there was one. */
  function stop() {
    playing?.abort();
    return playing !== null;
  }

  /** @param {View} after */
  function finish(after) {
    playing = null;
    pane.element.classList.remove("playing");
    const next = waiting;
    waiting = null;
    show(next?.view ?? after, next?.marks);
  }

  /** Whether an animation would be shown now: people want motion, and somebody could see it. */
  const canPlay = () => moving() && isSeen();

  return {
    stop,
    canPlay,
    isPlaying: () => playing !== null,
    /**
     * @param {View} view
     * @param {Marks} marks
     */
    showLater(view, marks) {
      waiting = { view, marks };
    },
    /**
     * @param {readonly Step[]} steps
     * @param {View} before
     * @param {View} after
     * @param {AnimateOptions} [options]
     */
    async show(steps, before, after, options = {}) {
      if (stop()) await over;
      const { speed = 1, signal } = options;
      if (signal?.aborted || !canPlay() || !steps.length) return finish(after);
      const mine = new AbortController();
      const abort = () => mine.abort();
      playing = mine;
      signal?.addEventListener("abort", abort);
      pane.showAll();
      pane.element.classList.add("playing");
      over = playMovements(surface(options), steps, before, { speed, signal: mine.signal }).finally(() => {
        signal?.removeEventListener("abort", abort);
        finish(after);
      });
      await over;
    },
  };
}
