/**
 * The panels around the board: stairs, seats, supplies, and the tabs with log, race and bots' thoughts.
 *
 * @import {Color, News, Step, TableInfo, View} from "../types.js"
 * @import {Input} from "./input.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {TableState} from "./model/state.js"
 * @import {Tab} from "./tabs.js"
 */

import { createStairs } from "../board/draw/stairs.js";
import { language } from "../lib/i18n.js";
import { totals } from "../lib/match.js";
import { loaded } from "../lib/modules.js";
import { settings } from "../lib/settings.js";
import { createParentLine } from "../parts/table_cards.js";
import { createLog } from "./log.js";
import * as actions from "./model/actions.js";
import { isCaughtUp, toldNews, toldPly, toldSteps } from "./model/disclosure.js";
import { kindsAsked } from "./model/pointing.js";
import { race, stakes, standings } from "./model/standing.js";
import { decider, isCompany, isOpen, isOver, pointable } from "./model/state.js";
import { createRace, createSupplies } from "./panel.js";
import { createScoreStrip } from "./score_strip.js";
import { createSeats } from "./seat_cards.js";

/**
 * @typedef {object} PanelState
 * @property {Tab} tab the tab that is open
 * @property {{ podium: number, color: Color } | null} podium the one that is pointed out on the stairs
 * @property {View | null} of the view in which it was pointed out
 *
 * @typedef {object} PanelHandlers
 * @property {Pick<Input, "hover" | "pointAtKind">} input
 * @property {() => View | null} view the view that the panels describe
 * @property {() => boolean} isPlaying whether the board shows an animation
 * @property {() => Step | null} step the decision that the board animates now
 * @property {() => readonly Tab[]} moreTabs tabs beside those of the game
 * @property {() => void} redraw
 */

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {PanelHandlers} handlers
 */
export function createSidePanels(layout, game, { input, view: shownView, isPlaying, step, moreTabs, redraw }) {
  /** @type {PanelState} */
  const own = { tab: "log", podium: null, of: null };
  const told = createTold();
  const handlers = {
    onHover: input.hover,
    onKind: input.pointAtKind,
    onPodium(/** @type {PanelState["podium"]} */ podium) {
      own.podium = podium;
      own.of = shownView();
      redraw();
    },
  };
  const stairs = createStairs(layout.stairs, { names: game.names });
  const scores = createScoreStrip(layout.scores);
  const seats = createSeats(layout.seats, handlers);
  const supplies = createSupplies(layout.supplies, handlers);
  const races = createRace(layout.panels.race, handlers);
  const log = createLog(layout.panels.log, { onTravel: (ply) => game.apply(actions.travelled(game.state(), ply)) });
  const parent = createParentLine();
  layout.panels.log.prepend(parent.element);
  const thinking = createThoughts(layout.panels.thinking, redraw);

  /** What the panels describe; null until there is a table. */
  function known() {
    const state = game.state();
    const view = shownView();
    return view && state.table ? { state, view, table: state.table, names: game.names() } : null;
  }

  function drawStairs() {
    const now = known();
    if (!now) return;
    // What was pointed at in another view means nothing, even if no pointer has left it.
    if (own.of !== now.view) own.podium = null;
    stairs.update(now.view, own.podium ? [own.podium] : stakes(now.state));
  }

  function drawSeats() {
    const now = known();
    if (!now) return false;
    const cards = seatCards(now, step());
    scores.update(cards);
    return seats.update(cards, game.now());
  }

  function drawSupplies() {
    const now = known();
    if (!now) return;
    const isAsked = isOpen(now.state) && !isPlaying();
    supplies.update(now.view, isAsked ? kindsAsked(pointable(now.state), now.state.parts) : new Map());
  }

  function drawTabs() {
    const now = known();
    if (!now) return false;
    const { state, view, table, names } = now;
    const { yours, travel } = state;
    const plies = toldPly(state);
    const { steps, news } = told(state);
    const thoughts = /** @type {Tab[]} */ (settings.thinking ? ["thinking"] : []);
    const tabs = /** @type {Tab[]} */ (["log", "race", ...thoughts, ...moreTabs()]);
    if (!tabs.includes(own.tab)) own.tab = "log";
    const ply = travel?.ply ?? plies;
    const colors = view.seats.map((seat) => seat.colors);
    layout.showTab(own.tab, tabs);
    layout.showSteps(ply, plies);
    // The waiting room says it itself.
    parent.element.hidden = table.status === "waiting";
    parent.update(table);
    // A game that was given up ends with open aqueducts, but the race is over.
    const isDone = isOver(state) && !travel && isCaughtUp(state);
    if (own.tab === "race") races.update(isDone ? [] : race(view), names, isDone);
    if (own.tab === "thinking") thinking()?.update(state.thoughts, state.moved, names, colors);
    const context = { names, view, steps, yours };
    return log.update({ steps, news, yours, context, colors, ply, language: language() });
  }

  return {
    drawStairs,
    drawSeats,
    drawSupplies,
    drawTabs,
    podiumRect: stairs.rect,
    showClocks: seats.showClocks,
    /** @param {Tab} tab */
    choose(tab) {
      own.tab = tab;
    },
    close: () => stairs.destroy(),
  };
}

/**
 * Bots' thoughts, which are loaded when somebody wants to see them.
 *
 * @param {HTMLElement} host
 * @param {() => void} redraw
 */
function createThoughts(host, redraw) {
  /** @type {ReturnType<typeof import("./thinking.js").createThinking> | null} */
  let view = null;
  let isLoading = false;

  async function load() {
    isLoading = true;
    const module = await loaded(import("./thinking.js")).catch(() => null); // the next drawing tries again
    isLoading = false;
    view = module && module.createThinking(host);
    if (view) redraw();
  }

  return () => {
    if (!view && !isLoading) void load();
    return view;
  };
}

/** What the log may tell; the same lists as long as they are the same. */
function createTold() {
  /** @typedef {{ steps: readonly Step[], news: readonly News[] }} Told */
  /** @type {{ of: readonly unknown[], told: Told }} */
  let last = { of: [], told: { steps: [], news: [] } };

  /** @param {TableState} state */
  return (state) => {
    const of = [state.steps, state.news, toldPly(state)];
    if (of.some((one, index) => one !== last.of[index])) {
      last = { of, told: { steps: toldSteps(state), news: toldNews(state) } };
    }
    return last.told;
  };
}

/**
 * @param {{ state: TableState, view: View, table: TableInfo, names: readonly string[] }} known
 * @param {Step | null} step the decision that the board animates now
 */
function seatCards({ state, view, table, names }, step) {
  const all = table.options?.match ? totals(table, view.seats.map(({ points }) => points)) : [];
  const cards = standings(view, table.players, names, isCompany(state) ? state : null, all);
  // While the board shows what somebody has decided, that seat is the one to look at; until a turn is confirmed, it
  // is still the decider's, whatever the preview shows.
  const mover = step?.seat ?? (state.travel ? undefined : (decider(state) ?? undefined));
  const isDone = Boolean(state.lesson?.done);
  const isKept = mover === undefined && !isDone;
  return isKept ? cards : cards.map((card) => ({ ...card, isMover: !isDone && card.seat === mover }));
}
