/** Building blocks of an animation: temporary elements, and movements that end when it is stopped. */

/** @import {Step, View} from "../../types.js" */
/** @import {Point} from "../draw/geometry.js" */
/** @import {Drawn} from "../draw/patch.js" */

import { patch } from "../draw/patch.js";

/**
 * @typedef {object} AnimationSurface where an animation is played
 * @property {(view: View) => void} draw show a view without marks
 * @property {(layer: "workmen" | "builders", key: string) => Element | undefined} figure
 * @property {SVGGElement} above a group over everything, for what flies and walks
 * @property {SVGGElement} water a group over the water and under the decks
 * @property {SVGGElement} upper a group over the decks
 * @property {(podium: number) => Point | null} [podium] where a podium is, in units of the board
 * @property {(seat: number) => Point | null} [seat] where a seat's panel is
 * @property {(step: Step) => void} [onStep] called when a step begins
 * @property {(view: View, step: Step) => void} [onView] called when a step has been shown, with the view after it
 * @property {(step: Step) => Promise<unknown>} [ready] what is waited for, a little, before a step has been shown
 * @property {(step: Step) => number} [pause] milliseconds of rest after a step, for what is to be read
 */

/** @typedef {ReturnType<typeof createShot>} Shot */

/**
 * @param {AnimationSurface} set
 * @param {number} speed
 * @param {AbortSignal} signal
 */
export function createShot(set, speed, signal) {
  /** @type {Map<SVGGElement, Drawn[]>} */
  const shown = new Map([[set.above, []], [set.water, []], [set.upper, []]]);
  /** @type {Set<Element>} */
  const hidden = new Set();
  let count = 0;

  /** @param {SVGGElement} group */
  function redraw(group) {
    patch(group, /** @type {Drawn[]} */ (shown.get(group)));
  }

  /**
   * Show something for the time of the animation; returns its element.
   * @param {SVGGElement} group
   * @param {Drawn} drawn
   */
  function put(group, drawn) {
    count += 1;
    const keyed = { ...drawn, key: `${drawn.key} ${count}` };
    shown.get(group)?.push(keyed);
    redraw(group);
    return /** @type {SVGGraphicsElement} */ (group.lastElementChild);
  }

  /** @param {...Element} elements */
  function drop(...elements) {
    for (const [group, list] of shown) {
      const gone = [...group.children].map((child, index) => (elements.includes(child) ? index : -1));
      shown.set(group, list.filter((_, index) => !gone.includes(index)));
      redraw(group);
    }
  }

  /**
   * Animate an element; resolves when it is done or the animation is stopped.
   * @param {Element} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {KeyframeAnimationOptions} [options]
   */
  async function move(element, frames, duration, options) {
    if (signal.aborted) return;
    const animation = element.animate(frames, {
      duration: duration / speed, fill: "both", ...options, delay: Number(options?.delay ?? 0) / speed,
    });
    const stop = () => animation.cancel();
    signal.addEventListener("abort", stop);
    await animation.finished.catch(() => {});
    signal.removeEventListener("abort", stop);
  }

  /** @param {number} duration */
  function wait(duration) {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve(undefined);
      const timer = setTimeout(resolve, duration / speed);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve(undefined);
      }, { once: true });
    });
  }

  function clear() {
    for (const group of shown.keys()) {
      shown.set(group, []);
      redraw(group);
    }
    for (const figure of hidden) figure.classList.remove("board-offstage");
    hidden.clear();
  }

  /**
   * Hide a figure of the drawing while another plays it.
   * @param {"workmen" | "builders"} layer
   * @param {string} key
   */
  function offstage(layer, key) {
    const figure = set.figure(layer, key);
    if (!figure) return;
    figure.classList.add("board-offstage");
    hidden.add(figure);
  }

  return { set, put, drop, move, wait, clear, offstage };
}
