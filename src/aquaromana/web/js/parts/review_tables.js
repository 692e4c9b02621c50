/** A review in tables: the notable turns, who gave what to whom, and every turn for those who do not see curves. */

import { fill, h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { colorChips, seatColors } from "../lib/seats.js";
import { costsShare, endOf, isFault, noteOf, percentOf, SIGNS } from "./review_model.js";
import { gradeName } from "./review_words.js";

/** @typedef {import("./review_model.js").Review} Review */
/** @typedef {import("./review_model.js").Turn} Turn */

const COLUMNS = ["number", "seat", "decisions", "grade", "loss"];

/** @param {number} share in wins, with two digits */
const wins = (share) => number(Math.round(100 * share) / 100);

/** @param {Turn} turn */
function lossCell(turn) {
  if (!isFault(turn)) return "";
  if (costsShare(turn)) return t("review.minus", { percent: percentOf(turn.loss) });
  return t("review.minus-points", { points: Math.round(turn.points) });
}

/** @param {Turn} turn */
function noteWords(turn) {
  const note = noteOf(turn);
  if (note === "insight") return t("review.well-seen");
  if (note === "kingmaking") return t("review.king");
  return gradeName(turn.grade);
}

/**
 * The notable turns, in the order of the game.
 * @param {HTMLElement} host
 * @param {Review} review
 * @param {{names: readonly string[], ply: number, seat: number | null, onTravel: (ply: number) => void}} how
 */
export function drawNotes(host, review, { names, ply, seat, onTravel }) {
  const turns = review.turns.filter((turn) => noteOf(turn) && (seat === null || turn.seat === seat));
  const colors = seatColors(review.players);
  fill(
    host,
    turns.length ? null : h("li", { class: "soft" }, t(review.whole ? "review.no-notes" : "review.none-yet")),
    turns.map((turn) =>
      h(
        "li",
        null,
        h(
          "button",
          {
            type: "button",
            class: "review-note",
            "data-note": noteOf(turn),
            "aria-current": turn.ply < ply && ply <= endOf(turn) && "step",
            onclick: () => onTravel(endOf(turn)),
          },
          h("span", { class: "review-number" }, t("review.turn", { turn: turn.turn })),
          colorChips(colors[turn.seat] ?? []),
          h("span", { class: "review-who" }, names[turn.seat]),
          h("span", { class: "review-sign", "aria-hidden": "true" }, SIGNS[noteOf(turn)] ?? ""),
          h("span", { class: "review-grade" }, noteWords(turn), turningWords(review, turn)),
          h("span", { class: "review-loss" }, lossCell(turn)),
        ),
      ),
    ),
  );
}

/** @param {Review} review @param {Turn} turn */
function turningWords({ turning }, { index }) {
  return turning.includes(index) && h("span", { class: "soft" }, ` · ${t("review.turning")}`);
}

/** @param {readonly string[]} words */
const heads = (words) => words.map((text) => h("th", { scope: "col" }, text));

/**
 * Who gave what to whom.
 * @param {HTMLElement} host
 * @param {Review} review
 * @param {readonly string[]} names
 */
export function drawLedger(host, review, names) {
  const numbers = [t("review.given"), t("review.received"), t("review.accuracy")];
  const grades = ["inaccuracy", "mistake", "blunder"].map(gradeName);
  fill(
    host,
    h("caption", null, t("review.ledger")),
    h("thead", null, h("tr", null, heads([t("review.seat"), ...numbers, ...grades]))),
    h(
      "tbody",
      null,
      review.seats.map((each) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, names[each.seat]),
          h("td", null, wins(each.givenAway), toWhom(each.gave, each.seat, names)),
          h("td", null, wins(each.received)),
          h("td", null, each.accuracy === null ? "–" : Math.round(each.accuracy)),
          h("td", null, each.turns.inaccuracy),
          h("td", null, each.turns.mistake),
          h("td", null, each.turns.blunder),
        ),
      ),
    ),
  );
}

/**
 * @param {readonly number[]} gave
 * @param {number} seat
 * @param {readonly string[]} names
 */
function toWhom(gave, seat, names) {
  if (gave.length < 3) return null;
  const others = gave.map((share, other) => ({ share, other })).filter(({ other }) => other !== seat);
  const told = others.filter(({ share }) => wins(share) !== "0");
  const parts = told.map(({ share, other }) => `${names[other]} ${wins(share)}`);
  return parts.length ? h("span", { class: "soft" }, ` (${parts.join(", ")})`) : null;
}

/**
 * Every turn: what the curves show.
 * @param {HTMLElement} host
 * @param {Review} review
 * @param {readonly string[]} names
 * @param {(ply: number) => void} onTravel
 */
export function drawTurns(host, review, names, onTravel) {
  fill(
    host,
    h("caption", { class: "unseen" }, t("review.curves")),
    h(
      "thead",
      null,
      h("tr", null, heads([...COLUMNS.map((name) => t(`review.${name}`)), ...names])),
    ),
    h(
      "tbody",
      null,
      review.turns.map((turn) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, link(turn, () => onTravel(endOf(turn)))),
          h("td", null, names[turn.seat]),
          h("td", { class: "notation" }, turn.played.moves.join(" ")),
          h("td", null, turn.counted ? noteWords(turn) : "–"),
          h("td", null, lossCell(turn)),
          turn.played.shares.map((_, seat) => h("td", null, valueCell(turn, seat))),
        ),
      ),
    ),
  );
}

/**
 * @param {Turn} turn
 * @param {() => void} onclick
 */
function link({ turn }, onclick) {
  return h("button", { type: "button", class: "link", onclick }, turn || t("review.set-up-short"));
}

/** @param {Turn} turn @param {number} seat */
function valueCell({ played }, seat) {
  const points = Math.round(played.points[seat] ?? 0);
  return t("review.cell", { percent: percentOf(played.shares[seat] ?? 0), points });
}
