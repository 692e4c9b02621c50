/**
 * Renders the game's state: the board and the bar at most once per frame, then everything else, one part per frame.
 * When the game has gone on, all of it changes together.
 *
 * @import {Agreements} from "./agreements.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {Command} from "./model/keys.js"
 * @import {TableState} from "./model/state.js"
 * @import {Tab} from "./tabs.js"
 */

import { set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { createRedraws } from "../lib/redraw.js";
import { moving, settings } from "../lib/settings.js";
import { glowsOnce } from "../parts/lessons.js";
import { createBarView } from "./bar_view.js";
import { createBoardView } from "./board_view.js";
import { createGuide } from "./guide.js";
import { createInput } from "./input.js";
import { createLayout } from "./layout.js";
import { lastEndings } from "./model/bar.js";
import { UNSCORED } from "./model/disclosure.js";
import { partOf } from "./model/pointing.js";
import { decider } from "./model/state.js";
import { createPeople } from "./people.js";
import { createSidePanels } from "./side_panels.js";
import { createTyping } from "./typing.js";

/** How long the finished board is shown before the scoring, in milliseconds. */
const PAUSE = 1600;

/** And for each aqueduct of the reader that others ended last: there is something to read. */
const READING = 2000;

/**
 * @typedef {object} ScreenHandlers
 * @property {Agreements} agreements
 * @property {(name: Command) => void} onCommand a button wants a command to be run
 * @property {() => void} onResult the scoring is to be shown
 * @property {() => void} onFinish a lesson is over
 * @property {() => void} onAnew a lesson is to begin again at another table
 * @property {() => void} onPuzzle to another puzzle
 * @property {(error: unknown) => void} onTrouble something could not be loaded
 */

/** @typedef {ReturnType<typeof createScreen>} Screen */

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {ScreenHandlers} handlers
 */
export function createScreen(host, game, { agreements, onCommand, onResult, onFinish, onAnew, onPuzzle, onTrouble }) {
  /** Whether a board has been drawn: the first time it comes before everything else. */
  let isBegun = false;
  const isNew = createNewness();
  const ending = createEnding(game, onResult);
  const isKnown = () => Boolean(board.view() && game.state().table);
  const redraw = createRedraws(draw, [
    () => isKnown() && typing.draw(),
    () => isKnown() && people.update(game.state()),
    () => panels.drawStairs(),
    () => panels.drawSeats(),
    () => panels.drawSupplies(),
    () => panels.drawTabs(),
  ]);
  const run = (/** @type {Command} */ command) => (command === "type" ? typing.toggle() : onCommand(command));
  const layout = createLayout(host, { run, onTab: showTab });
  set(layout.root, { "data-glow": glowsOnce(game.state().id) });
  const input = createInput(game, () => board.skip());
  const panels = createSidePanels(layout, game, {
    input,
    view: () => board.view(),
    isPlaying: () => board.isPlaying(),
    step: () => board.step(),
    moreTabs: () => people.tabs(),
    redraw: redraw.request,
  });
  const board = createBoardView(layout, game, {
    onPoint: input.pointAt,
    onHover: (target) => input.hover(target ? partOf(target) : null),
    podiumRect: panels.podiumRect,
    redraw: redraw.now,
  });
  const bar = createBarView(layout, game, board, { input, onCommand, onResult });
  const guide = createGuide(layout, game, board, {
    onFinish,
    onAnew,
    onPuzzle,
    byKeyboard: bar.byKeyboard,
    redraw: redraw.request,
    onTrouble,
  });
  const typing = createTyping(layout, game, input, () => board.focus());
  const people = createPeople({
    layout,
    game,
    agreements,
    clock: bar.clock,
    showClocks: panels.showClocks,
    isTyping: typing.isShown,
    switchTyping: typing.toggle,
    run: onCommand,
    showTab,
    redraw: redraw.request,
    onTrouble,
  });

  function draw() {
    board.draw();
    const [{ link, table }, view] = [game.state(), board.view()];
    if (view && !isBegun) {
      isBegun = true;
      redraw.request();
      return false;
    }
    set(layout.root, { "data-players": view?.players, "data-link": link });
    drawBanner(layout, link === "offline");
    guide.draw();
    if (guide.isLoading()) return false;
    bar.draw();
    if (!view || !table) return false;
    write(layout.title, t("table.title", { names: game.names() }));
    ending.update(game.state(), board.isPlaying());
    return isNew([view, board.step(), decider(game.state())]);
  }

  /** @param {Tab} tab */
  function showTab(tab) {
    panels.choose(tab);
    redraw.now();
  }

  return {
    ...{ board, input, guide, typing, people },
    draw: redraw.request,
    showTab,
    useKeyboard: bar.useKeyboard,
    usePointer: bar.usePointer,
    text: bar.text,
    translate() {
      for (const part of [layout, bar, guide, typing]) part.translate();
      redraw.now();
    },
    close() {
      ending.stop();
      redraw.stop();
      for (const part of [people, board, panels]) part.close();
    },
  };
}

/** Says whether something is not as it was the last time; not the first time. */
function createNewness() {
  /** @type {readonly unknown[]} */
  let last = [];
  return (/** @type {readonly unknown[]} */ now) => {
    const before = last;
    last = now;
    return before.length > 0 && now.some((one, index) => one !== before[index]);
  };
}

/**
 * Show the scoring once a game that we have watched is over, and its last moves have been seen. With motion there is
 * time to look at the finished board; the bar has a button for those who do not need it.
 *
 * @param {Game} game
 * @param {() => void} onResult
 */
function createEnding(game, onResult) {
  let isBegun = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const isUnscored = () => game.state().scoring === UNSCORED;
  return {
    /**
     * @param {TableState} state
     * @param {boolean} isPlaying whether the board shows an animation
     */
    update(state, isPlaying) {
      const { scoring, travel } = state;
      const isDue = isUnscored() && !travel && !isPlaying;
      if (isDue && !isBegun) {
        const pause = PAUSE + READING * lastEndings(state, game.names()).length;
        if (moving()) timer = setTimeout(() => isUnscored() && onResult(), pause / settings.speed);
        else onResult();
      }
      isBegun = scoring !== null && (isBegun || isDue);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * Say that the connection is lost.
 *
 * @param {Layout} layout
 * @param {boolean} isOffline
 */
function drawBanner({ banner }, isOffline) {
  banner.hidden = !isOffline;
  write(banner, isOffline ? t("table.offline") : "");
}
