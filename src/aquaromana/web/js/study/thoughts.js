/**
 * What the server finds out about one position after another: the engine's lines in stages, what is certain, and what
 * is true of a decision.
 *
 * @import {Facts, Proof, Thought} from "./engine_view.js"
 */

import { ApiError, post } from "../lib/api.js";

/** Milliseconds before the engine is asked about a position: people leaf through quickly. */
const PAUSE = 250;
/** How often a busy server is asked, and the milliseconds between. */
const TRIES = 5;
const AGAIN = 1500;

/** @param {{ onChange: () => void, onTrouble: (error: unknown) => void }} wishes */
export function createThoughts({ onChange, onTrouble }) {
  let position = "";
  /** @type {Thought | null} */
  let thought = null;
  /** What is thought about now. */
  let asking = new AbortController();
  /** @type {Map<string, Facts>} */
  let told = new Map();

  return {
    /** The best answer so far. @returns {Thought | null} */
    best: () => thought,
    /** @param {string} move */
    factsOf: (move) => told.get(move),
    /** Turn to another position, and forget what was known about the last one. @param {string} next */
    turnTo(next) {
      asking.abort();
      asking = new AbortController();
      position = next;
      thought = null;
      told = new Map();
    },
    /** Think about the position, stage after stage. */
    async think() {
      const { signal } = asking;
      const about = position;
      await wait(PAUSE);
      try {
        for (let stage = 0; !signal.aborted && !thought?.final; stage += 1) {
          thought = await askPatiently("/api/studies/think", { position: about, stage }, signal);
          if (!signal.aborted) onChange();
        }
      } catch (error) {
        if (error instanceof ApiError && !signal.aborted) onTrouble(error);
      }
    },
    /** Ask what is true of a decision. @param {string} move */
    async findFacts(move) {
      const about = position;
      try {
        told.set(move, await post("/api/studies/facts", { position, moves: [move] }));
        if (position === about) onChange();
      } catch (error) {
        onTrouble(error);
      }
    },
    /** Ask what is certain; nothing if another position is shown meanwhile. @returns {Promise<Proof | null>} */
    async prove() {
      const about = position;
      try {
        const found = await post("/api/studies/proof", { position });
        return position === about ? found : null;
      } catch (error) {
        if (position === about) throw error;
        return null;
      }
    },
    close: () => asking.abort(),
  };
}

/**
 * Ask the server; where too much is analyzed at once, ask again.
 * @param {string} address
 * @param {object} question
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function askPatiently(address, question, signal) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await post(address, question, { signal });
    } catch (error) {
      const isBusy = error instanceof ApiError && error.code === "study/busy";
      if (!isBusy || tries === TRIES || signal.aborted) throw error;
      await wait(AGAIN);
    }
  }
}

/** @param {number} milliseconds */
function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
