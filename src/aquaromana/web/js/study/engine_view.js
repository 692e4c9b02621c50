/**
 * The engine's answers on the page: shares and points of every seat, lines in words, facts, and what is certain.
 *
 * @import {Fact} from "../lib/facts.js"
 * @import {Step, View} from "../types.js"
 *
 * @typedef {{ move: string, visits: number, shares: number[], points: number[], exact?: boolean, steps?: Step[] }}
 *   ThoughtLine
 * @typedef {{ position: string, stage: number, playouts: number, shares: number[], points: number[],
 *   lines: ThoughtLine[], exact?: boolean, final?: boolean }} Thought
 * @typedef {{ seat: number, verdict: "proven" | "refuted" | "unknown", steps?: Step[] }} Verdict
 * @typedef {{ position: string, verdicts: Verdict[], keeps?: string[] }} Proof
 * @typedef {{ apart?: Fact[], others?: Fact[], against?: Fact[] }} Facts
 * @typedef {{ view: View, names: readonly string[] }} Shown
 */

import { h } from "../lib/dom.js";
import { factText } from "../lib/facts.js";
import { list, number, percent, t } from "../lib/i18n.js";
import { clauseLink } from "../lib/reasons.js";
import { colorChips } from "../lib/seats.js";
import { stepWords } from "../table/model/words.js";
import { press } from "./buttons.js";

/** Decisions of a line that are told in words. */
const TOLD = 3;
/** Decisions that are listed. */
const LISTED = 12;

/** @param {number} points */
const pointWords = (points) => t("study.points", { points: number(Math.round(points)) });

/**
 * What a seat can expect.
 * @param {number} seat
 * @param {number} share
 * @param {number} points
 * @param {Shown} shown
 */
export function shareBar(seat, share, points, { view, names }) {
  const colors = view.seats[seat]?.colors ?? [];
  const bar = h("span", { class: "study-bar", "aria-hidden": "true" });
  bar.style.setProperty("--share", String(share));
  return h(
    "li",
    { "data-color": colors[0] },
    colorChips(colors),
    h("span", { class: "study-name" }, names[seat] ?? ""),
    bar,
    h("span", { class: "study-share" }, percent(share)),
    h("span", { class: "soft small" }, pointWords(points)),
  );
}

/**
 * A line in words, with what every seat can expect of it.
 * @param {ThoughtLine} line
 * @param {Shown} shown
 * @param {Facts | undefined} facts
 * @param {{ onMove: (move: string) => void, onLine: (moves: string[]) => void, onAsk: (move: string) => void }} wishes
 */
export function lineRow(line, { view, names }, facts, { onMove, onLine, onAsk }) {
  const steps = line.steps ?? [];
  const words = steps.slice(0, TOLD).map((step, index) => {
    const said = stepWords(step, { names, view, steps: steps.slice(0, index) });
    const isOther = index > 0 && step.seat !== steps[index - 1].seat;
    return isOther ? t("study.reply", { name: names[step.seat] ?? "", words: said }) : said;
  });
  const shares = line.shares.map((share, seat) => {
    return t("study.seat-share", { name: names[seat] ?? "", share: percent(share) });
  });
  const rest = steps.map(({ move }) => move);
  return h(
    "li",
    null,
    h(
      "div",
      { class: "study-line-head" },
      press(line.move, () => onMove(line.move), { class: "button study-line-move" }),
      h("strong", null, percent(line.shares[view.mover] ?? 0)),
      h("span", { class: "soft small" }, pointWords(line.points[view.mover] ?? 0)),
      line.exact && h("span", { class: "study-exact" }, t("study.exact")),
    ),
    h("p", { class: "small" }, words.join(" ")),
    h("p", { class: "soft small" }, list(shares)),
    h(
      "div",
      { class: "row" },
      press(t("study.facts"), () => onAsk(line.move), { class: "link" }),
      rest.length > 1 && press(t("study.keep-line"), () => onLine(rest), { class: "link" }),
    ),
    facts && factList(facts, names),
  );
}

/**
 * What sets a decision apart, what is true of it as well, and what speaks against it.
 * @param {Facts} facts
 * @param {readonly string[]} names
 */
export function factList({ apart = [], others = [], against = [] }, names) {
  const row = (/** @type {string} */ mark) => (/** @type {Fact} */ fact) =>
    h("li", { "data-mark": mark }, factText(fact, { names }), " ", clauseLink(fact));
  const rows = [...apart.map(row("apart")), ...others.map(row("other")), ...against.map(row("against"))];
  return h("ul", { class: "study-facts small" }, rows.length ? rows : h("li", null, t("study.no-facts")));
}

/**
 * What is certain.
 * @param {Proof} found
 * @param {Shown} shown
 */
export function proofWords({ verdicts, keeps = [] }, { names }) {
  const rows = verdicts.map(({ seat, verdict, steps = [] }) =>
    h(
      "li",
      null,
      t(`study.${verdict}`, { name: names[seat] ?? "" }),
      steps.length > 0 && h("span", { class: "notation soft" }, ` ${steps.map(({ move }) => move).join(" ")}`),
    ),
  );
  return [
    h("ul", null, rows),
    keeps.length > 0 && h("p", null, t("study.keeps", { moves: list(keeps.slice(0, LISTED)) })),
  ];
}
