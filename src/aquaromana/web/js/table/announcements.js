/**
 * Announces to screen readers what others have done, as soon as the board has shown it, and what to know when a game
 * begins.
 *
 * @import {TableState} from "./model/state.js"
 */

import { announce } from "../lib/announce.js";
import { toldNews, toldPly, toldSteps } from "./model/disclosure.js";
import { newsWords, openingWords } from "./model/news.js";
import { spokenStep } from "./model/words.js";

/** The most steps of others that are announced together; after a long absence only the last ones are. */
const ANNOUNCED = 6;

/**
 * @param {TableState} before
 * @param {TableState} state
 * @param {readonly string[]} names
 */
export function announceChanges(before, state, names) {
  if (before.version < 0) return announce(openingWords(state, names));
  if (toldPly(state) > toldPly(before)) announceSteps(toldPly(before), state, names);
  if (toldNews(state).length > toldNews(before).length) announceNews(before, state, names);
}

/**
 * @param {number} since
 * @param {TableState} state
 * @param {readonly string[]} names
 */
function announceSteps(since, state, names) {
  const { steps, yours, view } = state;
  const recent = toldSteps(state).filter((step) => step.ply >= since && (step.by || !yours.includes(step.seat)));
  if (!view) return;
  for (const step of recent.slice(-ANNOUNCED)) announce(spokenStep(step, { names, view, steps, yours }));
}

/**
 * @param {TableState} before
 * @param {TableState} state
 * @param {readonly string[]} names
 */
function announceNews(before, state, names) {
  const words = newsWords(state.news, { names, yours: state.yours });
  const known = new Set(toldNews(before).map(({ version }) => version));
  // A question is announced with its answers, where they are.
  const recent = toldNews(state).filter(({ version, event }) => event.what !== "asked" && !known.has(version));
  for (const one of recent.slice(-ANNOUNCED)) announce(words.get(one.version) ?? "");
}
