/** The replay of a game: a slider, autoplay, the log, and ways to export it or to play on. */

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { ApiError, get } from "../lib/api.js";
import { fill, h, set, write } from "../lib/dom.js";
import { language, list, t } from "../lib/i18n.js";
import { mySeats } from "../lib/own_seats.js";
import { createRedraws } from "../lib/redraw.js";
import { routeTo } from "../lib/router.js";
import { seatColors, seatNames } from "../lib/seats.js";
import { about } from "../lib/server.js";
import { showNoGame } from "../parts/no_game.js";
import { openPlayOn } from "../parts/play_on.js";
import { commentsOf, moved, toggled } from "../parts/playback.js";
import { createReplayControls } from "../parts/replay_controls.js";
import { createDecidedLine } from "../parts/replay_decided.js";
import { createReplayPlayer } from "../parts/replay_player.js";
import { parentLine, standing, viewScores } from "../parts/table_cards.js";
import { icon } from "../table/icons.js";
import { createLog } from "../table/log.js";
import { spokenStep, stepWords } from "../table/model/words.js";
import { openShare } from "../table/share.js";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../app.js").App} App */
/** @typedef {ReturnType<typeof createReplayPlayer>} ReplayPlayer */

export const areas = ["replay", "games", "log", "table", "board", "errors", "reasons"];

/** Milliseconds after which the address says what is shown: to change it takes the browser longer than a step. */
const ADDRESSED = 250;

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 */
export async function open(host, params, app) {
  const id = params.id ?? "";
  const base = `/api/tables/${encodeURIComponent(id)}`;
  try {
    const asked = [get(base), get(`${base}/steps`), get(`${base}/record.json`), about()];
    const [table, steps, record, { access }] = await Promise.all(asked);
    const mine = access === "local" ? undefined : mySeats(table, access);
    return showReplay(host, { id, base, table, mine, steps, record, ply: Number(params.ply ?? 0) }, app);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showNoGame(host, t("replay.missing"), error);
  }
}

/**
 * Links to the analysis board, except of a game that people still play, and to a table at which it goes on.
 * @param {TableInfo} table
 * @param {string} id
 */
function createLinks({ status, players }, id) {
  const mayAnalyze = status === "over" || players.every(({ kind }) => kind === "bot");
  const analyze = mayAnalyze && h("a", { class: "button" });
  const review = status === "over" && h("a", { class: "button", href: routeTo("review", { id, start: 1 }) });
  const goOn = status === "playing" && h("a", { class: "button", href: routeTo("table", { id }) });
  return {
    analyze,
    review,
    goOn,
    /** @param {number} ply */
    update(ply) {
      if (goOn) write(goOn, t("replay.to-table"));
      if (review) write(review, t("replay.review"));
      if (!analyze) return;
      write(analyze, t("replay.analyze"));
      set(analyze, { href: routeTo("study", { table: id, ply }) });
    },
  };
}

/**
 * Who plays on: the players of an imported game are not at this screen.
 * @param {TableInfo} table
 */
function playersOf({ origin, players }) {
  return origin === "import" ? players.map((player) => ({ ...player, kind: /** @type {const} */ ("bot") })) : players;
}

/**
 * The game and where it is shown.
 * @typedef {object} Replayed
 * @property {string} id
 * @property {string} base the table in the API
 * @property {TableInfo} table
 * @property {readonly number[]} [mine] the seats that are played here, where others play elsewhere
 * @property {Step[]} steps
 * @property {any} record its JSON form
 * @property {number} ply the moment to begin with
 */

/**
 * Who plays, how it ended, and what can be done with the game.
 * @param {Replayed} game
 * @param {ReplayPlayer} player
 * @param {App} app
 */
function createHead({ id, table, mine }, player, app) {
  const title = h("h1", { class: "replay-title" });
  const result = h("p", { class: "replay-result soft" });
  const origin = h("div", { class: "replay-origin" });
  const links = createLinks(table, id);
  const share = h("button", { type: "button", class: "button" });
  share.addEventListener("click", () => {
    const shown = player.shown();
    if (shown) openShare(id, shown.ply, shown.view, { isPublic: table.options?.public });
  });
  const playOn = h("button", { type: "button", class: "button primary" });
  playOn.addEventListener("click", () => {
    const shown = player.shown();
    const players = playersOf(table);
    if (shown) openPlayOn(shown.view, app, { players, mine, from: { table: id, ply: shown.ply } });
  });
  return {
    element: h(
      "div",
      { class: "replay-head" },
      h("div", { class: "replay-words" }, title, result, origin),
      h("div", { class: "row" }, share, links.review, links.analyze, playOn, links.goOn),
    ),
    draw() {
      const shown = player.shown();
      playOn.disabled = !shown || shown.view.phase === "over";
      links.update(player.reel().ply);
    },
    /** @param {readonly string[]} names */
    translate(names) {
      write(title, list(names));
      write(result, standing(table, mine));
      fill(origin, parentLine(table));
      fill(share, icon("share"), t("replay.share"));
      fill(playOn, t("replay.play-on"));
    },
  };
}

/**
 * What is beside the board: the points, what was decided and said last, and the log.
 * @param {Replayed} game
 * @param {ReplayPlayer} player
 * @param {{ names: () => string[], onFound: () => void, signal: AbortSignal }} actions
 *   `onFound`: it is known where the game was decided
 */
function createSide({ base, table, steps, record }, player, { names, onFound, signal }) {
  /** What the scores were drawn from. @type {readonly unknown[]} */
  let scored = [];
  const comments = commentsOf(record);
  const colors = seatColors(table.players.length);
  const onTravel = (/** @type {number} */ ply) => player.go(moved(player.reel(), ply));
  const scores = h("section", { class: "sheet" });
  const caption = h("p", { class: "replay-caption" });
  const comment = h("blockquote", { class: "replay-comment", hidden: true });
  const decided = createDecidedLine({ base, table, steps }, { onTravel, onFound, signal });
  const logHost = h("div", { class: "replay-log sheet", tabindex: 0, role: "region" });
  const log = createLog(logHost, { onTravel });

  return {
    element: h(
      "aside",
      { class: "replay-side" },
      scores,
      h("section", { class: "sheet replay-now" }, caption, comment, decided.element),
      logHost,
    ),
    /** The moment at which the game was decided, once it is known. */
    decided: decided.ply,
    draw() {
      const shown = player.shown();
      const { ply } = player.reel();
      if (shown) {
        const step = steps[ply - 1];
        const words = step && stepWords(step, { names: names(), view: shown.view, steps }, { walks: true });
        write(caption, words ? t("replay.caption", { name: names()[step.seat] ?? "", words }) : t("replay.start"));
      }
      const said = comments.get(ply) ?? "";
      comment.hidden = !said;
      write(comment, said);
      decided.update(names(), ply);
    },
    drawScores() {
      const shown = player.shown();
      if (!shown) return;
      const isOver = table.status === "over" && shown.ply === steps.length;
      const now = [shown.view, names(), isOver, language()];
      if (now.every((part, index) => part === scored[index])) return;
      scored = now;
      fill(scores, viewScores(shown.view, names(), isOver));
    },
    drawLog() {
      const shown = player.shown();
      const context = shown && { names: names(), view: shown.view, steps };
      const { ply } = player.reel();
      return log.update({ steps, context, colors, ply, decided: decided.ply(), language: language() });
    },
    translate() {
      set(logHost, { "aria-label": t("log.title") });
    },
  };
}

/**
 * Says in the address what is shown, some time after it was asked to.
 * @param {string} id
 * @param {ReplayPlayer} player
 * @param {App} app
 */
function createAddress(id, player, app) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function keep() {
    const shown = player.shown();
    timer = undefined;
    if (shown) app.replace("replay", shown.ply ? { id, ply: shown.ply } : { id });
  }

  return {
    request() {
      timer ??= setTimeout(keep, ADDRESSED);
    },
    stop: () => clearTimeout(timer),
  };
}

/**
 * @param {HTMLElement} host
 * @param {Replayed} game
 * @param {App} app
 */
function showReplay(host, game, app) {
  const { id, base, table, mine, steps, ply: first } = game;
  let names = seatNames(table.players, mine);
  const closing = new AbortController();
  const { signal } = closing;
  const redraw = createRedraws(draw, [drawStairs, () => side.drawScores(), () => side.drawLog()]);

  // What is on the page.
  const boardHost = h("div", { class: "replay-board" });
  const stairsHost = h("div", { class: "replay-stairs" });
  const stairs = createStairs(stairsHost);
  const board = createBoard(boardHost, { podiumRect: (podium) => stairs.rect(podium) });
  const player = createReplayPlayer(board, { base, steps, ply: first }, {
    onChange: redraw.request,
    words: (step, view) => spokenStep(step, { names, view, steps }),
  });
  const controls = createReplayControls(player, steps, icon);
  const head = createHead(game, player, app);
  const side = createSide(game, player, { names: () => names, onFound: redraw.request, signal });
  const address = createAddress(id, player, app);
  const stage = h("div", { class: "replay-stage" }, stairsHost, boardHost, controls.element);
  fill(host, h("div", { class: "replay" }, head.element, stage, side.element));

  function draw() {
    controls.update(side.decided());
    side.draw();
    head.draw();
    if (player.shown()?.ply === player.reel().ply) address.request();
  }

  function drawStairs() {
    const shown = player.shown();
    if (shown) stairs.update(shown.view, []);
  }

  /** The words that change with the language. */
  function translate() {
    names = seatNames(table.players, mine);
    head.translate(names);
    controls.translate();
    side.translate();
    redraw.request();
  }

  addEventListener("keydown", controls.onKey, { signal });
  const onHide = () => document.hidden && player.reel().running && player.go(toggled(player.reel()));
  document.addEventListener("visibilitychange", onHide, { signal });
  translate();
  player.go(player.reel());
  return {
    get title() {
      return t("replay.title", { names });
    },
    translate,
    close() {
      closing.abort();
      player.close();
      address.stop();
      redraw.stop();
      board.destroy();
      stairs.destroy();
    },
  };
}
