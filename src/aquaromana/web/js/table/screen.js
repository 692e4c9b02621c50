/**
 * Renders the game's state: the board and the bar at most once per frame, then everything else, one part per frame.
 *
 * @import {BarContent} from "./model/bar.js"
 * @import {Agreements} from "./agreements.js"
 * @import {Tab} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {Command} from "./model/keys.js"
 */

import { announce } from "../lib/announce.js";
import { set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { createRedraws } from "../lib/redraw.js";
import { createBar } from "./bar.js";
import { createBoardView } from "./board_view.js";
import { createInput } from "./input.js";
import { createLayout } from "./layout.js";
import * as actions from "./model/actions.js";
import { barContent, narrating } from "./model/bar.js";
import { partOf } from "./model/pointing.js";
import { current, isOpen, isOver } from "./model/state.js";
import { createPeople } from "./people.js";
import { createSidePanels } from "./side_panels.js";
import { createTypeBox } from "./typebox.js";

/**
 * @typedef {object} ScreenState
 * @property {boolean} isBegun whether a board has been drawn: the first time it comes before everything else
 * @property {boolean} byKeyboard whether people use the keyboard now
 * @property {string} announced the question that was announced last
 * @property {boolean} wasGoing whether we have seen the game in progress: only then is its end shown automatically
 *
 * @typedef {object} ScreenHandlers
 * @property {Agreements} agreements
 * @property {(name: Command) => void} onCommand a button wants a command to be run
 * @property {() => void} onResult the scoring is to be shown
 */

/** @typedef {ReturnType<typeof createScreen>} Screen */

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {ScreenHandlers} handlers
 */
export function createScreen(host, game, { agreements, onCommand, onResult }) {
  /** @type {ScreenState} */
  const own = { isBegun: false, byKeyboard: false, announced: "", wasGoing: false };
  const redraw = createRedraws(draw, [
    drawTyping,
    drawPeople,
    () => panels.drawStairs(),
    () => panels.drawSeats(),
    () => panels.drawSupplies(),
    () => panels.drawTabs(),
  ]);
  const layout = createLayout(host, {
    run: (command) => (command === "type" ? switchTyping() : onCommand(command)),
    onTab: showTab,
  });
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
    redraw: redraw.request,
  });
  const bar = createBar(layout.bar, {
    onPoint: (part) => input.point(part),
    onHover: input.hover,
    onUndoTo: (left) => game.apply(actions.undone(game.state(), left)),
    onUnpoint: () => game.apply(actions.unpointed(game.state())),
    onHeard: () => game.apply(actions.heard(game.state())),
    onFinale: onResult,
    run: onCommand,
  });
  const typeBox = createTypeBox(layout.typing, {
    onMove: input.type,
    onUnknown: (text) => game.ask("move", text),
    onClose: () => showTyping(false),
  });
  const people = createPeople({
    layout,
    game,
    agreements,
    clock: bar.clock,
    showClocks: panels.showClocks,
    isTyping,
    switchTyping,
    run: onCommand,
    showTab,
    redraw: redraw.request,
  });

  function draw() {
    board.draw();
    const state = game.state();
    const names = game.names();
    const view = board.view();
    const playing = board.playing();
    if (view && !own.isBegun) {
      own.isBegun = true;
      redraw.request();
      return;
    }
    const { steps, yours } = state;
    const content = playing && view ? narrating(playing, { names, view, steps, yours }) : barContent(state, names);
    set(layout.root, { "data-tone": content.tone, "data-players": view?.players, "data-link": state.link });
    bar.showSkip(playing !== null);
    drawBanner();
    drawBar(content, names);
    if (!view || !state.table) return;
    write(layout.title, t("table.title", { names }));
    showEnd();
  }

  /** Show the scoring once a game that we have watched is over, and its last moves have been seen. */
  function showEnd() {
    const state = game.state();
    if (!isOver(state)) own.wasGoing = true;
    else if (own.wasGoing && !state.travel && !board.isPlaying()) {
      own.wasGoing = false;
      onResult();
    }
  }

  /**
   * @param {BarContent} content
   * @param {readonly string[]} names
   */
  function drawBar(content, names) {
    const seat = content.seat ?? -1;
    const colors = board.view()?.seats[seat]?.colors ?? [];
    bar.update(content, { name: names[seat] ?? "", colors, names }, own.byKeyboard);
    const text = content.tone === "yours" || content.tone === "past" ? content.text : "";
    if (text && text !== own.announced) announce(text);
    own.announced = text;
    // Enter on the board points; to confirm by it the focus has to leave the board.
    if (own.byKeyboard && content.primary === "confirm" && board.hasFocus()) bar.focusPrimary();
  }

  /** Say that the connection is lost. */
  function drawBanner() {
    const isOffline = game.state().link === "offline";
    layout.banner.hidden = !isOffline;
    write(layout.banner, isOffline ? t("table.offline") : "");
  }

  const isKnown = () => Boolean(board.view() && game.state().table);

  function drawTyping() {
    const state = game.state();
    if (isKnown()) typeBox.update(isOpen(state) ? current(state).choices : []);
  }

  function drawPeople() {
    if (isKnown()) people.update(game.state());
  }

  /** @param {Tab} tab */
  function showTab(tab) {
    panels.choose(tab);
    redraw.now();
  }

  /** @param {boolean} on */
  function showTyping(on) {
    const hadFocus = layout.typing.contains(document.activeElement);
    layout.showTyping(on);
    if (on) typeBox.focus();
    else if (hadFocus) board.focus();
  }

  function isTyping() {
    return !layout.typing.hidden;
  }

  function switchTyping() {
    showTyping(!isTyping());
  }

  return {
    point: input.point,
    skip: board.skip,
    isPlaying: board.isPlaying,
    draw: redraw.request,
    replay: board.replay,
    showTab,
    showTyping,
    isTyping,
    openChat: people.openChat,
    openMenu: people.openMenu,
    focusBoard: board.focus,
    isOnBoard: board.hasFocus,
    /** Whether people use the keyboard now. @param {boolean} on */
    useKeyboard(on) {
      own.byKeyboard = on;
    },
    translate() {
      layout.translate();
      bar.translate();
      typeBox.translate();
      redraw.now();
    },
    close() {
      redraw.stop();
      people.close();
      board.close();
      panels.close();
    },
  };
}
