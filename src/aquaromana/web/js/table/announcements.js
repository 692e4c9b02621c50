/**
 * Announces to screen readers what others have done since the state before.
 *
 * @import {TableState} from "./model/state.js"
 */

import { announce } from "../lib/announce.js";
import { newsWords } from "./model/news.js";
import { spokenStep } from "./model/words.js";

/** The most steps of others that are announced together; after a long absence only the last ones are. */
const ANNOUNCED = 6;

/**
 * @param {TableState} before
 * @param {TableState} state
 * @param {readonly string[]} names
 */
export function announceChanges(before, state, names) {
  if (before.version < 0) return;
  if (state.ply > before.ply) announceSteps(before.ply, state, names);
  if (state.news !== before.news) announceNews(before.news.length, state, names);
}

/**
 * @param {number} since
 * @param {TableState} state
 * @param {readonly string[]} names
 */
function announceSteps(since, { steps, yours, view }, names) {
  const recent = steps.filter((step) => step.ply >= since && (step.by || !yours.includes(step.seat)));
  if (!view) return;
  for (const step of recent.slice(-ANNOUNCED)) announce(spokenStep(step, { names, view, steps, yours }));
}

/**
 * @param {number} known
 * @param {TableState} state
 * @param {readonly string[]} names
 */
function announceNews(known, { news, yours }, names) {
  const words = newsWords(news, { names, yours });
  // A question is announced with its answers, where they are.
  const recent = news.slice(known).filter(({ event }) => event.what !== "asked");
  for (const one of recent.slice(-ANNOUNCED)) announce(words.get(one.version) ?? "");
}
