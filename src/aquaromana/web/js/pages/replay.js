// A game from its first decision to its last: a slider, autoplay, the log, and ways to take it along or to play on.

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { announce } from "../lib/announce.js";
import { ApiError, get } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h, set, write } from "../lib/dom.js";
import { language, list, t } from "../lib/i18n.js";
import { mySeats } from "../lib/places.js";
import { clauseLink, told } from "../lib/reasons.js";
import { createRedraws } from "../lib/redraw.js";
import { routeTo } from "../lib/router.js";
import { seatColors, seatNames } from "../lib/seats.js";
import { about } from "../lib/server.js";
import { moving, settings } from "../lib/settings.js";
import { lastMarks } from "../parts/last_move.js";
import { openPlayOn } from "../parts/play_on.js";
import { advanced, commentsOf, moved, toggled, turnFrom, wound } from "../parts/playback.js";
import { parentLine, standing, viewScores } from "../parts/table_cards.js";
import { icon } from "../table/icons.js";
import { createLog } from "../table/log.js";
import { spokenStep, stepWords } from "../table/model/words.js";
import { openShare } from "../table/share.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Step} Step */
/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../app.js").App} App */

export const areas = ["replay", "games", "log", "table", "board", "errors", "reasons"];

/** Milliseconds between two decisions at normal speed, animation not counted. */
const PAUSE = 700;
const STILL = 1400;
/** Views that are fetched ahead while the game runs. */
const AHEAD = 3;
/** Milliseconds after which the address says what is shown: to change it takes the browser longer than a step. */
const ADDRESSED = 250;
const SPEEDS = [0.5, 1, 2, 4];
const KEYS = { first: "Home", back: "ArrowLeft", forward: "ArrowRight", last: "End" };
const SIGNS = { first: "Home", back: "←", forward: "→", last: "End" };

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
    fill(
      host,
      h(
        "section",
        { class: "sheet lost" },
        h("h1", null, t("replay.missing")),
        h("p", null, told(error), " ", clauseLink(error)),
        h("a", { class: "button primary", href: routeTo("games") }, t("replay.to-games")),
      ),
    );
    return { close() {}, title: t("replay.missing") };
  }
}

/**
 * @param {HTMLElement} host
 * @param {{
 *   id: string,
 *   base: string,
 *   table: TableInfo,
 *   mine?: readonly number[],
 *   steps: Step[],
 *   record: any,
 *   ply: number,
 * }} game `mine`: the seats that are played here, where others play elsewhere
 * @param {App} app
 */
function showReplay(host, { id, base, table, mine, steps, record, ply: first }, app) {
  let reel = wound(steps.length, first);
  let names = seatNames(table.players, mine);
  let speed = SPEEDS.includes(settings.speed) ? settings.speed : 1;
  /**
   * What the board shows; behind `reel.ply` while views are fetched and moves animated.
   * @type {{ply: number, view: View} | null}
   */
  let shown = null;
  /** Stops the animation and the pause that are under way. */
  let stop = new AbortController();
  const closing = new AbortController();
  const comments = commentsOf(record);
  const colors = seatColors(table.players.length);
  /** @type {Map<number, Promise<View>>} */
  const views = new Map();
  const redraw = createRedraws(draw, [drawStairs, drawScores, drawLog]);
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let addressing;
  /** What the scores were drawn from. @type {readonly unknown[]} */
  let scored = [];

  /** @param {number} ply */
  function viewAt(ply) {
    const known = views.get(ply);
    if (known) return known;
    const asked = get(`${base}/views/${ply}`, { signal: closing.signal });
    views.set(ply, asked);
    asked.catch(() => views.delete(ply));
    return asked;
  }

  // What is on the page.
  const boardHost = h("div", { class: "replay-board" });
  const stairsHost = h("div", { class: "replay-stairs" });
  const stairs = createStairs(stairsHost);
  const board = createBoard(boardHost, { podiumRect: (podium) => stairs.rect(podium) });
  const title = h("h1", { class: "replay-title" });
  const result = h("p", { class: "replay-result soft" });
  const origin = h("div", { class: "replay-origin" });
  const scores = h("section", { class: "sheet" });
  const caption = h("p", { class: "replay-caption" });
  const comment = h("blockquote", { class: "replay-comment", hidden: true });
  const logHost = h("div", { class: "replay-log sheet", tabindex: 0, role: "region" });
  const log = createLog(logHost, { onTravel: (ply) => go(moved(reel, ply)) });
  const slider = h("input", { type: "range", min: 0, max: steps.length, step: 1, class: "replay-slider" });
  slider.addEventListener("input", () => go(moved(reel, Number(slider.value))));
  const buttons = {
    first: button("first", () => go(moved(reel, 0))),
    back: button("back", () => go(moved(reel, reel.ply - 1))),
    play: button("play", () => go(toggled(reel))),
    forward: button("forward", () => go(moved(reel, reel.ply + 1), { animated: true })),
    last: button("last", () => go(moved(reel, reel.length))),
  };
  const tempo = h("select", { onchange: () => (speed = Number(tempo.value)) });
  const share = h("button", { type: "button", class: "button" });
  share.addEventListener("click", () => {
    if (shown) openShare(id, shown.ply, shown.view, { isPublic: table.options?.public });
  });
  const playOn = h("button", { type: "button", class: "button primary" });
  playOn.addEventListener("click", () => {
    if (shown) openPlayOn(shown.view, app, { names, from: { table: id, ply: shown.ply } });
  });
  const goOn = h("a", { class: "button", href: routeTo("table", { id }) });

  /**
   * @param {"first" | "back" | "play" | "forward" | "last"} name
   * @param {() => void} onclick
   */
  function button(name, onclick) {
    const look = name === "play" ? "button primary replay-play" : "icon-button";
    return h("button", { type: "button", class: look, onclick }, icon(name === "play" ? "forward" : name));
  }

  fill(
    host,
    h(
      "div",
      { class: "replay" },
      h(
        "div",
        { class: "replay-head" },
        h("div", { class: "replay-words" }, title, result, origin),
        h("div", { class: "row" }, share, playOn, table.status === "playing" && goOn),
      ),
      h(
        "div",
        { class: "replay-stage" },
        stairsHost,
        boardHost,
        h(
          "div",
          { class: "replay-controls sheet" },
          h("div", { class: "replay-buttons" }, Object.values(buttons)),
          slider,
          tempo,
        ),
      ),
      h(
        "aside",
        { class: "replay-side" },
        scores,
        h("section", { class: "sheet replay-now" }, caption, comment),
        logHost,
      ),
    ),
  );

  /**
   * Show another moment.
   * @param {typeof reel} next
   * @param {{animated?: boolean}} [how] a single step forward may be animated; jumps are not
   */
  function go(next, { animated = false } = {}) {
    stop.abort();
    stop = new AbortController();
    reel = next;
    redraw.request();
    if (reel.running) run(stop.signal);
    else show(stop.signal, animated);
  }

  /**
   * Bring the board to the moment of the reel.
   * @param {AbortSignal} signal
   * @param {boolean} animated
   */
  async function show(signal, animated) {
    const ply = reel.ply;
    try {
      const view = await viewAt(ply);
      if (signal.aborted || closing.signal.aborted) return;
      const step = steps[ply - 1];
      if (animated && moving() && step && shown?.ply === ply - 1) {
        board.update(shown.view, lastMarks(steps[ply - 2]));
        await board.animate([step], shown.view, view, { speed, signal });
        if (signal.aborted) return;
      }
      shown = { ply, view };
      board.update(view, lastMarks(step));
      if (step) announce(spokenStep(step, { names, view, steps }));
      redraw.request();
    } catch (error) {
      if (!closing.signal.aborted && !signal.aborted) toast(told(error), { kind: "error" });
    }
  }

  /**
   * Go on by itself until somebody stops it.
   * @param {AbortSignal} signal
   */
  async function run(signal) {
    await show(signal, false);
    while (!signal.aborted && reel.running) {
      const last = Math.min(reel.length, reel.ply + AHEAD);
      for (let ahead = reel.ply + 1; ahead <= last; ahead += 1) viewAt(ahead).catch(() => {});
      await pause((moving() ? PAUSE : STILL) / speed, signal);
      if (signal.aborted) return;
      reel = advanced(reel);
      redraw.request();
      await show(signal, true);
    }
    redraw.request();
  }

  function draw() {
    const { ply, running } = reel;
    const step = steps[ply - 1];
    const context = shown && { names, view: shown.view, steps };
    set(slider, { "aria-valuetext": t("replay.at", { ply, length: reel.length }) });
    if (Number(slider.value) !== ply) slider.value = String(ply);
    set(buttons.play, { "aria-label": t(running ? "replay.pause" : "replay.play"), "aria-keyshortcuts": "Space" });
    if (buttons.play.dataset.running !== String(running)) fill(buttons.play, running ? pauseIcon() : icon("forward"));
    buttons.play.dataset.running = String(running);
    for (const name of /** @type {const} */ (["first", "back"])) buttons[name].disabled = ply === 0;
    for (const name of /** @type {const} */ (["forward", "last"])) buttons[name].disabled = ply === reel.length;
    if (context) {
      const words = step && stepWords(step, context, { walks: true });
      write(caption, words ? t("replay.caption", { name: names[step.seat] ?? "", words }) : t("replay.start"));
    }
    const said = comments.get(ply) ?? "";
    comment.hidden = !said;
    write(comment, said);
    playOn.disabled = !shown || shown.view.phase === "over";
    if (shown?.ply === ply) addressing ??= setTimeout(keepAddress, ADDRESSED);
  }

  function drawStairs() {
    if (shown) stairs.update(shown.view, []);
  }

  function drawScores() {
    if (!shown) return;
    const isOver = table.status === "over" && shown.ply === steps.length;
    const now = [shown.view, names, isOver, language()];
    if (now.every((part, index) => part === scored[index])) return;
    scored = now;
    fill(scores, viewScores(shown.view, names, isOver));
  }

  function drawLog() {
    const context = shown && { names, view: shown.view, steps };
    return log.update({ steps, context, colors, ply: reel.ply, language: language() });
  }

  function keepAddress() {
    addressing = undefined;
    if (shown) app.replace("replay", shown.ply ? { id, ply: shown.ply } : { id });
  }

  /** The words that change with the language. */
  function label() {
    names = seatNames(table.players, mine);
    write(title, list(names));
    write(result, standing(table, mine));
    fill(origin, parentLine(table));
    set(slider, { "aria-label": t("replay.slider") });
    for (const name of /** @type {const} */ (["first", "back", "forward", "last"])) {
      const words = t(`replay.${name}`);
      set(buttons[name], { "aria-label": words, "aria-keyshortcuts": KEYS[name], title: `${words} (${SIGNS[name]})` });
    }
    set(tempo, { "aria-label": t("replay.speed") });
    const option = (/** @type {number} */ value) =>
      h("option", { value, selected: value === speed }, t("replay.times", { speed: value }));
    fill(tempo, SPEEDS.map(option));
    set(logHost, { "aria-label": t("log.title") });
    fill(share, icon("share"), t("replay.share"));
    fill(playOn, t("replay.play-on"));
    fill(goOn, t("replay.to-table"));
    redraw.request();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("input, select, textarea, dialog, [role=grid]")) return;
    const isButton = target.closest("button, a");
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => go(moved(reel, reel.ply - 1)),
      ArrowRight: () => go(moved(reel, reel.ply + 1), { animated: true }),
      PageUp: () => go(moved(reel, turnFrom(steps, reel.ply, -1))),
      PageDown: () => go(moved(reel, turnFrom(steps, reel.ply, 1))),
      Home: () => go(moved(reel, 0)),
      End: () => go(moved(reel, reel.length)),
    };
    if (!isButton) keys[" "] = () => go(toggled(reel));
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  addEventListener("keydown", onKey, { signal: closing.signal });
  const onHide = () => document.hidden && reel.running && go(toggled(reel));
  document.addEventListener("visibilitychange", onHide, { signal: closing.signal });
  label();
  go(reel);
  return {
    get title() {
      return t("replay.title", { names });
    },
    translate: label,
    close() {
      closing.abort();
      stop.abort();
      clearTimeout(addressing);
      redraw.stop();
      board.destroy();
      stairs.destroy();
    },
  };
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function pauseIcon() {
  const bars = icon("forward");
  bars.firstElementChild?.setAttribute("d", "M8 5v14M16 5v14");
  return bars;
}
