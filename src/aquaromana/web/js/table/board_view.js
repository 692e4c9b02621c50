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
import {
  isBehind, isLastOfSeat, isSame, momentOf, narratedStep, stepsBetween, toldAfter,
} from "./model/animation.js";
import { toldView } from "./model/disclosure.js";
import { marksOf } from "./model/marks.js";

/**
 * @typedef {object} BoardState
 * @property {Moment | null} shown what the board shows, or is being animated to
 * @property {View | null} seen the view that the panels describe: it does not run ahead of an animation
 * @property {Step | null} step the decision that the board animates now
 * @property {Step | null} told what the same seat has done in this animation, once that has been shown
 * @property {boolean} isClosed
 *
 * @typedef {object} BoardHandlers
 * @property {(target: Target) => void} onPoint
 * @property {(target: Target | null) => void} onHover
 * @property {(podium: number) => DOMRect | null} podiumRect
 * @property {() => void} redraw everything, at once
 */

/** How long there is to read what somebody has done before somebody else begins, in milliseconds. */
const READING = 1000;

/** @typedef {ReturnType<typeof createBoardView>} BoardView */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {BoardHandlers} handlers
 */
export function createBoardView(layout, game, { onPoint, onHover, podiumRect, redraw }) {
  /** @type {BoardState} */
  const own = { shown: null, seen: null, step: null, told: null, isClosed: false };
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
    if (before && before.rewound !== moment.rewound) fadeIn(layout.plan);
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

  /**
   * Who acts is told when a step begins, what came of it when it has been shown: everything that tells of it changes
   * in the same frame.
   *
   * @param {readonly Step[]} steps
   * @param {View} before
   * @param {Pick<Moment, "view" | "plies" | "rewound">} after
   */
  async function animate(steps, before, { view, plies, rewound }) {
    const onStep = (/** @type {Step} */ step) => {
      own.step = step;
      if (own.told?.seat !== step.seat) own.told = null;
      playStep(soundsOf(step), settings.speed);
      redraw();
    };
    const onView = (/** @type {View} */ drawn, /** @type {Step} */ step) => {
      own.seen = step === steps.at(-1) ? view : (game.knownView(step.ply + 1) ?? drawn);
      own.told = toldAfter(own.told, step);
      game.apply(actions.seen(game.state(), Math.min(step.ply + 1, plies), rewound));
      redraw();
    };
    const pause = (/** @type {Step} */ step) =>
      isLastOfSeat(step, steps) && narratedStep(game.state(), step, own.shown) ? READING : 0;
    own.seen = before;
    own.told = null;
    const telling = { onStep, onView, ready: viewsBetween(game, steps), pause };
    try {
      await board.animate(steps, before, view, { speed: settings.speed, ...telling });
    } finally {
      if (!board.isPlaying()) own.step = own.told = null;
      // Seen before the next redraw, or the same steps would be shown again.
      game.apply(actions.seen(game.state(), plies, rewound));
    }
    redraw();
  }

  /** Show once more what others did since we decided last. */
  async function replay() {
    try {
      const film = await lastFilm(game);
      if (film && board.canAnimate()) await animate(film.steps, film.before, film.after);
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
    /** What the same seat has done last in this animation; nothing until that has been shown. */
    told: () => own.told,
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

/** After a takeback the board stands as it stood before: a short fade shows that. @param {HTMLElement} plan */
function fadeIn(plan) {
  if (moving()) plan.animate([{ opacity: 0.5 }, { opacity: 1 }], { duration: 700, easing: "ease-out" });
}

/**
 * What others did since we decided last, if nothing else is to be seen.
 *
 * @param {Game} game
 */
async function lastFilm(game) {
  const state = game.state();
  const { view, ply: plies, rewound } = state;
  const steps = actions.lastMoves(state);
  if (!steps.length || !view || state.travel || state.decisions.length) return null;
  return { steps, before: await game.viewAt(steps[0].ply), after: { view, plies, rewound } };
}

/**
 * Ask for what cards and stairs show between decisions: those of a bot come together, with the view after the last one.
 *
 * @param {Game} game
 * @param {readonly Step[]} steps
 * @returns {(step: Step) => Promise<void>} ends when the view after a step is known, or will not come
 */
function viewsBetween(game, steps) {
  const views = new Map(steps.slice(0, -1).map((step) => [step, game.viewAt(step.ply + 1).catch(() => null)]));
  return async (step) => void (await views.get(step));
}
