/** The review of a finished game: what every turn was worth for every seat, what would have been better, and why. */

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { ApiError, get } from "../lib/api.js";
import { announce } from "../lib/announce.js";
import { toast } from "../lib/dialog.js";
import { fill, h, write } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { mySeats } from "../lib/own_seats.js";
import { errorText } from "../lib/reasons.js";
import { createRedraws } from "../lib/redraw.js";
import { routeTo } from "../lib/router.js";
import { seatNames } from "../lib/seats.js";
import { about } from "../lib/server.js";
import { usesLetters } from "../lib/settings.js";
import { showNoGame } from "../parts/no_game.js";
import { openPlayOn } from "../parts/play_on.js";
import { moved } from "../parts/playback.js";
import { createReplayControls } from "../parts/replay_controls.js";
import { createReplayPlayer } from "../parts/replay_player.js";
import { createCurves } from "../parts/review_curves.js";
import { createReviewJob } from "../parts/review_job.js";
import { endOf, faultFrom, isFault, turnAt } from "../parts/review_model.js";
import { createReviewPanels } from "../parts/review_panels.js";
import { createLineList, createTurnCard } from "../parts/review_turn.js";
import { createWalk } from "../parts/review_walk.js";
import { lossWords, verdictWords } from "../parts/review_words.js";
import { icon } from "../table/icons.js";
import { spokenStep, stepWords } from "../table/model/words.js";

/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../parts/review_model.js").Turn} Turn */
/** @typedef {import("../app.js").App} App */

export const styles = ["review"];
export const areas = ["review", "replay", "games", "log", "table", "board", "errors", "reasons", "facts"];

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 */
export async function open(host, params, app) {
  const id = params.id ?? "";
  const base = `/api/tables/${encodeURIComponent(id)}`;
  try {
    const asked = [get(base), get(`${base}/steps`), about(), get(`${base}/review`)];
    const [table, steps, { access }] = await Promise.all(asked);
    const mine = mySeats(table, access);
    const ply = Number(params.ply ?? steps.length);
    return showReview(host, { id, base, table, mine, steps, ply, start: "start" in params }, app);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return showNoGame(host, t("review.none"), error);
  }
}

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {string} base the address of the table
 * @property {TableInfo} table
 * @property {readonly number[]} mine the seats that are played here
 * @property {Step[]} steps
 * @property {number} ply the moment to begin with
 * @property {boolean} start whether the review is to begin at once
 */

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {App} app
 */
function showReview(host, game, app) {
  const { id, base, table, mine, steps } = game;
  let names = seatNames(table.players, mine);
  const closing = new AbortController();
  const { signal } = closing;
  const redraw = createRedraws(draw, [
    () => drawStairs(stairs, line.view() ?? player.shown()?.view),
    () => panels.update({ names, ply: player.reel().ply }),
  ]);
  const job = createReviewJob(base, { onChange: redraw.request, signal });
  const regions = createRegions(id);
  const travel = (/** @type {number} */ ply) => player.go(moved(player.reel(), ply));
  const stairs = createStairs(regions.stairs);
  const board = createBoard(regions.board, { podiumRect: (podium) => stairs.rect(podium) });
  const line = createWalk(board, base, {
    onChange: redraw.request,
    onStep: (step, view) => announce(spokenStep(step, { names, view, steps: line.walk()?.steps ?? [] })),
    signal,
  });
  const player = createReplayPlayer(board, { base, steps, ply: game.ply }, {
    onChange() {
      line.leave();
      redraw.request();
    },
    words: (step, view) => spokenStep(step, { names, view, steps }),
  });
  const controls = createReplayControls(player, steps, icon);
  const onPlayOn = (/** @type {Turn} */ turn) => playOn(turn, game, app, signal);
  const card = createTurnCard(regions.card, { mine, onWalk: ({ ply }, moves) => line.begin(ply, moves), onPlayOn });
  const lineList = createLineList(regions.line, { onStep: line.show, onLeave: leaveLine });
  const curves = createCurves(regions.curves, { onTravel: travel });
  const panels = createReviewPanels(job, { id, mine, onTravel: travel, onFault: toFault, onStart: job.start });
  fill(host, layout(regions, controls.element, panels));

  /** @param {1 | -1} by @param {number | null} [seat] */
  function toFault(by, seat = panels.seat()) {
    const turn = faultFrom(job.review(), player.reel().ply, by, seat);
    if (!turn) return announce(t("review.no-more"));
    travel(endOf(turn));
    announce(faultWords(turn, names));
  }

  /** Back from a line to the game; says whether there was one. */
  function leaveLine() {
    if (!line.walk()) return false;
    line.leave();
    player.go(player.reel());
    return true;
  }

  function draw() {
    const review = job.review();
    const { ply } = player.reel();
    const walk = line.walk();
    controls.update();
    regions.card.hidden = !review || Boolean(walk);
    card.update(turnAt(review, ply), names, t(ply ? "review.not-yet" : "replay.start"));
    lineList.update(walk ? walkWords(walk, names) : null, walk?.at ?? 0);
    curves.update(review, ply);
    if (review && player.shown()?.ply === ply) app.replace("review", { id, ply });
  }

  /** The words that change with the language. */
  function label() {
    names = seatNames(table.players, mine);
    write(regions.title, t("review.title", { names: list(names) }));
    fill(regions.back, t("review.to-replay"));
    controls.translate();
    panels.translate(names);
    redraw.request();
  }

  listenToKeys(signal, {
    leave: leaveLine,
    fault: toFault,
    better() {
      const turn = turnAt(job.review(), player.reel().ply);
      if (!turn || !isFault(turn)) return false;
      line.begin(turn.ply, [...turn.best.moves, ...turn.line]);
      return true;
    },
    other: controls.onKey,
  });
  label();
  player.go(player.reel());
  void (game.start ? job.start() : job.look());
  return {
    get title() {
      return t("review.title", { names: list(names) });
    },
    translate: label,
    close() {
      closing.abort();
      redraw.stop();
      for (const part of [player, curves]) part.close();
      for (const part of [board, stairs]) part.destroy();
    },
  };
}

/** @typedef {ReturnType<typeof createRegions>} Regions */

/** The empty regions of the page. @param {string} id */
function createRegions(id) {
  return {
    title: h("h1", { class: "replay-title" }),
    back: h("a", { class: "button", href: routeTo("replay", { id }) }),
    stairs: h("div", { class: "replay-stairs" }),
    board: h("div", { class: "replay-board" }),
    curves: h("div", { class: "sheet review-curves" }),
    card: h("section", { class: "sheet review-card" }),
    line: h("section", { class: "sheet review-walk", hidden: true }),
  };
}

/**
 * @param {Regions} regions
 * @param {Element} controls
 * @param {ReturnType<typeof createReviewPanels>} panels
 */
function layout({ title, back, stairs, board, curves, card, line }, controls, panels) {
  return h(
    "div",
    { class: "replay review" },
    h("div", { class: "replay-head" }, h("div", { class: "replay-words" }, title), h("div", { class: "row" }, back)),
    h("div", { class: "replay-stage" }, stairs, board, controls),
    h("aside", { class: "replay-side" }, panels.progress, curves, card, line, panels.notes),
    h("div", { class: "review-more" }, panels.more),
  );
}

/**
 * @param {ReturnType<typeof createStairs>} stairs
 * @param {View | undefined} view
 */
function drawStairs(stairs, view) {
  if (view) stairs.update(view, []);
}

/**
 * Play on from before a turn, at another table.
 * @param {Turn} turn
 * @param {Game} game
 * @param {App} app
 * @param {AbortSignal} signal
 */
async function playOn(turn, { id, base, table, mine }, app, signal) {
  try {
    const view = await get(`${base}/views/${turn.ply}`, { signal });
    await openPlayOn(view, app, { players: table.players, mine, from: { table: id, ply: turn.ply } });
  } catch (error) {
    if (!signal.aborted) toast(errorText(error), { kind: "error" });
  }
}

/**
 * A turn that cost something, for screen readers.
 * @param {Turn} turn
 * @param {readonly string[]} names
 */
function faultWords(turn, names) {
  const words = `${verdictWords(turn)} ${lossWords(turn, names).join(" ")}`;
  return t("replay.caption", { name: names[turn.seat] ?? "", words });
}

/**
 * The decisions of a line that is walked through, in words.
 * @param {import("../parts/review_walk.js").Walk} walk
 * @param {readonly string[]} names
 */
function walkWords({ steps, views }, names) {
  return steps.map((step, index) => {
    const view = views[index + 1];
    const words = view ? stepWords(step, { names, view, steps }) : step.move;
    return t("replay.caption", { name: names[step.seat] ?? "", words });
  });
}

/**
 * @param {AbortSignal} signal
 * @param {{
 *   leave: () => boolean,
 *   fault: (by: 1 | -1) => void,
 *   better: () => boolean,
 *   other: (event: KeyboardEvent) => void,
 * }} commands `leave` and `better` say whether there was anything to do
 */
function listenToKeys(signal, { leave, fault, better, other }) {
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    const command = commandOf(event);
    if (command === "next" || command === "previous") fault(command === "next" ? 1 : -1);
    else if (!(command === "leave" && leave()) && !(command === "better" && better())) return other(event);
    event.preventDefault();
  };
  addEventListener("keydown", onKey, { signal });
}

/** What a key means here. @param {KeyboardEvent} event */
function commandOf(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return "";
  if (event.key === "Escape") return "leave";
  return usesLetters() ? ({ j: "next", k: "previous", v: "better" }[event.key.toLowerCase()] ?? "") : "";
}
