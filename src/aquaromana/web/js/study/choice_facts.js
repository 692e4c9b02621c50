/**
 * What is true of a decision: of the one that is pointed at, otherwise of the one that led here.
 *
 * @import {Facts} from "./engine_view.js"
 *
 * @typedef {{ position: string, move: string }} Asked a decision, and the position in which it is made
 */

import { ApiError } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { factList } from "./engine_view.js";
import { askPatiently } from "./thoughts.js";

/** Milliseconds for which something is pointed at before the server is asked about it. */
const PAUSE = 200;
/** Answers that are kept. */
const KEPT = 200;

/** @param {{ names: () => readonly string[] }} about */
export function createChoiceFacts({ names }) {
  const element = h("div", { class: "study-choice", "aria-live": "polite" });
  /** @type {Map<string, Facts>} */
  const known = new Map();
  /** @type {Asked | null} */
  let led = null;
  /** @type {Asked | null} */
  let pointed = null;
  let asking = new AbortController();

  /** @param {Asked} asked */
  const keyOf = ({ position, move }) => `${position} ${move}`;

  function draw() {
    const asked = pointed ?? led;
    const found = asked && known.get(keyOf(asked));
    if (!asked || !found) return fill(element);
    fill(
      element,
      h("p", { class: "small" }, t(pointed ? "study.facts-of" : "study.facts-last", { move: asked.move })),
      factList(found, names()),
    );
  }

  async function find() {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const asked = pointed ?? led;
    if (!asked || known.has(keyOf(asked))) return draw();
    fill(element);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (signal.aborted) return;
    try {
      const question = { position: asked.position, moves: [asked.move] };
      const found = await askPatiently("/api/studies/facts", question, signal);
      known.set(keyOf(asked), found);
      if (known.size > KEPT) known.delete(known.keys().next().value ?? "");
      if (!signal.aborted) draw();
    } catch (error) {
      // Nobody asked for it by name: a busy server may stay silent.
      if (!(error instanceof ApiError) && !signal.aborted) throw error;
    }
  }

  return {
    element,
    draw,
    /** The decision that led here. @param {Asked | null} asked */
    update(asked) {
      led = asked;
      pointed = null;
      void find();
    },
    /** A decision is pointed at, or none any more. @param {Asked | null} asked */
    point(asked) {
      if (asked?.move === pointed?.move && asked?.position === pointed?.position) return;
      pointed = asked;
      void find();
    },
    close: () => asking.abort(),
  };
}
