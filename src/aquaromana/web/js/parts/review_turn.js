/** One turn of a review: what was played and what would have been better, with the ways to see it. */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { colorChips, seatColors } from "../lib/seats.js";
import { isFault, noteOf, percentOf, SIGNS } from "./review_model.js";
import { bestFacts, certainWords, lossWords, playedFacts, verdictWords } from "./review_words.js";

/** @typedef {import("./review_model.js").Turn} Turn */
/** @typedef {import("../types.js").Step} Step */

/**
 * @typedef {object} TurnActions
 * @property {readonly number[]} mine the seats that are played here
 * @property {(turn: Turn, moves: readonly string[]) => void} onWalk show decisions from before the turn on the board
 * @property {(turn: Turn) => void} onPlayOn a new table from before the turn
 */

/**
 * @param {HTMLElement} host
 * @param {TurnActions} actions
 */
export function createTurnCard(host, { mine, onWalk, onPlayOn }) {
  return {
    /**
     * @param {Turn | null} turn
     * @param {readonly string[]} names
     * @param {string} nothing what to say where no turn is judged
     */
    update(turn, names, nothing) {
      if (!turn) {
        fill(host, h("p", { class: "soft" }, nothing));
        return;
      }
      const note = noteOf(turn);
      const isWrong = isFault(turn);
      const colors = seatColors(turn.played.shares.length)[turn.seat] ?? [];
      const best = [...turn.best.moves, ...turn.line];
      const played = playedFacts(turn, names);
      const better = isWrong || turn.insight ? bestFacts(turn, names) : [];
      const isOther = !mine.includes(turn.seat) && played.length + better.length > 0;
      const sure = certainWords(turn, names);
      fill(
        host,
        h(
          "h2",
          { class: "review-verdict", "data-note": note || null },
          colorChips(colors),
          h("span", { class: "review-who" }, names[turn.seat]),
          SIGNS[note] && h("span", { class: "review-sign", "aria-hidden": "true" }, SIGNS[note]),
          h("span", null, verdictWords(turn)),
        ),
        shares(turn, names),
        lossWords(turn, names).map((words) => h("p", null, words)),
        facts(t("review.played-facts"), played),
        facts(t(isWrong ? "review.better-facts" : "review.good-facts"), better),
        isOther && h("p", { class: "soft review-you" }, t("review.you-are", { seat: names[turn.seat] ?? "" })),
        sure && h("p", { class: "review-sure" }, sure),
        h(
          "div",
          { class: "row" },
          isWrong && button("primary", t("review.show-better"), () => onWalk(turn, best)),
          turn.answer.length > 0 &&
            button("", t("review.show-answer"), () => onWalk(turn, [...turn.played.moves, ...turn.answer])),
          turn.kingmaking && button("", t("review.show-other"), () => onWalk(turn, turn.kingmaking?.other.moves ?? [])),
          button("", t("review.play-on"), () => onPlayOn(turn)),
        ),
      );
    },
  };
}

/**
 * @param {string} look
 * @param {string} words
 * @param {() => void} onclick
 */
function button(look, words, onclick) {
  return h("button", { type: "button", class: `button ${look}`.trim(), onclick }, words);
}

/**
 * Every seat's share after the turn, and what it would have been.
 * @param {Turn} turn
 * @param {readonly string[]} names
 */
function shares(turn, names) {
  const isSame = !isFault(turn);
  return h(
    "ul",
    { class: "review-shares" },
    turn.played.shares.map((share, seat) => {
      const best = turn.best.shares[seat] ?? share;
      const change = isSame || Math.abs(best - share) < 0.005 ? "" : t("review.instead", { percent: percentOf(best) });
      const words = t("review.share", { seat: names[seat] ?? "", percent: percentOf(share) });
      return h("li", null, words, change && ` ${change}`);
    }),
  );
}

/**
 * @param {string} title
 * @param {readonly string[]} sentences
 */
function facts(title, sentences) {
  if (!sentences.length) return null;
  const items = sentences.map((words) => h("li", null, words));
  return h("div", { class: "review-facts" }, h("h3", null, title), h("ul", null, items));
}

/**
 * The decisions of a line that is walked, each a button that shows the board after it.
 * @param {HTMLElement} host
 * @param {{onStep: (at: number) => void, onLeave: () => void}} actions
 */
export function createLineList(host, { onStep, onLeave }) {
  return {
    /**
     * @param {readonly string[] | null} words of each decision
     * @param {number} at how many of them the board shows
     */
    update(words, at) {
      host.hidden = !words;
      if (!words) return fill(host);
      fill(
        host,
        h("h3", null, t("review.line")),
        h(
          "ol",
          { class: "review-line" },
          words.map((text, index) => {
            const isShown = at === index + 1 && "step";
            const how = { type: "button", "aria-current": isShown, onclick: () => onStep(index + 1) };
            return h("li", null, h("button", how, text));
          }),
        ),
        h("button", { type: "button", class: "button", onclick: onLeave }, t("review.leave-line")),
      );
    },
  };
}
