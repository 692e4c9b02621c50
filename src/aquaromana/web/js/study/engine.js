/**
 * What the engine says about a position, asked in stages; every answer is shown until a better one comes. Beside it the
 * solver says what is certain, and the rules what is true of a decision.
 *
 * @import {Facts, Proof, Shown, Thought} from "./engine_view.js"
 */

import { ApiError, post } from "../lib/api.js";
import { fill, h, write } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { keep, recall } from "../lib/settings.js";
import { factList, lineRow, proofWords, shareBar } from "./engine_view.js";

/** Milliseconds before the engine is asked about a position: people leaf through quickly. */
const PAUSE = 250;
/** How often a busy server is asked, and the milliseconds between. */
const TRIES = 5;
const AGAIN = 1500;

/** @param {{ onMove: (move: string) => void, onLine: (moves: string[]) => void }} wishes */
export function createEngine({ onMove, onLine }) {
  const toggle = h("input", { type: "checkbox", checked: recall("study-engine") !== false, onchange: switched });
  const label = h("span", { class: "choice-label" });
  const status = h("p", { class: "soft small", role: "status" });
  const bars = h("ul", { class: "study-bars", role: "list" });
  const lines = h("ol", { class: "study-lines" });
  const certain = h("button", { type: "button", class: "button", onclick: prove });
  const proof = h("div", { class: "study-proof", "aria-live": "polite" });
  const element = h(
    "section",
    { class: "sheet study-engine" },
    h("label", { class: "choice" }, toggle, label),
    bars,
    lines,
    status,
    h("div", { class: "row" }, certain),
    proof,
  );
  /** @type {Shown | null} */
  let shown = null;
  /** @type {Thought | null} */
  let thought = null;
  /** What is thought about now. */
  let asking = new AbortController();
  /** @type {Map<string, Facts>} */
  let told = new Map();
  translate();

  function switched() {
    keep("study-engine", toggle.checked);
    if (shown) begin();
  }

  /** Think about the position that is shown, stage after stage. */
  async function begin() {
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const position = shown?.view.position ?? "";
    thought = null;
    told = new Map();
    fill(proof);
    certain.disabled = shown?.view.phase === "over";
    draw();
    if (!toggle.checked || !shown || shown.view.phase === "over") return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    try {
      for (let stage = 0; !signal.aborted && !thought?.final; stage += 1) {
        thought = await think(position, stage, signal);
        if (!signal.aborted) draw();
      }
    } catch (error) {
      if (error instanceof ApiError && !signal.aborted) write(status, errorText(error));
    }
  }

  /**
   * Ask the server; where too much is analyzed at once, ask again.
   * @param {string} position
   * @param {number} stage
   * @param {AbortSignal} signal
   * @returns {Promise<Thought>}
   */
  async function think(position, stage, signal) {
    for (let tries = 1; ; tries += 1) {
      try {
        return await post("/api/studies/think", { position, stage }, { signal });
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "study/busy" || tries === TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
  }

  async function prove() {
    const position = shown?.view.position ?? "";
    fill(proof, h("p", { class: "soft" }, t("study.proving")));
    try {
      /** @type {Proof} */
      const found = await post("/api/studies/proof", { position });
      if (shown?.view.position === position) fill(proof, proofWords(found, shown));
    } catch (error) {
      if (shown?.view.position === position) fill(proof, h("p", null, errorText(error)));
    }
  }

  /** Ask what is true of a decision. @param {string} move */
  async function ask(move) {
    const position = shown?.view.position ?? "";
    try {
      told.set(move, await post("/api/studies/facts", { position, moves: [move] }));
      if (shown?.view.position === position) draw();
    } catch (error) {
      write(status, errorText(error));
    }
  }

  function draw() {
    const isOn = toggle.checked;
    bars.hidden = lines.hidden = !isOn || !thought;
    write(status, isOn ? statusWords() : "");
    if (!thought || !shown) return;
    const { shares, points } = thought;
    const now = shown;
    fill(bars, shares.map((share, seat) => shareBar(seat, share, points[seat] ?? 0, now)));
    fill(lines, thought.lines.map((line) => lineRow(line, now, told.get(line.move), { onMove, onLine, onAsk: ask })));
  }

  function statusWords() {
    if (thought) return t("study.playouts", { playouts: number(thought.playouts) });
    return t(shown?.view.phase === "over" ? "study.over" : "study.thinking");
  }

  function translate() {
    write(label, t("study.engine"));
    write(certain, t("study.certain"));
    draw();
  }

  return {
    element,
    translate,
    /** @param {Shown} next */
    update(next) {
      const isNew = next.view.position !== shown?.view.position;
      shown = next;
      if (isNew) begin();
    },
    /** Show what is true of a decision, whether the engine has a line with it or not. @param {string} move */
    async facts(move) {
      if (thought?.lines.some((line) => line.move === move)) return ask(move);
      await ask(move);
      const found = told.get(move);
      if (found) fill(proof, h("p", { class: "notation" }, move), factList(found, shown?.names ?? []));
    },
    toggle() {
      toggle.click();
    },
    prove,
    close: () => asking.abort(),
  };
}
