// The review of a finished game: what every turn was worth for every seat, what would have been better, and why.

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { ApiError, get } from "../lib/api.js";
import { announce } from "../lib/announce.js";
import { toast } from "../lib/dialog.js";
import { fill, h, write } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { mySeats } from "../lib/places.js";
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
 * @param {HTMLElement} host
 * @param {{
 *   id: string, base: string, table: TableInfo, mine: readonly number[], steps: Step[], ply: number, start: boolean,
 * }} game `mine`: the seats that are played here; `start`: whether the review is to begin at once
 * @param {App} app
 */
function showReview(host, { id, base, table, mine, steps, ply: first, start }, app) {
  let names = seatNames(table.players, mine);
  const closing = new AbortController();
  const { signal } = closing;
  const redraw = createRedraws(draw, [drawStairs, () => panels.update({ names, ply: player.reel().ply })]);
  const job = createReviewJob(base, { onChange: redraw.request, signal });

  // What is on the page.
  const boardHost = h("div", { class: "replay-board" });
  const stairsHost = h("div", { class: "replay-stairs" });
  const stairs = createStairs(stairsHost);
  const board = createBoard(boardHost, { podiumRect: (podium) => stairs.rect(podium) });
  const line = createWalk(board, base, { onChange: redraw.request, onStep: tell, signal });
  const player = createReplayPlayer(board, { base, steps, ply: first }, { onChange: moment, words: spoken });
  const controls = createReplayControls(player, steps, icon);
  const title = h("h1", { class: "replay-title" });
  const back = h("a", { class: "button", href: routeTo("replay", { id }) });
  const cardHost = h("section", { class: "sheet review-card" });
  const lineHost = h("section", { class: "sheet review-walk", hidden: true });
  const curvesHost = h("div", { class: "sheet review-curves" });
  const card = createTurnCard(cardHost, { mine, onWalk: ({ ply }, moves) => line.begin(ply, moves), onPlayOn: playOn });
  const lineList = createLineList(lineHost, { onStep: line.show, onLeave: leaveLine });
  const curves = createCurves(curvesHost, { onTravel: travel });
  const panels = createReviewPanels(job, { id, mine, onTravel: travel, onFault: toFault, onStart: job.start });
  fill(
    host,
    h(
      "div",
      { class: "replay review" },
      h("div", { class: "replay-head" }, h("div", { class: "replay-words" }, title), h("div", { class: "row" }, back)),
      h("div", { class: "replay-stage" }, stairsHost, boardHost, controls.element),
      h("aside", { class: "replay-side" }, panels.progress, curvesHost, cardHost, lineHost, panels.notes),
      h("div", { class: "review-more" }, panels.more),
    ),
  );

  function moment() {
    line.leave();
    redraw.request();
  }

  /** @param {number} ply */
  function travel(ply) {
    player.go(moved(player.reel(), ply));
  }

  /** @param {1 | -1} by @param {number | null} [seat] */
  function toFault(by, seat = panels.seat()) {
    const turn = faultFrom(job.review(), player.reel().ply, by, seat);
    if (!turn) return announce(t("review.no-more"));
    travel(endOf(turn));
    const words = `${verdictWords(turn)} ${lossWords(turn, names).join(" ")}`;
    announce(t("replay.caption", { name: names[turn.seat] ?? "", words }));
  }

  /** @param {Step} step @param {View} view */
  function spoken(step, view) {
    return spokenStep(step, { names, view, steps });
  }

  /** @param {Step} step @param {View} view */
  function tell(step, view) {
    announce(spokenStep(step, { names, view, steps: line.walk()?.steps ?? [] }));
  }

  function leaveLine() {
    line.leave();
    player.go(player.reel());
  }

  /** @param {Turn} turn */
  async function playOn(turn) {
    try {
      const view = await get(`${base}/views/${turn.ply}`, { signal });
      await openPlayOn(view, app, { players: table.players, mine, from: { table: id, ply: turn.ply } });
    } catch (error) {
      if (!signal.aborted) toast(errorText(error), { kind: "error" });
    }
  }

  function draw() {
    const review = job.review();
    const { ply } = player.reel();
    controls.update();
    const turn = turnAt(review, ply);
    const walk = line.walk();
    cardHost.hidden = !review || Boolean(walk);
    card.update(turn, names, t(ply ? "review.not-yet" : "replay.start"));
    lineList.update(walk?.steps.map((step, index) => lineWords(step, walk.views[index + 1])) ?? null, walk?.at ?? 0);
    curves.update(review, ply);
    if (review && player.shown()?.ply === ply) app.replace("review", { id, ply });
  }

  /** @param {Step} step @param {View | undefined} view */
  function lineWords(step, view) {
    const words = view ? stepWords(step, { names, view, steps: line.walk()?.steps ?? [] }) : step.move;
    return t("replay.caption", { name: names[step.seat] ?? "", words });
  }

  function drawStairs() {
    const view = line.view() ?? player.shown()?.view;
    if (view) stairs.update(view, []);
  }

  /** The words that change with the language. */
  function label() {
    names = seatNames(table.players, mine);
    write(title, t("review.title", { names: list(names) }));
    fill(back, t("review.to-replay"));
    controls.translate();
    panels.translate(names);
    redraw.request();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const command = commandOf(event);
    const turn = turnAt(job.review(), player.reel().ply);
    if (command === "leave" && line.walk()) leaveLine();
    else if (command === "next" || command === "previous") toFault(command === "next" ? 1 : -1);
    else if (command === "better" && turn && isFault(turn)) line.begin(turn.ply, [...turn.best.moves, ...turn.line]);
    else return controls.onKey(event);
    event.preventDefault();
  }

  addEventListener("keydown", onKey, { signal });
  label();
  player.go(player.reel());
  void (start ? job.start() : job.look());
  return {
    get title() {
      return t("review.title", { names: list(names) });
    },
    translate: label,
    close() {
      closing.abort();
      player.close();
      redraw.stop();
      curves.close();
      board.destroy();
      stairs.destroy();
    },
  };
}

/** What a key means here. @param {KeyboardEvent} event */
function commandOf(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return "";
  if (event.key === "Escape") return "leave";
  return usesLetters() ? ({ j: "next", k: "previous", v: "better" }[event.key.toLowerCase()] ?? "") : "";
}
