/**
 * The panel of the engine: what it expects and its lines, shown until a better answer comes; beside it what is certain
 * by the solver, and what is true of a decision by the rules.
 *
 * @import {Shown} from "./engine_view.js"
 */

import { fill, h, write } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { keep, recall } from "../lib/settings.js";
import { lineRow, proofWords, shareBar } from "./engine_view.js";
import { createThoughts } from "./thoughts.js";

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
  const thoughts = createThoughts({ onChange: draw, onTrouble: (error) => write(status, errorText(error)) });
  translate();

  function switched() {
    keep("study-engine", toggle.checked);
    if (shown) begin(shown);
  }

  /** @param {Shown} now */
  function begin({ view }) {
    thoughts.turnTo(view.position);
    fill(proof);
    certain.disabled = view.phase === "over";
    draw();
    if (toggle.checked && view.phase !== "over") void thoughts.think();
  }

  async function prove() {
    fill(proof, h("p", { class: "soft" }, t("study.proving")));
    try {
      const found = await thoughts.prove();
      if (found && shown) fill(proof, proofWords(found, shown));
    } catch (error) {
      fill(proof, h("p", null, errorText(error)));
    }
  }

  function draw() {
    const isOn = toggle.checked;
    const thought = thoughts.best();
    const now = shown;
    bars.hidden = lines.hidden = !isOn || !thought;
    write(status, isOn ? statusWords() : "");
    if (!thought || !now) return;
    const ways = { onMove, onLine, onAsk: thoughts.findFacts };
    fill(bars, thought.shares.map((share, seat) => shareBar(seat, share, thought.points[seat] ?? 0, now)));
    fill(lines, thought.lines.map((line) => lineRow(line, now, thoughts.factsOf(line.move), ways)));
  }

  function statusWords() {
    const thought = thoughts.best();
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
      if (isNew) begin(next);
    },
    toggle() {
      toggle.click();
    },
    prove,
    close: thoughts.close,
  };
}
