/** The panels of a review beside the board: how far it is, the notable turns, who gave what to whom. */

import { fill, h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { lessons } from "./review_model.js";
import { drawLedger, drawNotes, drawTurns } from "./review_tables.js";

/** @typedef {ReturnType<typeof import("./review_job.js").createReviewJob>} Job */
/** @typedef {import("./review_model.js").Review} Review */

const KEYS = /** @type {const} */ ([
  ["J", "next"], ["K", "previous"], ["V", "better"], ["← →", "step"], ["Esc", "leave"],
]);

/**
 * @typedef {object} PanelState
 * @property {number | null} seat whose mistakes are listed; null for all
 * @property {readonly string[]} names of the seats
 * @property {number} ply the moment on the board
 * @property {unknown} drawn what the large tables were drawn from
 */

/**
 * @param {Job} job
 * @param {{
 *   id: string,
 *   mine: readonly number[],
 *   onTravel: (ply: number) => void,
 *   onFault: (by: 1 | -1) => void,
 *   onStart: () => void,
 * }} how
 */
export function createReviewPanels(job, { id, mine, onTravel, onFault, onStart }) {
  /** @type {PanelState} */
  const own = { seat: null, names: [], ply: 0, drawn: null };
  const progress = createProgress(job, onStart);
  const notes = createNotes({ onFault, onSeat: choose });
  const more = createTables();

  /** @param {number | null} seat */
  function choose(seat) {
    own.seat = seat;
    draw();
  }

  function draw() {
    const { names, ply, seat } = own;
    progress.draw();
    const review = job.review();
    notes.element.hidden = !review;
    for (const part of more.elements) part.hidden = !review;
    if (!review) return;
    drawNotes(notes.entries, review, { names, ply, seat, onTravel });
    drawPractice(notes.practice, review, { id, mine, names });
    if (own.drawn === review) return;
    own.drawn = review;
    drawLedger(more.ledger, review, names);
    drawTurns(more.turns, review, names, onTravel);
  }

  return {
    progress: progress.element,
    notes: notes.element,
    more: more.elements,
    /** Whose mistakes are listed; null for all. */
    seat: () => own.seat,
    /** @param {{names: readonly string[], ply: number}} now */
    update(now) {
      Object.assign(own, now);
      draw();
    },
    /** @param {readonly string[]} names of the seats */
    translate(names) {
      Object.assign(own, { names, drawn: null });
      progress.translate();
      notes.translate(names, own.seat);
      more.translate();
    },
  };
}

/**
 * How far the review is, and the buttons to start and to cancel it.
 * @param {Job} job
 * @param {() => void} onStart
 */
function createProgress(job, onStart) {
  const words = h("p", { class: "review-state", role: "status" });
  const bar = h("progress", { class: "review-bar" });
  const start = h("button", { type: "button", class: "button primary", onclick: () => onStart() });
  const cancel = h("button", { type: "button", class: "button", onclick: () => job.cancel() });
  const buttons = h("div", { class: "row" }, start, cancel);
  const element = h("section", { class: "sheet review-progress" }, words, bar, buttons);
  return {
    element,
    draw() {
      const { state, done = 0, total = 0, ahead = 0 } = job.status();
      const trouble = job.trouble();
      const isActive = state === "waiting" || state === "running";
      element.hidden = state === "done" && !trouble;
      if (trouble) fill(words, errorText(/** @type {any} */ (trouble)), " ", clauseLink(/** @type {any} */ (trouble)));
      else if (state === "running") write(words, total ? t("review.running", { done, total }) : t("review.begins"));
      else if (state === "waiting") write(words, t("review.waiting", { count: ahead }));
      else write(words, t(state === "failed" ? "review.failed" : "review.offer"));
      bar.hidden = !isActive;
      if (total) set(bar, { max: total, value: done });
      else set(bar, { max: null, value: null });
      start.hidden = isActive;
      cancel.hidden = !isActive;
    },
    translate() {
      write(start, t("review.start"));
      write(cancel, t("review.cancel"));
      set(bar, { "aria-label": t("review.progress") });
    },
  };
}

/**
 * The list of notable turns, and whose they are.
 * @param {{onFault: (by: 1 | -1) => void, onSeat: (seat: number | null) => void}} handlers
 */
function createNotes({ onFault, onSeat }) {
  const who = h("select", { onchange: () => onSeat(who.value === "" ? null : Number(who.value)) });
  const previous = faultButton("K", () => onFault(-1));
  const next = faultButton("J", () => onFault(1));
  const entries = h("ol", { class: "review-notes" });
  const heading = h("h2");
  const practice = h("div", { class: "row" });
  const element = h(
    "section",
    { class: "sheet review-list" },
    h("div", { class: "review-list-head" }, heading, who),
    h("div", { class: "row" }, previous, next),
    entries,
    practice,
  );
  return {
    element,
    entries,
    practice,
    /**
     * @param {readonly string[]} names
     * @param {number | null} seat
     */
    translate(names, seat) {
      write(heading, t("review.notes"));
      set(who, { "aria-label": t("review.whose") });
      fill(
        who,
        h("option", { value: "", selected: seat === null }, t("review.everybody")),
        names.map((name, index) => h("option", { value: index, selected: seat === index }, name)),
      );
      write(previous, t("review.previous"));
      write(next, t("review.next"));
    },
  };
}

/** The large tables below the board: who gave what to whom, every turn, and the keys. */
function createTables() {
  const ledger = h("table", { class: "review-ledger" });
  const ledgerNote = h("p", { class: "soft" });
  const turns = h("table", { class: "review-turns" });
  const asTable = h("summary");
  const keys = h("table", { class: "keys" });
  const keysTitle = h("summary");
  const [ledgerHost, turnsHost] = [scroll(ledger), scroll(turns)];
  return {
    ledger,
    turns,
    elements: [
      h("section", { class: "sheet" }, ledgerHost, ledgerNote),
      h("details", { class: "sheet" }, asTable, turnsHost),
      h("details", { class: "sheet for-keys" }, keysTitle, keys),
    ],
    translate() {
      write(ledgerNote, t("review.ledger-note"));
      write(asTable, t("review.as-table"));
      write(keysTitle, t("review.keys"));
      set(ledgerHost, { "aria-label": t("review.ledger") });
      set(turnsHost, { "aria-label": t("review.as-table") });
      fill(keys, h("tbody", null, KEYS.map(([key, name]) => keyRow(key, t(`review.key.${name}`)))));
    },
  };
}

/**
 * The ways to learn from the mistakes of a whole review: one's own, or those of everybody who made some.
 * @param {HTMLElement} host
 * @param {Review} review
 * @param {{id: string, mine: readonly number[], names: readonly string[]}} game
 */
function drawPractice(host, review, { id, mine, names }) {
  const learners = (mine.length ? mine : names.map((_, index) => index)).filter((one) => lessons(review, one).length);
  fill(
    host,
    review.whole &&
      learners.map((one) =>
        h(
          "a",
          { class: "button primary", href: routeTo("mistakes", { id, seat: one }) },
          t(learners.length > 1 ? "review.learn-as" : "review.learn", { seat: names[one] ?? "" }),
        ),
      ),
  );
}

/** Something broad that scrolls by itself. @param {Element} content */
function scroll(content) {
  return h("div", { class: "review-scroll", tabindex: 0, role: "region" }, content);
}

/**
 * @param {string} key
 * @param {() => void} onclick
 */
function faultButton(key, onclick) {
  return h("button", { type: "button", class: "button", onclick, "aria-keyshortcuts": key });
}

/**
 * @param {string} key
 * @param {string} words
 */
function keyRow(key, words) {
  return h("tr", null, h("th", { scope: "row" }, h("kbd", null, key)), h("td", null, words));
}
