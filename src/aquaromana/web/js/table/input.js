/**
 * Input: what people point at, by any means, becomes an action on the game's state.
 *
 * @import {Choice, Kind, Target} from "../types.js"
 * @import {Game} from "./model/game.js"
 * @import {Part} from "./model/pointing.js"
 * @import {TableState} from "./model/state.js"
 */

import { announce } from "../lib/announce.js";
import { t } from "../lib/i18n.js";
import * as actions from "./model/actions.js";
import { forcedWords } from "./model/bar.js";
import { isUsable, partOf, subjectOf } from "./model/pointing.js";
import { current, decided, isOpen, trialOf } from "./model/state.js";

/** @typedef {ReturnType<typeof createInput>} Input */

/**
 * Whether a builder walked from or to this path square by itself in this stretch, because there was no other choice:
 * somebody who points at it wants what has been done already.
 *
 * @param {TableState} state
 * @param {Part} part
 */
function hasWalked(state, { builder }) {
  const { steps } = current(state);
  const done = state.decisions.flatMap(({ auto }, index) => (auto ? (steps[index]?.effects?.walk ?? []) : []));
  return builder !== undefined && done.includes(builder);
}

/**
 * @param {Game} game
 * @param {() => void} skip ends the animation that plays: people who decide have seen enough
 */
export function createInput(game, skip) {
  /**
   * @param {Part} part
   * @param {() => void} [otherwise] if no choice has it
   */
  function point(part, otherwise) {
    skip();
    const state = game.state();
    const next = actions.pointed(state, part);
    const { choices, complete } = current(state);
    const trial = isOpen(state) ? trialOf(state) : 0;
    const back = actions.pointedAgain(state, part);
    if (next) game.apply(next);
    else if (trial && part.builder !== trial) game.apply(actions.triesLater(state));
    else if (trial) otherwise?.();
    else if (isOpen(state) && isUsable(choices, part)) game.apply(actions.closesEarly(state, part.workman ?? ""));
    else if (isOpen(state) && choices.length) otherwise?.();
    else if (back) game.apply(back);
    else if (isOpen(state) && complete) announce(t("table.complete"));
  }

  return {
    point,
    /** @param {Target} target */
    pointAt(target) {
      const { subject, name } = subjectOf(target);
      const part = partOf(target);
      point(part, () => {
        if (hasWalked(game.state(), part)) announce(forcedWords(game.state()));
        else game.ask(subject, name);
      });
    },
    /**
     * A kind in the reserve or in the stock, if such kinds are asked for.
     *
     * @param {Kind} kind
     * @param {"reserve" | "stock"} where
     */
    pointAtKind(kind, where) {
      const phase = current(game.state()).view?.phase ?? "";
      const phases = where === "stock" ? ["build", "extra"] : ["setup", "claim"];
      if (phases.includes(phase)) point({ kind }, () => game.ask("kind", kind));
    },
    /** @param {Part | null} part */
    hover(part) {
      const state = game.state();
      if (JSON.stringify(part) !== JSON.stringify(state.hover)) game.apply(actions.hovered(state, part));
    },
    /** A decision that was typed. @param {Choice} choice */
    type(choice) {
      if (!isOpen(game.state())) return;
      skip();
      const state = game.state();
      if (trialOf(state)) return game.apply(actions.triesLater(state));
      game.apply(choice.type === "close" ? actions.closed(state, choice) : decided(state, choice.move));
      announce(choice.move);
    },
  };
}
