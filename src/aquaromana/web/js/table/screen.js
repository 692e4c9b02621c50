/**
 * The game's state on the page: board and bar, drawn at most once a frame, then stairs, panels and log, a part a frame.
 *
 * @import {Color, Step, View} from "../types.js"
 * @import {Asking} from "./model/bar.js"
 * @import {Deeds} from "./commands.js"
 * @import {Tab} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {Scene} from "./model/stage.js"
 * @import {TableState} from "./model/state.js"
 */

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { announce } from "../lib/announce.js";
import { toast } from "../lib/dialog.js";
import { set, write } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { told } from "../lib/reasons.js";
import { createRedraws } from "../lib/redraw.js";
import { moving, settings } from "../lib/settings.js";
import { createParentLine } from "../parts/table_cards.js";
import { createBar } from "./bar.js";
import { createFilm } from "./film.js";
import { createFrame } from "./layout.js";
import { createLog } from "./log.js";
import * as acts from "./model/actions.js";
import { asking, narrating } from "./model/bar.js";
import { kindStates, marks, partOf, question } from "./model/pointing.js";
import { isBehind, isSame, lastMarks, sceneOf, stepsBetween } from "./model/stage.js";
import { endOf, race, standings } from "./model/standing.js";
import { current, isCompany, isOpen, isOver } from "./model/state.js";
import { createRace, createSeats, createSupplies } from "./panel.js";
import { createCompany } from "./people.js";
import { createThinking } from "./thinking.js";
import { createTypeBox } from "./typebox.js";

/** @typedef {ReturnType<typeof createScreen>} Screen */

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {Deeds} deeds
 */
export function createScreen(host, game, deeds) {
  /** What the board shows, or is on its way to. @type {Scene | null} */
  let shown = null;
  /** The view that the panels tell of; it does not run ahead of a film. @type {View | null} */
  let seen = null;
  /** What somebody else has decided and a film shows now. @type {Step | null} */
  let playing = null;
  /** A podium that is pointed out on the stairs. @type {{ podium: number, color: Color } | null} */
  let pointedOut = null;
  /** @type {Tab} */
  let tab = "log";
  /** What was asked last, for those who hear. */
  let said = "";
  let byKeyboard = false;
  /** Whether the game was going on while we watched: only then its end is shown by itself. */
  let wasGoing = false;
  let isClosed = false;
  /** Whether there has been a board: the first time it comes before all the rest. */
  let isBegun = false;

  const frame = createFrame(host, {
    run: (command) => (command === "type" ? deeds.switchTyping() : deeds.run(command)),
    onTab: showTab,
  });
  const stairs = createStairs(frame.stairs);
  const board = createBoard(frame.plan, {
    onPoint: deeds.pointAt,
    onHover: (target) => deeds.hover(target ? partOf(target) : null),
    podiumRect: (podium) => stairs.rect(podium),
    seatRect: (seat) => frame.seats.querySelectorAll(".seat")[seat]?.getBoundingClientRect() ?? null,
  });
  const film = createFilm(board, {
    speed: () => settings.speed,
    isWanted: () => moving() && !document.hidden,
    onStep(step) {
      playing = step && !game.state().yours.includes(step.seat) ? step : null;
      redraw.request();
    },
  });
  const bar = createBar(frame.bar, {
    onPoint: (part) => deeds.point(part),
    onHover: deeds.hover,
    onUndoTo: (left) => game.apply(acts.undone(game.state(), left)),
    onUnpoint: () => game.apply(acts.unpointed(game.state())),
    onHeard: () => game.apply(acts.heard(game.state())),
    onFinale: deeds.showResult,
    run: deeds.run,
  });
  const beside = {
    onHover: deeds.hover,
    onKind: deeds.pointAtKind,
    onPodium(/** @type {typeof pointedOut} */ pointed) {
      pointedOut = pointed;
      redraw.request();
    },
  };
  const seats = createSeats(frame.seats, beside);
  const supplies = createSupplies(frame.supplies, beside);
  const races = createRace(frame.panels.race, beside);
  const log = createLog(frame.panels.log, { onTravel: (ply) => game.apply(acts.travelled(game.state(), ply)) });
  const parent = createParentLine();
  frame.panels.log.prepend(parent.element);
  const thinking = createThinking(frame.panels.thinking);
  const typeBox = createTypeBox(frame.typing, {
    onMove: deeds.type,
    onUnknown: (text) => game.ask("move", text),
    onClose: () => showTyping(false),
  });
  const redraw = createRedraws(draw, [drawTyping, drawCompany, drawStairs, drawSeats, drawSupplies, drawBook]);
  const company = createCompany({
    ...{ frame, game, showTab, accords: deeds.accords, names: deeds.names },
    ...{ clock: bar.clock, showClocks: seats.showClocks, redraw: redraw.request },
  });

  function draw() {
    drawBoard();
    const state = game.state();
    const people = deeds.names();
    const view = seen ?? state.view;
    if (view && !isBegun) {
      isBegun = true;
      redraw.request();
      return;
    }
    const narrated = playing && view ? { names: people, view, steps: state.steps } : null;
    const asked = playing && narrated ? narrating(playing, narrated) : asking(state, people);
    set(frame.root, { "data-tone": asked.tone, "data-players": view?.players, "data-link": state.link });
    frame.skipFilm.hidden = !playing;
    drawBanner();
    drawBar(asked, people);
    if (!view || !state.table) return;
    write(frame.title, t("table.title", { names: people }));
    announceEnd(state);
  }

  /**
   * Show the scoring once a game that we have watched is over, and its last moves have been seen.
   *
   * @param {TableState} state
   */
  function announceEnd(state) {
    if (!isOver(state)) wasGoing = true;
    else if (wasGoing && !state.travel && !film.isRunning()) {
      wasGoing = false;
      deeds.showResult();
    }
  }

  // The board.

  function drawBoard() {
    const state = game.state();
    const scene = sceneOf(state);
    // A film that the game has left behind ends; the next drawing shows where it stands.
    if (film.isRunning() && shown && isBehind(state, shown.plies)) film.skip();
    if (!scene || film.isRunning()) return;
    const steps = isSame(shown, scene) ? [] : stepsBetween(state, shown, scene);
    const before = shown?.view;
    if (shown && shown.rewound !== scene.rewound) fadeIn();
    shown = scene;
    if (steps.length && before && moving() && !document.hidden) {
      showFilm(steps, before, scene);
      return;
    }
    if (scene.ply === null) game.apply(acts.seen(state, scene.plies));
    seen = scene.view;
    board.update(scene.view, marksOf(scene));
  }

  /** After a takeback the board stands as it stood before: that is seen, and nobody is startled. */
  function fadeIn() {
    if (moving()) frame.plan.animate([{ opacity: 0.5 }, { opacity: 1 }], { duration: 700, easing: "ease-out" });
  }

  /**
   * @param {readonly Step[]} steps
   * @param {View} before
   * @param {Pick<Scene, "view" | "plies" | "rewound">} after
   */
  async function showFilm(steps, before, { view, plies, rewound }) {
    const done = film.show(steps, before, view);
    redraw.request();
    // Seen before the next redraw, or the same steps would be shown again.
    await done.finally(() => game.apply(acts.seen(game.state(), plies, rewound)));
    redraw.request();
  }

  /** @param {Scene} scene */
  function marksOf(scene) {
    const state = game.state();
    const { choices, steps } = current(state);
    const found = isOpen(state)
      ? marks(scene.view, choices, state.parts, state.hover)
      : marks(scene.view, [], [], state.hover);
    const earlier = state.steps.filter((step) => step.ply + 1 === scene.ply);
    const recent = scene.ply === null ? acts.lastMoves(state) : earlier;
    return { ...found, last: lastMarks(scene.frames ? steps : recent, scene.view) };
  }

  /** Show once more what others did since we decided last. */
  async function replay() {
    const state = game.state();
    const steps = acts.lastMoves(state);
    if (!steps.length || !state.view || state.travel || state.decisions.length) return;
    try {
      const { view, ply: plies, rewound } = state;
      await showFilm(steps, await game.viewAt(steps[0].ply), { view, plies, rewound });
    } catch (error) {
      if (!isClosed) toast(told(error), { kind: "error" });
    }
  }

  /** The podium that is at stake: of the ghost or the workman that is looked at. */
  function stakes() {
    const { choices, view } = current(game.state());
    const { face, square, workman } = game.state().hover ?? {};
    const choice = face && choices.find((one) => one.face === face && one.square === square);
    const aqueduct = view?.aqueducts.find((one) => one.open && endOf(one) === (choice ? choice.workman : workman));
    const podium = choice ? choice.podium : aqueduct?.podium;
    return podium && aqueduct ? [{ podium, color: aqueduct.color }] : [];
  }

  // Beside the board.

  /** What all of it tells of; null until there is a table. */
  function known() {
    const state = game.state();
    const view = seen ?? state.view;
    return view && state.table ? { state, view, players: state.table.players, people: deeds.names() } : null;
  }

  function drawCompany() {
    if (known()) company.update(game.state());
  }

  function drawStairs() {
    const now = known();
    if (now) stairs.update(now.view, pointedOut ? [pointedOut] : stakes());
  }

  function drawSeats() {
    const now = known();
    if (!now) return false;
    const { state, view, players, people } = now;
    return seats.update(standings(view, players, people, isCompany(state) ? state : null), game.now());
  }

  function drawSupplies() {
    const now = known();
    if (now) supplies.update(now.view, kinds());
  }

  function drawTyping() {
    const state = game.state();
    if (known()) typeBox.update(isOpen(state) ? current(state).choices : []);
  }

  /**
   * @param {Asking} asked
   * @param {readonly string[]} people
   */
  function drawBar(asked, people) {
    const colors = (seen ?? game.state().view)?.seats[asked.seat ?? -1]?.colors ?? [];
    bar.update(asked, { name: people[asked.seat ?? -1] ?? "", colors, names: people }, byKeyboard);
    const text = asked.tone === "yours" || asked.tone === "past" ? asked.text : "";
    if (text && text !== said) announce(text);
    said = text;
    // Enter on the board points; to confirm by it the focus has to leave the board.
    if (byKeyboard && asked.primary === "confirm" && frame.plan.contains(document.activeElement)) bar.focusPrimary();
  }

  /** That there is no connection. */
  function drawBanner() {
    const isOffline = game.state().link === "offline";
    frame.banner.hidden = !isOffline;
    write(frame.banner, isOffline ? t("table.offline") : "");
  }

  /** The kinds that glow beside the board; while building only when one has to be chosen. */
  function kinds() {
    const state = game.state();
    const { choices } = current(state);
    const asked = isOpen(state) && !film.isRunning() ? question(choices, state.parts) : null;
    const isLate = asked?.type === "build" && asked.field !== "face";
    return asked && !isLate ? kindStates(choices, state.parts) : new Map();
  }

  function drawBook() {
    const now = known();
    if (!now) return false;
    const { view, people } = now;
    const state = game.state();
    const { table, steps, news, yours, travel, ply: plies, thinking: thought } = state;
    const thoughts = /** @type {Tab[]} */ (settings.thinking ? ["thinking"] : []);
    const tabs = /** @type {Tab[]} */ (["log", "race", ...thoughts, ...company.tabs()]);
    if (!tabs.includes(tab)) tab = "log";
    const ply = travel?.ply ?? plies;
    const colors = view.seats.map((seat) => seat.colors);
    frame.showTab(tab, tabs);
    frame.showSteps(ply, plies);
    // The waiting room says it itself.
    parent.element.hidden = table?.status === "waiting";
    if (table) parent.update(table);
    // A game that was given up ends with aqueducts open: nobody races for a podium any more.
    const isDone = isOver(state) && !travel;
    if (tab === "race") races.update(isDone ? [] : race(view), people, isDone);
    if (tab === "thinking") thinking.update(thought, people, colors);
    const context = { names: people, view, steps };
    return log.update({ steps, news, yours, context, colors, ply, language: language() });
  }

  /** @param {Tab} next */
  function showTab(next) {
    tab = next;
    redraw.now();
  }

  /** @param {boolean} on */
  function showTyping(on) {
    const hadFocus = frame.typing.contains(document.activeElement);
    frame.showTyping(on);
    if (on) typeBox.focus();
    else if (hadFocus) board.focus();
  }

  return {
    film,
    draw: () => redraw.request(),
    replay,
    showTab,
    showTyping,
    openChat: company.openChat,
    openMenu: company.openMenu,
    isTyping: () => !frame.typing.hidden,
    focusBoard: () => board.focus(),
    /** Whether the focus is on the board. */
    hasFocus: () => frame.plan.contains(document.activeElement),
    /** Whether people use the keyboard now. @param {boolean} on */
    useKeyboard(on) {
      byKeyboard = on;
    },
    translate() {
      frame.translate();
      bar.translate();
      typeBox.translate();
      redraw.now();
    },
    close() {
      isClosed = true;
      film.skip();
      redraw.stop();
      company.close();
      board.destroy();
      stairs.destroy();
    },
  };
}
