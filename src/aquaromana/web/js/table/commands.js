/**
 * The commands that keys and buttons run by name.
 *
 * @import {Dialogs} from "./dialogs.js"
 * @import {Game} from "./model/game.js"
 * @import {Command} from "./model/keys.js"
 * @import {Screen} from "./screen.js"
 */

import { confirm as confirmed } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { change, settings } from "../lib/settings.js";
import * as actions from "./model/actions.js";
import { barContent } from "./model/bar.js";
import { hidden, hintNow } from "./model/hints.js";
import { isPuzzleOver } from "./model/puzzle.js";
import { current, decider } from "./model/state.js";

/**
 * @param {Game} game
 * @param {Screen} screen
 * @param {Dialogs} dialogs
 */
export function createCommands(game, screen, dialogs) {
  const content = () => barContent(game.state(), game.names());

  /** Close nothing, and end the turn with it. */
  function pass() {
    const choice = current(game.state()).choices.find((one) => one.type === "pass");
    if (choice) game.apply(actions.finished(game.state(), choice.move));
  }

  function confirm() {
    const { primary } = content();
    if (game.state().lesson?.done || isPuzzleOver(game.state())) return screen.guide.next();
    if (primary === "pass") pass();
    else if (primary === "keep") game.apply(actions.closes(game.state(), true));
    else game.confirm();
  }

  /** Close the aqueduct about which was asked once more. */
  function sure() {
    const state = game.state();
    const choice = current(state).choices.find((one) => one.move === state.doubt);
    if (choice) game.apply(actions.closed(state, choice));
  }

  function undo() {
    game.apply(actions.steppedBack(game.state()));
  }

  /** Go back one thing: an answer, the field for notation, what was pointed at, a look at the past. */
  function escape() {
    const state = game.state();
    if (state.asked || state.refusal) game.apply(actions.heard(state));
    else if (state.caution) game.apply({ ...state, caution: null });
    else if (hintNow(state)) game.apply(hidden(state));
    else if (screen.typing.isShown()) screen.typing.show(false);
    else if (state.closing || state.parts.length) game.apply(actions.unpointed(state));
    else if (state.travel) game.apply(actions.returned(state));
  }

  /** Let the rest of the set-up be chosen automatically, which is asked about once, or stop that. */
  async function rest() {
    const seat = decider(game.state());
    const { canHelp, isHelped } = content();
    if (seat === null || !canHelp) return;
    const question = { title: t("table.help"), text: t("table.help-sure"), yes: t("table.help-yes") };
    if (!isHelped && !(await confirmed(question))) return;
    if (decider(game.state()) === seat) game.apply(actions.helped(game.state(), seat, !isHelped));
  }

  /** @param {number} by */
  function leaf(by) {
    const state = game.state();
    game.apply(actions.travelled(state, (state.travel?.ply ?? state.ply) + by));
  }

  /** @type {Readonly<Record<Exclude<Command, `offer ${number}`>, () => void>>} */
  const commands = {
    confirm,
    undo,
    escape,
    skip: () => screen.board.skip(),
    earlier: () => leaf(-1),
    later: () => leaf(1),
    first: () => game.apply(actions.travelled(game.state(), 0)),
    now: () => game.apply(actions.returned(game.state())),
    help: dialogs.help,
    type: () => screen.typing.show(true),
    spoken: dialogs.describe,
    replay: () => screen.board.replay(),
    share: dialogs.share,
    thinking: () => change("thinking", !settings.thinking),
    rest: () => void rest(),
    hint: () => (game.state().lesson || game.state().puzzle ? screen.guide.repeat() : game.hint()),
    close: () => game.apply(actions.closes(game.state(), true)),
    sure,
    board: () => screen.board.focus(),
    chat: () => screen.people.openChat(),
    menu: () => screen.people.openMenu(),
    rematch: dialogs.rematch,
    lesson: () => screen.guide.repeat(),
  };

  return {
    /** @param {Command} name */
    run(name) {
      if (!name.startsWith("offer ")) return commands[/** @type {keyof typeof commands} */ (name)]();
      const offer = content().offers[Number(name.slice("offer ".length)) - 1];
      if (offer) screen.input.point(offer.part);
    },
  };
}
