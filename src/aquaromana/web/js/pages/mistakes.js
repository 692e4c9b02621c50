/** Learning from mistakes: one's own turns again, the costliest first. Any try that is as good as the best is right. */

import { announce } from "../lib/announce.js";
import { ApiError, get, post } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h, set } from "../lib/dom.js";
import { factText } from "../lib/facts.js";
import { t } from "../lib/i18n.js";
import { mySeats } from "../lib/own_seats.js";
import { clauseLink, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { seatNames } from "../lib/seats.js";
import { about } from "../lib/server.js";
import { lessons, percentOf } from "../parts/review_model.js";
import { areas as tableAreas, openTable } from "../table/page.js";
import { createPractice } from "../table/practice.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Page} Page */
/** @typedef {import("../lib/facts.js").Fact} Fact */
/** @typedef {import("../parts/review_model.js").Turn} Turn */
/** @typedef {import("../table/practice.js").Line} Line */
/**
 * What the server says about a try.
 * @typedef {object} Verdict
 * @property {boolean} right
 * @property {boolean} played it is what was played in the game
 * @property {number} [share] what it gives away
 * @property {number} [points]
 * @property {Fact[]} [facts] true of the best and not of this; of a right one, what sets it apart
 * @property {Fact} [gave_away]
 * @property {Line} [reply]
 *
 * What the panel shows: the task, the server at work, a right try, a wrong one, or the best turn.
 * @typedef {{tone: "task" | "judging" | "done" | "missed" | "shown", verdict?: Verdict}} Shown
 */

export const styles = ["review"];
export const areas = [...tableAreas, "review", "replay"];

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 */
export async function open(host, params, app) {
  const id = params.id ?? "";
  const base = `/api/tables/${encodeURIComponent(id)}`;
  try {
    const [table, { access }, { review = null }] = await Promise.all([get(base), about(), get(`${base}/review`)]);
    const mine = mySeats(table, access);
    const seat = Number(params.seat ?? mine[0] ?? 0);
    const turns = review?.whole ? lessons(review, seat) : [];
    if (!turns.length) return sorry(host, t(review?.whole ? "review.nothing-to-learn" : "review.review-first"), id);
    return showMistakes(host, { id, base, turns, names: seatNames(table.players, [seat]) }, app);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return sorry(host, errorText(error), id, error);
  }
}

/**
 * @param {HTMLElement} host
 * @param {string} words
 * @param {string} id
 * @param {ApiError} [error]
 */
function sorry(host, words, id, error) {
  fill(
    host,
    h(
      "section",
      { class: "sheet lost" },
      h("h1", null, t("review.mistakes")),
      h("p", null, words, " ", error ? clauseLink(error) : null),
      h("a", { class: "button primary", href: routeTo("review", { id }) }, t("review.to-review")),
    ),
  );
  return { close() {}, title: t("review.mistakes") };
}

/**
 * @typedef {object} LessonState
 * @property {number} at the mistake that is tried
 * @property {Page | null} page the table's page
 * @property {ReturnType<typeof createPractice> | null} practice what answers in the place of a table
 * @property {Shown} shown what the panel shows
 */

/**
 * @param {HTMLElement} host
 * @param {{id: string, base: string, turns: Turn[], names: string[]}} lesson
 * @param {App} app
 * @returns {Page}
 */
function showMistakes(host, { id, base, turns, names }, app) {
  const closing = new AbortController();
  const { signal } = closing;
  /** @type {LessonState} */
  const own = { at: 0, page: null, practice: null, shown: { tone: "task" } };
  const panel = createPanel({ onAgain: again, onBest: showBest, onNext: () => begin(own.at + 1) });
  const turn = () => /** @type {Turn} */ (turns[own.at]);

  /** Begin with a mistake. @param {number} index */
  function begin(index) {
    own.page?.close();
    fill(host);
    own.at = index;
    own.practice = createPractice(base, turn().ply, { onPlay: ({ moves }) => judge(moves), onTrouble: trouble });
    own.page = openTable(host, id, app, own.practice.world);
    host.querySelector(".table-bar")?.prepend(panel.element);
    tell({ tone: "task" });
    panel.focus();
  }

  /** @param {string[]} moves */
  async function judge(moves) {
    tell({ tone: "judging" });
    try {
      /** @type {Verdict} */
      const verdict = await post(`${base}/review/try`, { ply: turn().ply, moves }, { signal });
      own.practice?.show(verdict.reply ?? (await lineOf(moves)));
      tell({ tone: verdict.right ? "done" : "missed", verdict });
    } catch (error) {
      trouble(error);
      again();
    }
  }

  async function showBest() {
    try {
      own.practice?.show(await lineOf([...turn().best.moves, ...turn().line]));
      tell({ tone: "shown" });
    } catch (error) {
      trouble(error);
    }
  }

  /** @param {string[]} moves @returns {Promise<Line>} */
  function lineOf(moves) {
    return post(`${base}/review/line`, { ply: turn().ply, moves }, { signal });
  }

  function again() {
    own.practice?.again();
    tell({ tone: "task" });
  }

  /** @param {unknown} error */
  function trouble(error) {
    if (!signal.aborted) toast(errorText(/** @type {any} */ (error)), { kind: "error" });
  }

  /** @param {Shown} next */
  function tell(next) {
    own.shown = next;
    draw();
    announce(panel.words());
  }

  function draw() {
    set(/** @type {Element} */ (host.querySelector(".table") ?? panel.element), { "data-practice": own.shown.tone });
    panel.draw(own.shown, { id, turn: turn(), names, number: own.at + 1, count: turns.length });
  }

  begin(0);
  return {
    get title() {
      return t("review.mistakes");
    },
    translate() {
      own.page?.translate?.();
      draw();
    },
    close() {
      closing.abort();
      own.page?.close();
    },
  };
}

/**
 * The panel at the top of the bar: the task, what became of a try, and the ways on.
 * @param {{onAgain: () => void, onBest: () => void, onNext: () => void}} actions
 */
function createPanel({ onAgain, onBest, onNext }) {
  const heading = h("h2", { class: "lesson-title", tabindex: "-1" });
  const body = h("div", { class: "practice-words" });
  const ways = h("p", { class: "lesson-buttons" });
  const element = h("div", { class: "lesson practice-panel" }, heading, body, ways);
  return {
    element,
    focus: () => heading.focus({ preventScroll: true }),
    words: () => body.textContent ?? "",
    /**
     * @param {Shown} shown
     * @param {{id: string, turn: Turn, names: string[], number: number, count: number}} mistake
     */
    draw(shown, { id, turn, names, number, count }) {
      const { tone } = shown;
      const isAnswered = tone === "done" || tone === "shown";
      set(element, { "data-tone": tone });
      fill(heading, t("review.mistake-of", { number, count, turn: turn.turn }));
      const told = sentences(shown, turn, names);
      fill(body, told.map((words) => h("p", { class: "lesson-text" }, h("span", null, words))));
      fill(
        ways,
        tone === "missed" && button(t("review.try-again"), onAgain, true),
        (tone === "task" || tone === "missed") && button(t("review.show-best"), onBest),
        number < count && tone !== "judging" && button(t("review.next-one"), onNext, isAnswered),
        number === count && isAnswered && toReview(id),
      );
    },
  };
}

/** @param {string} id */
function toReview(id) {
  return h("a", { class: "button primary", href: routeTo("review", { id }) }, t("review.to-review"));
}

/**
 * @param {string} words
 * @param {() => void} onclick
 * @param {boolean} [primary]
 */
function button(words, onclick, primary = false) {
  return h("button", { type: "button", class: `button${primary ? " primary" : ""}`, onclick }, words);
}

/**
 * What the panel says.
 * @param {Shown} shown
 * @param {Turn} turn
 * @param {string[]} names
 * @returns {string[]}
 */
function sentences({ tone, verdict }, turn, names) {
  const told = (/** @type {readonly Fact[]} */ facts) => facts.map((fact) => factText(fact, { names }));
  if (tone === "task") return [costWords(turn.loss, turn.points, "review.task", "review.task-points")];
  if (tone === "judging") return [t("review.judging")];
  if (tone === "shown") return [t("review.best-shown"), ...told(turn.reasons)];
  if (verdict?.right) return [t("review.right"), ...told(verdict.facts ?? [])];
  const { share = 0, points = 0, gave_away: gave, played = false } = verdict ?? {};
  const cost = costWords(share, points, "review.lost", "review.lost-points");
  return [t(played ? "review.wrong-played" : "review.wrong"), cost, ...told(gave ? [gave] : []), t("review.reply")];
}

/**
 * @param {number} share
 * @param {number} points
 * @param {string} byShare
 * @param {string} byPoints
 */
function costWords(share, points, byShare, byPoints) {
  if (share >= 0.005) return t(byShare, { percent: percentOf(share) });
  return t(byPoints, { points: Math.round(points) });
}
