/**
 * The page for playing: it connects the game (state and server), the screen (state → document) and the commands
 * (people → state).
 *
 * @import {App, Page} from "../app.js"
 * @import {Game, World} from "./model/game.js"
 * @import {TableState} from "./model/state.js"
 * @import {Screen} from "./screen.js"
 */

import { isCoached } from "../lib/coach.js";
import { toast } from "../lib/dialog.js";
import { fill } from "../lib/dom.js";
import { loaded } from "../lib/modules.js";
import { visitTable } from "../lib/own_seats.js";
import { details, errorText } from "../lib/reasons.js";
import { about } from "../lib/server.js";
import { onChange, settings } from "../lib/settings.js";
import { beginLesson, startFirstGame } from "../parts/lessons.js";
import { createAgreements } from "./agreements.js";
import { announceChanges } from "./announcements.js";
import { createCommands } from "./commands.js";
import { createDialogs } from "./dialogs.js";
import { commandOf, listen } from "./listening.js";
import { createMissingPage } from "./missing_page.js";
import { createGame } from "./model/game.js";
import { createNotifications } from "./notifications.js";
import { remember } from "./remembering.js";
import { createScreen } from "./screen.js";

export const areas = [
  "table", "log", "chat", "board", "games", "friends", "start", "lesson", "reasons", "errors", "hints", "facts",
];

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 * @returns {Page}
 */
export function open(host, { id }, app) {
  return openTable(host, id, app);
}

/**
 * @param {HTMLElement} host
 * @param {string} id
 * @param {App} app
 * @param {World} [practice] what answers in the place of a table; this browser remembers nothing of it
 * @returns {Page}
 */
export function openTable(host, id, app, practice) {
  const ending = new AbortController();
  const { signal } = ending;
  const game = createGame(id, {
    onChange: follow,
    onTrouble: trouble,
    autoConfirm: () => settings.autoConfirm,
    thinking: () => settings.thinking,
    coach: () => !practice && isCoached(id),
  }, practice);
  const agreements = createAgreements(game, app);
  const toFirstGame = () => goTo(startFirstGame);
  const shown = () => ({ view: screen.board.view(), text: screen.text() });
  const dialogs = createDialogs(game, agreements, app, { toFirstGame, onTrouble: trouble, shown, signal });
  const screen = createScreen(host, game, {
    agreements,
    onCommand: (name) => commands.run(name),
    onResult: dialogs.showResult,
    onFinish: toFirstGame,
    onAnew: () => goTo(beginLesson),
    onPuzzle: () => nextPuzzle(game.state(), app).catch(trouble),
    onTrouble: trouble,
  });
  const commands = createCommands(game, screen, dialogs);
  const notifications = createNotifications(app, game.names);
  if (!practice) void learnAccess(game);

  /** Go to another table, which has to be made first. @param {() => Promise<string>} make */
  function goTo(make) {
    return make().then((made) => app.go("table", { id: made }), trouble);
  }

  /**
   * @param {TableState} before
   * @param {TableState} state
   */
  function follow(before, state) {
    if (state.gone) {
      close();
      showMissing(host, state.gone, app);
      return;
    }
    // What a lesson does not want is told in the bar, beside the task.
    const isTold = state.refusal?.code === "lesson/not-now";
    if (state.refusal && state.refusal !== before.refusal && !isTold) trouble(state.refusal);
    if (!practice) remember(before, state);
    announceChanges(before, state, game.names());
    if (state.links !== before.links) dialogs.linked();
    if (before.table && state.table?.next && !before.table.next) dialogs.rematched();
    notifications.update(state);
    screen.draw();
  }

  /** @param {unknown} error */
  function trouble(error) {
    toast(errorText(error, { names: game.names() }), { kind: "error", more: details(error) });
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    screen.useKeyboard();
    const name = commandOf(event, { isBoard: screen.board.hasFocus(), isPlaying: screen.board.isPlaying() });
    if (!name) return;
    event.preventDefault();
    commands.run(name);
  }

  listen(host, signal, {
    isBoard: screen.board.hasFocus,
    onKey,
    onPointer: screen.usePointer,
    onClause: dialogs.rule,
    onOnline: game.retry,
    onVisibility() {
      if (!document.hidden) game.retry();
      notifications.update(game.state());
    },
  });
  const forget = followSettings(game, screen);
  screen.draw();

  function close() {
    ending.abort();
    forget();
    notifications.close();
    game.close();
    screen.close();
  }

  return {
    close,
    translate: screen.translate,
    get title() {
      return notifications.title(game.state());
    },
  };
}

/**
 * Draw again when a setting changes. Returns a function that ends it.
 *
 * @param {Game} game
 * @param {Screen} screen
 */
function followSettings(game, screen) {
  return onChange((name) => {
    if (name === "thinking") {
      game.watch();
      if (settings.thinking) screen.showTab("thinking");
    }
    screen.draw();
  });
}

/** Learn whether all seats are played here: then more is allowed. @param {Game} game */
async function learnAccess(game) {
  const found = await about().catch(() => null); // hints are offered where they are certainly allowed
  if (found) game.apply({ ...game.state(), isLocal: found.access === "local" });
}

/**
 * The table does not exist, or no longer, or we have no access.
 *
 * @param {HTMLElement} host
 * @param {string} code
 * @param {App} app
 */
function showMissing(host, code, app) {
  visitTable("");
  const missing = createMissingPage(code);
  fill(host, missing.element);
  missing.focus();
  app.title(missing.title);
}

/**
 * Go to the next puzzle for this reader; its page opens the table.
 *
 * @param {TableState} state
 * @param {App} app
 */
async function nextPuzzle({ id, puzzle }, app) {
  const { following } = await loaded(import("../parts/puzzles.js"));
  const next = await following(puzzle?.id ?? "");
  if (next) app.go("puzzles", { id: next, from: id }, { instead: true }); // this table is removed
  else app.go("puzzles");
}
