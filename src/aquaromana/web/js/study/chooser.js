/**
 * Choosing a decision on the analysis board: by pointing in any order, by buttons, or by typed notation. The choices
 * come from the server.
 *
 * @import {Choice, Marks, Target, View} from "../types.js"
 * @import {Part} from "../table/model/pointing.js"
 */

import { builderSign, tileSign } from "../board/draw/signs.js";
import { announce } from "../lib/announce.js";
import { fill, h, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isUsable, marks, partOf, point, question, remaining } from "../table/model/pointing.js";
import { builderName, capital, kindName, outcomeWords, questionWords, wayWords } from "../table/model/words.js";
import { press } from "./buttons.js";

/** Options that are offered as buttons; more are pointed at on the board. */
const BUTTONS = 12;

/**
 * @param {{
 *   onMove: (move: string) => void,
 *   onChange: () => void,
 *   onRefused: (target: Target) => void,
 *   onAim: (move: string | null) => void,
 * }} wishes `onAim`: the decision that pointing once more would make, if it is only one
 */
export function createChooser({ onMove, onChange, onRefused, onAim }) {
  const asked = h("p", { class: "study-asked" });
  const offers = h("div", { class: "study-offers" });
  const element = h("div", { class: "study-chooser" }, asked, offers);
  /** @type {{ view: View | null, choices: readonly Choice[], parts: Part[], hover: Part | null }} */
  let state = { view: null, choices: [], parts: [], hover: null };

  /** @param {Part} part */
  function take(part) {
    const parts = point(state.choices, state.parts, part);
    if (!parts) return false;
    const left = remaining(state.choices, parts);
    if (left.length === 1) {
      state = { ...state, parts: [], hover: null };
      onMove(left[0].move);
    } else {
      state = { ...state, parts };
      draw();
      onChange();
    }
    return true;
  }

  /** @param {Part | null} part */
  function aim(part) {
    const parts = part && point(state.choices, state.parts, part);
    const left = parts ? remaining(state.choices, parts) : [];
    onAim(left.length === 1 ? left[0].move : null);
  }

  /** @param {Part} part what a button stands for */
  function aiming(part) {
    const leave = () => aim(null);
    return { onmouseenter: () => aim(part), onfocus: () => aim(part), onmouseleave: leave, onblur: leave };
  }

  function draw() {
    const now = state.view && question(state.choices, state.parts);
    if (!state.view || !now) {
      write(asked, state.view ? t("study.over") : "");
      fill(offers);
      return;
    }
    write(asked, questionWords(now, state.view));
    const few = now.options.length <= BUTTONS ? now.options : [];
    fill(
      offers,
      few.map(({ part, left }) => press(label(part, left), () => take(part), aiming(part))),
      state.parts.length > 0 && press(t("study.again"), forget),
    );
  }

  function forget() {
    state = { ...state, parts: [] };
    draw();
    onChange();
  }

  return {
    element,
    draw,
    /**
     * @param {View} view
     * @param {readonly Choice[]} choices
     */
    update(view, choices) {
      if (view === state.view) return;
      state = { view, choices, parts: [], hover: null };
      draw();
    },
    /** @param {Target} target */
    pointAt(target) {
      if (!take(partOf(target))) onRefused(target);
    },
    /** @param {Target | null} target */
    hover(target) {
      const part = target && partOf(target);
      const next = part && isUsable(state.choices, part) ? part : null;
      if (JSON.stringify(next) === JSON.stringify(state.hover)) return;
      state = { ...state, hover: next };
      aim(next);
      onChange();
    },
    /** @param {Choice} choice */
    type(choice) {
      announce(choice.move);
      onMove(choice.move);
    },
    choices: () => state.choices,
    /** What is emphasized on the board. @returns {Marks | null} */
    marks: () => state.view && marks(state.view, state.choices, state.parts, state.hover),
    isBegun: () => state.parts.length > 0,
    forget,
  };
}

/**
 * What a button for a part says.
 * @param {Part} part
 * @param {readonly Choice[]} left
 */
function label(part, left) {
  const [choice] = left;
  if (part.face) {
    const words = t("study.reply", { name: part.square ?? "", words: wayWords(choice) });
    return [tileSign(part.face), words, outcome(choice)];
  }
  if (part.kind) {
    const isTile = choice.type === "build" || choice.type === "extra";
    const sign = isTile ? tileSign(part.kind) : builderSign(part.kind);
    return [sign, capital(isTile ? kindName(part.kind) : builderName(part.kind))];
  }
  if (choice.type === "pass" && part.move) return t("study.pass");
  if (choice.type === "close") {
    const { workman = "", podium = 0 } = choice;
    return t(podium ? "study.close" : "study.close-out", { workman, podium });
  }
  if (part.workman) return t("study.workman", { workman: part.workman });
  if (part.builder) return t("study.builder", { path: part.builder });
  return part.square ?? choice.move;
}

/** @param {Choice} choice */
function outcome(choice) {
  const words = outcomeWords(choice);
  return words ? h("span", { class: "soft small" }, words) : "";
}
