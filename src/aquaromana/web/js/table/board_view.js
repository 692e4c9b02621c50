/**
 * The board of the table: it shows the moment that the state is at, and animates the decisions that lead there.
 *
 * @import {Step, Target, View} from "../types.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {Moment} from "./model/animation.js"
 */

import { createBoard } from "../board/board.js";
import { toast } from "../lib/dialog.js";
import { errorText } from "../lib/reasons.js";
import { moving, settings } from "../lib/settings.js";
import { playStep, soundsOf } from "../lib/sound.js";
import * as actions from "./model/actions.js";
import { isBehind, isSame, momentOf, narratedStep, stepsBetween } from "./model/animation.js";
import { toldView } from "./model/disclosure.js";
import { marksOf } from "./model/marks.js";

/**
 * @typedef {object} BoardState
 * @property {Moment | null} shown what the board shows, or is being animated to
 * @property {View | null} seen the view that the panels describe: it does not run ahead of an animation
 * @property {Step | null} step the decision that the board animates now
 * @property {boolean} isClosed
 *
 * @typedef {object} BoardHandlers
 * @property {(target: Target) => void} onPoint
 * @property {(target: Target | null) => void} onHover
 * @property {(podium: number) => DOMRect | null} podiumRect
 * @property {() => void} redraw
 */

/** @typedef {ReturnType<typeof createBoardView>} BoardView */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {BoardHandlers} handlers
 */
export function createBoardView(layout, game, { onPoint, onHover, podiumRect, redraw }) {
  /** @type {BoardState} */
  const own = { shown: null, seen: null, step: null, isClosed: false };
  const seatRect = (/** @type {number} */ seat) =>
    layout.seats.querySelectorAll(".seat")[seat]?.getBoundingClientRect() ?? null;
  const board = createBoard(layout.plan, { onPoint, onHover, names: game.names, podiumRect, seatRect });

  function draw() {
    const state = game.state();
    const moment = momentOf(state);
    // An animation that the game has left behind ends; the next drawing shows where the game stands.
    if (board.isPlaying() && own.shown && isBehind(state, own.shown.plies)) board.stop();
    if (!moment || board.isPlaying()) return;
    const before = own.shown;
    const steps = isSame(before, moment) ? [] : stepsBetween(state, before, moment);
    if (before && before.rewound !== moment.rewound) fadeIn();
    own.shown = moment;
    if (before && steps.length && board.canAnimate()) {
      animate(steps, before.view, moment);
      return;
    }
    if (before && moment.ply === null) playStep(steps.slice(-1).flatMap(soundsOf));
    if (moment.ply === null) game.apply(actions.seen(state, moment.plies));
    own.seen = moment.view;
    board.update(moment.view, marksOf(state, moment));
  }

  /** After a takeback the board stands as it stood before: a short fade shows that. */
  function fadeIn() {
    if (moving()) layout.plan.animate([{ opacity: 0.5 }, { opacity: 1 }], { duration: 700, easing: "ease-out" });
  }

  /**
   * @param {readonly Step[]} steps
   * @param {View} before
   * @param {Pick<Moment, "view" | "plies" | "rewound">} after
   */
  async function animate(steps, before, { view, plies, rewound }) {
    const onStep = (/** @type {Step} */ step) => {
      own.step = step;
      playStep(soundsOf(step), settings.speed);
      game.apply(actions.seen(game.state(), Math.min(step.ply, plies), rewound)); // all before it
      redraw();
    };
    const onView = (/** @type {View} */ drawn, /** @type {Step} */ step) => {
      own.seen = step === steps.at(-1) ? view : (game.knownView(step.ply + 1) ?? drawn);
      redraw();
    };
    own.seen = before;
    const done = board.animate(steps, before, view, { speed: settings.speed, onStep, onView });
    redraw();
    try {
      await done;
    } finally {
      if (!board.isPlaying()) own.step = null;
      // Seen before the next redraw, or the same steps would be shown again.
      game.apply(actions.seen(game.state(), plies, rewound));
    }
    redraw();
  }

  /** Show once more what others did since we decided last. */
  async function replay() {
    const state = game.state();
    const steps = actions.lastMoves(state);
    if (!steps.length || !state.view || state.travel || state.decisions.length) return;
    try {
      const { view, ply: plies, rewound } = state;
      const [before] = await Promise.all([steps[0].ply, ...steps.map((step) => step.ply + 1)].map(game.viewAt));
      if (board.canAnimate()) await animate(steps, before, { view, plies, rewound });
    } catch (error) {
      if (!own.isClosed) toast(errorText(error), { kind: "error" });
    }
  }

  return {
    draw,
    replay,
    /** The view that the panels describe. */
    view() {
      const view = own.seen ?? game.state().view;
      return view && toldView(game.state(), view);
    },
    /** What the board animates now and the bar tells of; nothing while a decision of one's own is shown alone. */
    playing: () => narratedStep(game.state(), own.step, own.shown),
    /** The decision that the board animates now, whoever made it. */
    step: () => own.step,
    isPlaying: board.isPlaying,
    /** End the animation that plays. */
    skip: () => void board.stop(),
    focus: () => board.focus(),
    /** Whether the focus is on the board. */
    hasFocus: () => layout.plan.contains(document.activeElement),
    close() {
      own.isClosed = true;
      board.stop();
      board.destroy();
    },
  };
}
