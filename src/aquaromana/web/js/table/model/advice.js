/**
 * Gets hints and the coach's judgement from the server. hints.js has what becomes of them.
 *
 * @import {Hint, Judgement} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { freshId } from "../../lib/ids.js";
import { confirmed } from "./actions.js";
import * as hints from "./hints.js";
import { decider } from "./state.js";

/** Milliseconds that the coach may take: it is silent rather than late. */
const COACH_PATIENCE = 1300;

/**
 * @typedef {object} Surroundings
 * @property {() => TableState} state
 * @property {(next: TableState) => void} apply
 * @property {(request: unknown, signal: AbortSignal) => Promise<Hint>} hint
 * @property {(request: unknown, signal: AbortSignal) => Promise<Judgement>} coach
 * @property {() => boolean} isCoached whether the coach is on
 * @property {(error: unknown) => void} onTrouble
 * @property {AbortSignal} signal
 *
 * @param {Surroundings} around
 */
export function createAdvice({ state, apply, hint, coach, isCoached, onTrouble, signal }) {
  /** Get the rung that is asked for, and better answers as long as there are any. */
  async function fetchHint() {
    for (;;) {
      const wanted = hints.hintNow(state());
      if (!wanted) return;
      try {
        const answer = await hint(hints.requestOf(state(), wanted), signal);
        if (hints.hintNow(state())?.rung !== wanted.rung) return;
        apply(hints.told(state(), wanted, answer));
        if (answer.final) return;
      } catch (error) {
        if (signal.aborted || hints.hintNow(state()) !== wanted) return;
        if (wanted.told?.rung === wanted.rung) return; // what is shown stays
        apply(hints.hidden(state()));
        if (/** @type {{ code?: string }} */ (error ?? {}).code !== "table/stale") onTrouble(error);
        return;
      }
    }
  }

  /** @param {TableState["decisions"]} decisions */
  async function weigh(decisions) {
    const moves = decisions.map(({ move }) => move);
    let judgement = null;
    try {
      const late = AbortSignal.any([signal, AbortSignal.timeout(COACH_PATIENCE)]);
      judgement = await coach({ version: state().version, moves }, late);
    } catch {
      // Then the stretch is played without it.
    }
    const now = state();
    if (now.isWeighing && now.decisions === decisions) apply(hints.judged(now, judgement, freshId()));
  }

  return {
    /** Ask for a hint, for its next rung, or for what was found since. */
    ask() {
      const before = state().hint;
      apply(hints.asked(state()));
      const now = state().hint;
      const wasWaiting = before?.newer && now?.told === before.newer;
      if (now !== before && !wasWaiting) fetchHint();
    },
    /** A turn begins: let the coach think, so that it can answer at once later. */
    warmUp() {
      const now = state();
      if (!isCoached() || decider(now) === null || !hints.needsCoach(now)) return;
      coach({ version: now.version }, signal).catch(() => {});
    },
    /**
     * The state after the stretch is confirmed, which waits for the coach where one is wanted.
     *
     * @param {TableState} now
     */
    confirmed(now) {
      const next = confirmed(now, freshId());
      if (next === now || now.caution) return now;
      if (!isCoached() || !hints.needsCoach(now)) return next;
      queueMicrotask(() => weigh(now.decisions));
      return hints.weighed(now);
    },
    /** Send the stretch whatever the coach says. */
    insist: () => apply(hints.insisted(state(), freshId())),
  };
}
