/**
 * What people do at the page, with pointer, keys and buttons, turned into transitions of the game's state.
 *
 * @import {App} from "../app.js"
 * @import {Choice, Kind, Target} from "../types.js"
 * @import {Game} from "./model/game.js"
 * @import {Command} from "./model/keys.js"
 * @import {Part} from "./model/pointing.js"
 * @import {Screen} from "./screen.js"
 */

import { announce } from "../lib/announce.js";
import { t } from "../lib/i18n.js";
import { seatNames } from "../lib/seats.js";
import { change, settings } from "../lib/settings.js";
import { createAccords } from "./agreements.js";
import { openHelp, openSpoken } from "./help.js";
import * as acts from "./model/actions.js";
import { asking } from "./model/bar.js";
import { partOf, subjectOf } from "./model/pointing.js";
import { sceneOf } from "./model/stage.js";
import { current, decided, decider, isOpen } from "./model/state.js";
import { openResult } from "./result.js";
import { openShare } from "./share.js";

/** @typedef {ReturnType<typeof createDeeds>} Deeds */

/**
 * @param {Game} game
 * @param {() => Screen} screen
 * @param {App} app
 */
export function createDeeds(game, screen, app) {
  const names = () => seatNames(game.state().table?.players ?? [], game.state().yours);
  const asked = () => asking(game.state(), names());
  const accords = createAccords(game, names, app, { isTyping: () => screen().isTyping(), switchTyping });

  /**
   * @param {Part} part
   * @param {() => void} [otherwise] if no choice has it
   */
  function point(part, otherwise) {
    screen().film.skip();
    const state = game.state();
    const next = acts.pointed(state, part);
    const { choices, complete } = current(state);
    if (next) game.apply(next);
    else if (isOpen(state) && choices.length) otherwise?.();
    else if (isOpen(state) && complete) announce(t("table.complete"));
  }

  /** @param {Target} target */
  function pointAt(target) {
    const { subject, name } = subjectOf(target);
    point(partOf(target), () => game.ask(subject, name));
  }

  /** @param {Part | null} part */
  function hover(part) {
    const state = game.state();
    if (JSON.stringify(part) !== JSON.stringify(state.hover)) game.apply(acts.hovered(state, part));
  }

  /**
   * A kind in the reserve or in the stock, if such kinds are what is asked for.
   *
   * @param {Kind} kind
   * @param {"reserve" | "stock"} where
   */
  function pointAtKind(kind, where) {
    const phase = current(game.state()).view?.phase;
    const isAsked = where === "stock" ? phase === "build" || phase === "extra" : phase === "setup" || phase === "claim";
    if (isAsked) point({ kind }, () => game.ask("kind", kind));
  }

  /** @param {Choice} choice */
  function type(choice) {
    if (!isOpen(game.state())) return;
    screen().film.skip();
    game.apply(decided(game.state(), choice.move));
    announce(choice.move);
  }

  /** Close nothing, and end the turn with it. */
  function pass() {
    const choice = current(game.state()).choices.find((one) => one.type === "pass");
    if (choice) game.apply(acts.finished(game.state(), choice.move));
  }

  function confirm() {
    if (asked().primary === "pass") pass();
    else game.confirm();
  }

  /** Let the rest of the set-up be done, or no longer. */
  function help() {
    const state = game.state();
    const seat = decider(state);
    const { canHelp, isHelped } = asked();
    if (seat !== null && canHelp) game.apply(acts.helped(state, seat, !isHelped));
  }

  function switchTyping() {
    screen().showTyping(!screen().isTyping());
  }

  function undo() {
    const state = game.state();
    game.apply(state.parts.length ? acts.unpointed(state) : acts.undone(state));
  }

  /** One thing back: an answer, the field for typing, what was pointed at, a look into the past. */
  function escape() {
    const state = game.state();
    if (state.asked || state.refusal) game.apply(acts.heard(state));
    else if (screen().isTyping()) screen().showTyping(false);
    else if (state.parts.length) game.apply(acts.unpointed(state));
    else if (state.travel) game.apply(acts.returned(state));
  }

  /** @param {number} by */
  function leaf(by) {
    const state = game.state();
    game.apply(acts.travelled(state, (state.travel?.ply ?? state.ply) + by));
  }

  /** The dialog that was opened last. @type {ReturnType<typeof openShare> | null} */
  let sharing = null;

  function share() {
    const { id, travel, view, ply, table, host, links } = game.state();
    const shared = travel ? travel.view : view;
    if (!shared) return;
    sharing = openShare(id, travel?.ply ?? ply, shared, {
      isPublic: table?.options?.public,
      isOver: table?.status === "over",
      watch: links?.watch,
      ask: host ? game.askLinks : undefined,
    });
  }

  /** The links have come that were asked for. */
  async function linked() {
    (await sharing)?.update(game.state().links?.watch ?? "");
  }

  function readBoard() {
    const scene = sceneOf(game.state());
    if (scene) openSpoken(scene.view, names(), asked().text);
  }

  /** The dialog with the scoring that was opened last. @type {ReturnType<typeof openResult> | null} */
  let result = null;

  function showResult() {
    const { view, table, steps } = game.state();
    const ways = { share, again: accords.rematch, canAsk: accords.canRematch() };
    if (view && table) result = openResult(view, table, names(), app, ways, steps);
  }

  /** The rematch has been opened: those who asked for it go there, the others are told. */
  function rematched() {
    const { table } = game.state();
    if (table) result?.update(table);
    accords.followed();
  }

  /** @type {Readonly<Record<Exclude<Command, `offer ${number}`>, () => void>>} */
  const commands = {
    confirm,
    undo,
    escape,
    skip: () => screen().film.skip(),
    earlier: () => leaf(-1),
    later: () => leaf(1),
    first: () => game.apply(acts.travelled(game.state(), 0)),
    now: () => game.apply(acts.returned(game.state())),
    help: openHelp,
    type: () => screen().showTyping(true),
    spoken: readBoard,
    replay: () => screen().replay(),
    share,
    thinking: () => change("thinking", !settings.thinking),
    rest: help,
    board: () => screen().focusBoard(),
    chat: () => screen().openChat(),
    menu: () => screen().openMenu(),
  };

  /** @param {Command} name */
  function run(name) {
    if (!name.startsWith("offer ")) return commands[/** @type {keyof typeof commands} */ (name)]();
    const offer = asked().offers[Number(name.slice("offer ".length)) - 1];
    if (offer) point(offer.part);
  }

  return {
    ...{ names, accords, run, linked, rematched, point, pointAt, pointAtKind, hover },
    ...{ type, switchTyping, pass, help, showResult },
  };
}
