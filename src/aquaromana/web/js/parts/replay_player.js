/** Plays a game on a board: fetches the views, animates single steps, and runs on until it is stopped. */

import { announce } from "../lib/announce.js";
import { get } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { errorText } from "../lib/reasons.js";
import { moving, settings } from "../lib/settings.js";
import { lastMarks } from "./last_move.js";
import { advanced, wound } from "./playback.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../board/board.js").Board} Board */
/** @typedef {ReturnType<typeof wound>} Reel */

/** Milliseconds between two decisions at normal speed, animation not counted; and without animation. */
const PAUSE = 700;
const STILL = 1400;
/** Views that are fetched ahead while the game runs. */
const AHEAD = 3;
export const SPEEDS = [0.5, 1, 2, 4];

/**
 * @typedef {object} ReplayState
 * @property {Reel} reel the moment that is to be shown, and whether the game runs
 * @property {{ply: number, view: View} | null} shown what the board shows; behind the reel while views are fetched
 * @property {number} speed 2 is twice as fast
 * @property {AbortController} stop ends the animation and the pause that are under way
 *
 * @typedef {object} Source
 * @property {string} base the table in the API
 * @property {readonly Step[]} steps
 * @property {number} ply the moment to begin with
 */

/**
 * @param {Board} board
 * @param {Source} source
 * @param {{onChange: () => void, words: (step: Step, view: View) => string}} handlers `words`: for screen readers
 */
export function createReplayPlayer(board, { base, steps, ply: first }, { onChange, words }) {
  /** @type {ReplayState} */
  const own = {
    reel: wound(steps.length, first),
    shown: null,
    speed: SPEEDS.includes(settings.speed) ? settings.speed : 1,
    stop: new AbortController(),
  };
  const closing = new AbortController();
  /** @type {Map<number, Promise<View>>} */
  const views = new Map();

  /** @param {number} ply */
  function viewAt(ply) {
    const known = views.get(ply);
    if (known) return known;
    const asked = get(`${base}/views/${ply}`, { signal: closing.signal });
    views.set(ply, asked);
    asked.catch(() => views.delete(ply));
    return asked;
  }

  /**
   * Show another moment.
   * @param {Reel} next
   * @param {{animated?: boolean}} [how] a single step forward may be animated; jumps are not
   */
  function go(next, { animated = false } = {}) {
    own.stop.abort();
    own.stop = new AbortController();
    own.reel = next;
    onChange();
    if (own.reel.running) run(own.stop.signal);
    else show(own.stop.signal, animated);
  }

  /**
   * Bring the board to the moment of the reel.
   * @param {AbortSignal} signal
   * @param {boolean} animated
   */
  async function show(signal, animated) {
    const { ply } = own.reel;
    try {
      const view = await viewAt(ply);
      if (signal.aborted || closing.signal.aborted) return;
      const step = steps[ply - 1];
      if (animated && step && own.shown?.ply === ply - 1 && board.canAnimate()) {
        board.update(own.shown.view, lastMarks(steps[ply - 2]));
        await board.animate([step], own.shown.view, view, { speed: own.speed, signal });
        if (signal.aborted) return;
      }
      own.shown = { ply, view };
      board.update(view, lastMarks(step));
      if (step) announce(words(step, view));
      onChange();
    } catch (error) {
      if (!closing.signal.aborted && !signal.aborted) toast(errorText(error), { kind: "error" });
    }
  }

  /** @param {AbortSignal} signal */
  async function run(signal) {
    await show(signal, false);
    while (!signal.aborted && own.reel.running) {
      const { ply, length } = own.reel;
      for (let ahead = ply + 1; ahead <= Math.min(length, ply + AHEAD); ahead += 1) viewAt(ahead).catch(() => {});
      await pause((moving() ? PAUSE : STILL) / own.speed, signal);
      if (signal.aborted) return;
      own.reel = advanced(own.reel);
      onChange();
      await show(signal, true);
    }
    onChange();
  }

  return {
    go,
    /** @returns {Reel} */
    reel: () => own.reel,
    shown: () => own.shown,
    speed: () => own.speed,
    /** @param {number} speed */
    setSpeed(speed) {
      own.speed = speed;
    },
    close() {
      closing.abort();
      own.stop.abort();
    },
  };
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
