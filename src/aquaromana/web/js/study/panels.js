/**
 * The panels beside the analysis board: what is asked, the engine, the set-up, the tree, whose turn, the points.
 *
 * @import {Step, View} from "../types.js"
 * @import {Moment, Session} from "./session.js"
 */

import { fill, h, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { viewScores } from "../parts/table_cards.js";
import { stepWords } from "../table/model/words.js";
import { createEngine } from "./engine.js";
import { createNotes } from "./notes.js";
import { createSetup } from "./setup.js";
import { createTurnSwitch } from "./turn_switch.js";

/**
 * @param {() => Session} session
 * @param {readonly Element[]} asked what chooses a decision
 * @param {{
 *   onMove: (move: string) => void,
 *   onLine: (moves: string[]) => void,
 *   onTurn: (position: string, seat: number) => void,
 *   onTrouble: (error: unknown) => void,
 * }} wishes
 */
export function createPanels(session, asked, { onMove, onLine, onTurn, onTrouble }) {
  const caption = h("p", { class: "replay-caption" });
  const scores = h("section", { class: "sheet" });
  const engine = createEngine({ onMove, onLine });
  const setup = createSetup({ onMove });
  const notes = createNotes(session);
  const turnSwitch = createTurnSwitch({ onTurn, onTrouble });
  const now = h("section", { class: "sheet study-now" }, caption, ...asked);
  const panels = [now, engine.element, setup.element, notes.element, turnSwitch.element, scores];
  return {
    element: h("div", { class: "study-analysis" }, panels),
    engine,
    notes,
    /** What led here, in words. */
    caption: () => caption.textContent ?? "",
    /** @param {Moment} shown */
    update({ view, step, setup: worths = [], setup_games: games = 0 }) {
      const names = session().names();
      write(caption, captionOf(view, step, names));
      engine.update({ view, names });
      setup.update(worths, games, names[view.mover] ?? "");
      notes.update();
      turnSwitch.update(view, names);
      fill(scores, viewScores(view, names));
    },
    translate() {
      notes.translate();
      engine.translate();
    },
    close() {
      notes.close();
      engine.close();
    },
  };
}

/**
 * What led here, or who begins.
 * @param {View} view
 * @param {Step | undefined} step
 * @param {readonly string[]} names
 */
function captionOf(view, step, names) {
  if (!step) return t(view.phase === "over" ? "study.over" : "study.begin", { name: names[view.mover] ?? "" });
  const words = stepWords(step, { names, view, steps: [] }, { walks: true });
  return t("replay.caption", { name: names[step.seat] ?? "", words });
}
