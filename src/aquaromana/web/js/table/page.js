/**
 * The page for playing: it connects the game (state and server), the screen (state → document) and the commands
 * (people → state).
 *
 * @import {App, Page} from "../app.js"
 * @import {Command} from "./model/keys.js"
 * @import {TableState} from "./model/state.js"
 */

import { announce } from "../lib/announce.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { rememberPlaces, visitTable } from "../lib/places.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { onChange, settings } from "../lib/settings.js";
import { createAgreements } from "./agreements.js";
import { createCommands } from "./commands.js";
import { createDialogs } from "./dialogs.js";
import { usesLetters } from "./help.js";
import { createGame } from "./model/game.js";
import { command } from "./model/keys.js";
import { newsWords } from "./model/news.js";
import { spokenStep } from "./model/words.js";
import { createNotifications } from "./notifications.js";
import { createScreen } from "./screen.js";

export const areas = ["table", "log", "chat", "board", "games", "friends", "start", "reasons", "errors"];

/** The most steps of others that are announced together; after a long absence only the last ones are. */
const ANNOUNCED = 6;

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 * @returns {Page}
 */
export function open(host, { id }, app) {
  const ending = new AbortController();
  const { signal } = ending;
  const game = createGame(id, {
    onChange: follow,
    onTrouble: trouble,
    autoConfirm: () => settings.autoConfirm,
    thinking: () => settings.thinking,
  });
  const agreements = createAgreements(game, app);
  const dialogs = createDialogs(game, agreements, app);
  const screen = createScreen(host, game, { agreements, onCommand: run, onResult: dialogs.showResult });
  const commands = createCommands(game, screen, dialogs);
  const notifications = createNotifications(app, game.names);

  /** @param {Command} name */
  function run(name) {
    commands.run(name);
  }

  /**
   * @param {TableState} before
   * @param {TableState} state
   */
  function follow(before, state) {
    if (state.gone) {
      leave(state.gone);
      return;
    }
    if (state.refusal && state.refusal !== before.refusal) trouble(state.refusal);
    if (before.version >= 0 && state.ply > before.ply) announceSteps(before.ply, state);
    if (before.version >= 0 && state.news !== before.news) announceNews(before.news.length, state);
    if (state.table && state.table !== before.table) rememberPlaces(state.table, state.yours, state.host);
    if (state.table && !before.table) visitTable(id);
    if (state.links !== before.links) dialogs.linked();
    if (before.table && state.table?.next && !before.table.next) dialogs.rematched();
    notifications.update(state);
    screen.draw();
  }

  /** @param {unknown} error */
  function trouble(error) {
    toast(errorText(error, { names: game.names() }), { kind: "error", more: details(error) });
  }

  /**
   * @param {number} since
   * @param {TableState} state
   */
  function announceSteps(since, { steps, yours, view }) {
    const news = steps.filter((step) => step.ply >= since && (step.by || !yours.includes(step.seat)));
    if (!view) return;
    const context = { names: game.names(), view, steps, yours };
    for (const step of news.slice(-ANNOUNCED)) announce(spokenStep(step, context));
  }

  /**
   * @param {number} known
   * @param {TableState} state
   */
  function announceNews(known, { news, yours }) {
    const words = newsWords(news, { names: game.names(), yours });
    // A question is announced with its answers, where they are.
    const told = news.slice(known).filter(({ event }) => event.what !== "asked");
    for (const one of told.slice(-ANNOUNCED)) announce(words.get(one.version) ?? "");
  }

  /** The table does not exist, or no longer, or we have no access. @param {string} code */
  function leave(code) {
    close();
    visitTable("");
    const title = t(code.startsWith("access/") ? "table.gone.shut" : "table.gone.title");
    const heading = h("h1", { tabindex: -1 }, title);
    fill(
      host,
      h(
        "section",
        { class: "sheet table-gone" },
        heading,
        h("p", null, errorText({ code })),
        h(
          "p",
          { class: "row" },
          h("a", { class: "button primary", href: routeTo("start") }, t("table.gone.start")),
          h("a", { class: "button", href: routeTo("games") }, t("table.gone.games")),
        ),
      ),
    );
    heading.focus();
    app.title(title);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    screen.useKeyboard(true);
    if (event.defaultPrevented || document.querySelector("dialog[open], .menu:popover-open")) return;
    const focus = document.activeElement;
    const name = command(event, {
      isText: focus?.matches("input, textarea, select") ?? false,
      isControl: focus?.matches("button, a, summary, [role=tab]") ?? false,
      isBoard: screen.isOnBoard(),
      letters: usesLetters(),
    });
    if (!name || (name === "skip" && !screen.isPlaying())) return;
    event.preventDefault();
    run(name);
  }

  addEventListener("keydown", onKey, { signal });
  addEventListener("pointerdown", () => screen.useKeyboard(false), { signal, capture: true });
  addEventListener("online", game.retry, { signal });
  const onVisibility = () => {
    if (!document.hidden) game.retry();
    notifications.update(game.state());
  };
  document.addEventListener("visibilitychange", onVisibility, { signal });
  const forget = onChange((name) => {
    if (name === "thinking") {
      game.watch();
      if (settings.thinking) screen.showTab("thinking");
    }
    screen.draw();
  });
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
