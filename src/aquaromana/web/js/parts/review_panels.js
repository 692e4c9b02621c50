// The panels of a review beside the board: how far it is, the turns worth a word, who gave what to whom.

import { fill, h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { lessons } from "./review_model.js";
import { drawLedger, drawNotes, drawTurns } from "./review_tables.js";

/** @typedef {ReturnType<typeof import("./review_job.js").createReviewJob>} Job */

const KEYS = /** @type {const} */ ([
  ["J", "next"], ["K", "previous"], ["V", "better"], ["← →", "step"], ["Esc", "leave"],
]);

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
  /** Whose mistakes are listed. @type {number | null} */
  let seat = null;
  /** @type {readonly string[]} */
  let names = [];
  let ply = 0;
  /** What the large table was drawn from. @type {unknown} */
  let drawn = null;
  const words = h("p", { class: "review-state", role: "status" });
  const bar = h("progress", { class: "review-bar" });
  const start = h("button", { type: "button", class: "button primary", onclick: () => onStart() });
  const cancel = h("button", { type: "button", class: "button", onclick: () => job.cancel() });
  const ways = h("div", { class: "row" }, start, cancel);
  const progress = h("section", { class: "sheet review-progress" }, words, bar, ways);
  const who = h("select", { onchange: () => choose(who.value) });
  const previous = faultButton("K", () => onFault(-1));
  const next = faultButton("J", () => onFault(1));
  const entries = h("ol", { class: "review-notes" });
  const heading = h("h2");
  const practice = h("div", { class: "row" });
  const notes = h(
    "section",
    { class: "sheet review-list" },
    h("div", { class: "review-list-head" }, heading, who),
    h("div", { class: "row" }, previous, next),
    entries,
    practice,
  );
  const ledger = h("table", { class: "review-ledger" });
  const ledgerNote = h("p", { class: "soft" });
  const turns = h("table", { class: "review-turns" });
  const asTable = h("summary");
  const keys = h("table", { class: "keys" });
  const keysTitle = h("summary");
  const more = [
    h("section", { class: "sheet" }, scroll(ledger), ledgerNote),
    h("details", { class: "sheet" }, asTable, scroll(turns)),
    h("details", { class: "sheet" }, keysTitle, keys),
  ];

  /** @param {string} value */
  function choose(value) {
    seat = value === "" ? null : Number(value);
    draw();
  }

  function drawProgress() {
    const { state, done = 0, total = 0, ahead = 0 } = job.status();
    const trouble = job.trouble();
    const isActive = state === "waiting" || state === "running";
    progress.hidden = state === "done" && !trouble;
    if (trouble) fill(words, errorText(/** @type {any} */ (trouble)), " ", clauseLink(/** @type {any} */ (trouble)));
    else if (state === "running") write(words, total ? t("review.running", { done, total }) : t("review.begins"));
    else if (state === "waiting") write(words, t("review.waiting", { count: ahead }));
    else write(words, t(state === "failed" ? "review.failed" : "review.offer"));
    bar.hidden = !isActive;
    if (total) set(bar, { max: total, value: done });
    else set(bar, { max: null, value: null });
    start.hidden = isActive;
    cancel.hidden = !isActive;
  }

  function draw() {
    drawProgress();
    const review = job.review();
    notes.hidden = !review;
    for (const part of more) part.hidden = !review;
    if (!review) return;
    drawNotes(entries, review, { names, ply, seat, onTravel });
    const learners = (mine.length ? mine : names.map((_, index) => index)).filter((one) => lessons(review, one).length);
    fill(
      practice,
      review.whole &&
        learners.map((one) =>
          h(
            "a",
            { class: "button primary", href: routeTo("mistakes", { id, seat: one }) },
            t(learners.length > 1 ? "review.learn-as" : "review.learn", { seat: names[one] ?? "" }),
          ),
        ),
    );
    if (drawn === review) return;
    drawn = review;
    drawLedger(ledger, review, names);
    drawTurns(turns, review, names, onTravel);
  }

  return {
    progress,
    notes,
    more,
    /** Whose mistakes are listed; null for all. */
    seat: () => seat,
    /** @param {{names: readonly string[], ply: number}} now */
    update(now) {
      ({ names, ply } = now);
      draw();
    },
    /** @param {readonly string[]} now the names of the seats */
    translate(now) {
      names = now;
      drawn = null;
      write(heading, t("review.notes"));
      set(who, { "aria-label": t("review.whose") });
      fill(
        who,
        h("option", { value: "", selected: seat === null }, t("review.everybody")),
        names.map((name, index) => h("option", { value: index, selected: seat === index }, name)),
      );
      write(previous, t("review.previous"));
      write(next, t("review.next"));
      write(start, t("review.start"));
      write(cancel, t("review.cancel"));
      set(bar, { "aria-label": t("review.progress") });
      write(ledgerNote, t("review.ledger-note"));
      write(asTable, t("review.as-table"));
      write(keysTitle, t("review.keys"));
      set(/** @type {Element} */ (ledger.parentElement), { "aria-label": t("review.ledger") });
      set(/** @type {Element} */ (turns.parentElement), { "aria-label": t("review.as-table") });
      fill(keys, h("tbody", null, KEYS.map(([key, name]) => keyRow(key, t(`review.key.${name}`)))));
    },
  };
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
