/**
 * Decisions and questions in words. The subject of a sentence is never a person, so that it suits "you" and any name:
 * who decided is shown before it.
 *
 * @import {Choice, Closed, Effects, Grown, Kind, Step, View} from "../../types.js"
 * @import {Question} from "./pointing.js"
 */

import { t } from "../../lib/i18n.js";
import { ownerWords } from "../../lib/seats.js";
import { changeWords, isReader } from "./changes.js";
import { closesOf, settled } from "./pointing.js";
import { endOf } from "./standing.js";

/**
 * What sentences need in addition to a step: names by seat; a view of any moment, for the colors of the aqueducts,
 * which never change; the decisions of the game, which tell where an aqueduct ended at the moment of the step; and the
 * reader's seats.
 * @typedef {{ names: readonly string[], view: View, steps: readonly Step[], yours?: readonly number[] }} Context
 */

/**
 * Who chooses among what can be done: the mover of the view; and the players' names by seat.
 * @typedef {{ view?: View, names?: readonly string[] }} Chooser
 */

/** @type {(text: string) => string} */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @type {(kind: Kind | undefined) => string} */
export const kindName = (kind) => (kind ? t(`common.kind.${kind}`) : "");

/** @type {(kind: Kind | undefined) => string} */
export const builderName = (kind) => (kind ? t(`common.kind-builder.${kind}`) : "");

/** @type {(color: string) => string} */
export const colorName = (color) => t(`common.color.${color}`);

/** @type {(side: string) => string} */
export const sideName = (side) => t(`table.side.${side}`);

/**
 * What a decision did, in one line: "Curve on E1; yellow at E1 is now 5 long."
 *
 * @param {Step} step
 * @param {Context} context
 * @param {{ walks?: boolean, isShown?: boolean }} [options] `walks`: it says where the builder walked; `isShown`: it
 * has been seen to its end, so that it may say that the game is over
 * @returns {string}
 */
export function stepWords(step, context, { walks = false, isShown = true } = {}) {
  const effects = step.effects ?? {};
  const closes = effects.closes ?? [];
  const chosen = step.type === "close" && closes.find((closed) => !closed.forced && closed.seat === step.seat);
  // That nothing was closed by choice is not worth a word where a tile has closed something.
  const isQuiet = chosen || (step.type === "pass" && closes.some((closed) => closed.forced && closed.tile));
  const parts = isQuiet ? [] : [deedWords(step)];
  const isClosed = (/** @type {Grown} */ { aqueduct }) => closes.some((closed) => closed.aqueduct === aqueduct);
  // What is closed tells its length too; what was closed before has its podium, however long it becomes.
  for (const grown of effects.grown ?? []) {
    if (!isClosed(grown) && !wasClosed(grown, step, context)) parts.push(grownWords(grown, context.view));
  }
  for (const closed of closes) parts.push(closingWords(closed, step, context, closed === chosen));
  parts.push(...changeWords(step, context));
  if (walks && step.type === "build") parts.push(walkWords(effects));
  if (effects.ends && isShown) parts.push(t("log.ends"));
  return `${capital(parts.filter(Boolean).reduce((first, second) => t("log.both", { first, second })))}.`;
}

/**
 * The same for the ear: who, what and where the builder walked.
 *
 * @param {Step} step
 * @param {Context} context
 * @returns {string}
 */
export function spokenStep(step, context) {
  const words = stepWords(step, context, { walks: true });
  return t("log.whose", { name: context.names[step.seat] ?? "", words });
}

/**
 * How an aqueduct was closed by a step: by choice, by a tile, or by the end of the game.
 *
 * @param {Closed} closed
 * @param {Step} step
 * @param {Context} context
 * @param {boolean} isChosen
 * @returns {string}
 */
function closingWords(closed, step, context, isChosen) {
  const { color, length, podium, forced, tile } = closed;
  if (isChosen) {
    const words = { color: colorName(color), square: step.move.slice(1, -1), length, podium: podiumWords(closed) };
    return t(podium ? "log.close" : "log.close-out", words);
  }
  if (forced && tile) return endedWords(closed, step, context);
  // At the end of the game open aqueducts are scored without being closed (R6.2).
  const isScored = Boolean(step.effects?.ends) && !forced;
  const port = portWords(color, portOf(closed.aqueduct, step, context), context.view);
  return closedWords(closed, { isScored, port });
}

/**
 * Who has ended whose aqueduct with which tile; in the line that tells of the tile it is not named again.
 *
 * @param {Closed} closed
 * @param {Step} step
 * @param {Context} context
 * @returns {string}
 */
function endedWords({ seat, color, length, podium, tile: square = "" }, step, context) {
  const { names, view } = context;
  const aqueduct = isReader(seat, context) ? "yours" : seat === step.seat ? "own" : "of";
  const colors = view.seats[seat]?.colors ?? [];
  const whose = t(`log.aqueduct-${aqueduct}`, { name: names[seat] ?? "" });
  const words = {
    tile: t(isReader(step.seat, context) ? "log.tile-yours" : "log.tile-of", { name: names[step.seat] ?? "", square }),
    aqueduct: colors.length > 1 ? t("log.aqueduct-color", { aqueduct: whose, color: colorName(color) }) : whose,
    length,
    podium: podiumWords({ length, podium }),
  };
  if (step.effects?.laid?.[0] === square) return t(podium ? "log.that-ends" : "log.that-ends-out", words);
  return t(podium ? "log.tile-ends" : "log.tile-ends-out", words);
}

/**
 * What others have done to the aqueducts of a seat since it decided last, a sentence each.
 *
 * @param {readonly Step[]} steps all of the game
 * @param {number} seat
 * @param {Context} context
 * @returns {string[]}
 */
export function endedSince(steps, seat, context) {
  return endingsOf(steps, seat).map(({ step, closed }) => {
    // Told by itself, it names the tile.
    const words = endedWords(closed, { ...step, effects: {} }, { ...context, yours: [seat] });
    return `${capital(words)}.`;
  });
}

/**
 * The aqueducts of a seat that tiles of others have closed since it decided last.
 *
 * @param {readonly Step[]} steps all of the game
 * @param {number} seat
 * @returns {{ step: Step, closed: Closed }[]}
 */
export function endingsOf(steps, seat) {
  const since = steps.slice(steps.findLastIndex((step) => step.seat === seat) + 1);
  return since.flatMap((step) =>
    (step.effects?.closes ?? [])
      .filter((closed) => closed.forced && closed.tile && closed.seat === seat)
      .map((closed) => ({ step, closed })),
  );
}

/**
 * What was done, without what came of it.
 *
 * @param {Pick<Step, "type" | "effects">} step
 * @returns {string}
 */
export function deedWords({ type, effects = {} }) {
  const [square = "", face = ""] = effects.laid ?? [];
  const [from = 0, to = 0] = effects.walk ?? [];
  switch (type) {
    case "place":
      return t("log.place", { builder: builderName(effects.placed?.[0]), path: effects.placed?.[1] ?? "" });
    case "build":
      return t("log.build", { kind: kindName(face.charAt(0)), square });
    case "extra":
      return t("log.extra", { kind: kindName(face.charAt(0)), square });
    case "move":
      return t("log.move", { from, to });
    case "take":
      return t("log.take", { builder: builderName(effects.took) });
    default:
      return t("log.pass");
  }
}

/**
 * Whether an aqueduct had been closed before a step: it is closed, and neither by that step nor by a later one.
 *
 * @param {Grown} grown
 * @param {Step} step
 * @param {Context} context
 */
function wasClosed({ aqueduct }, { ply }, { view, steps }) {
  const closes = (/** @type {Step} */ { effects }) => effects?.closes?.some((closed) => closed.aqueduct === aqueduct);
  const found = view.aqueducts.find(({ id }) => id === aqueduct);
  return found !== undefined && !found.open && !steps.some((one) => one.ply >= ply && closes(one));
}

/**
 * @param {Grown} grown
 * @param {View} view
 */
function grownWords(grown, view) {
  const color = view.aqueducts.find((aqueduct) => aqueduct.id === grown.aqueduct)?.color;
  if (!color) return "";
  return t("log.grown", { color: ductName(color, portWords(color, grown.end, view)), length: grown.length });
}

/**
 * An aqueduct is called by its color and where it ends: every color has several.
 *
 * @param {string} color
 * @param {string} port nothing where it is clear which one is meant
 */
function ductName(color, port) {
  return port ? t("log.duct", { color: colorName(color), port }) : colorName(color);
}

/**
 * Where an aqueduct ends: its square, with the side in words where another of its color ends there too.
 *
 * @param {string} color
 * @param {string} port
 * @param {View} view
 */
export function portWords(color, port, { aqueducts }) {
  return placeWords(port, aqueducts.filter((one) => one.color === color).map(endOf));
}

/**
 * The square of a port, with the side in words where more than one of these ports are on it.
 *
 * @param {string} port
 * @param {readonly string[]} among
 */
export function placeWords(port, among) {
  const square = port.slice(0, 2);
  if (among.filter((one) => one.startsWith(square)).length < 2) return square;
  return t("table.spoken.port", { square, side: sideName(port.slice(2)) });
}

/** @type {(id: number, effects?: Effects) => string | undefined} */
const grownTo = (id, effects) => effects?.grown?.find((grown) => grown.aqueduct === id)?.end;

/**
 * Where an aqueduct ended that was closed by a decision: there, or where the last decision before it led that made it
 * grow. The view may be of another moment; it is right for an aqueduct that has not grown at all.
 *
 * @param {number} id
 * @param {Step} step
 * @param {Context} context
 */
function portOf(id, step, { view, steps }) {
  const last = steps.findLast(({ ply, effects }) => ply < step.ply && grownTo(id, effects));
  const aqueduct = view.aqueducts.find((one) => one.id === id);
  return grownTo(id, step.effects) ?? grownTo(id, last?.effects) ?? (aqueduct ? endOf(aqueduct) : "");
}

/**
 * @param {Closed} closed
 * @param {{ isScored?: boolean, port?: string }} [how] `isScored`: it was open to the end; `port`: where it ends
 */
function closedWords({ color, length, podium }, { isScored = false, port = "" } = {}) {
  const words = { color: ductName(color, port), length, podium: podiumWords({ length, podium }) };
  if (isScored) return podium ? t("log.scored", words) : t("log.scored-out", words);
  return podium ? t("log.closed", words) : t("log.closed-out", words);
}

/** The highest podium. */
const TOP = 20;

/**
 * Why a workman goes to a podium below the length of his aqueduct: those between are taken (R5.2). Nothing where he
 * does not.
 *
 * @param {{ length: number, podium: number }} closed
 */
export function takenWords({ length, podium }) {
  const top = Math.min(length, TOP);
  if (!podium || podium >= top) return "";
  const count = top - podium;
  return t(count > 2 ? "table.taken-many" : "table.taken", { count, podium: top, lower: podium + 1 });
}

/** @param {{ length: number, podium: number }} closed */
function podiumWords(closed) {
  const taken = takenWords(closed);
  return taken ? `${closed.podium} (${taken})` : closed.podium;
}

/** @param {Effects} effects */
function walkWords({ walk, fountain }) {
  if (!walk) return "";
  return t(fountain ? "log.walk-fountain" : "log.walk", { from: walk[0], to: walk[1] });
}

/**
 * What a choice would do, for the label of a button.
 *
 * @param {Choice} choice
 * @param {Chooser} [chooser]
 * @returns {string}
 */
export function outcomeWords(choice, chooser) {
  const { effects = {} } = choice;
  const own = effects.grown?.find((grown) => grown.start === choice.workman);
  const parts = [];
  if (own) parts.push(t("table.option.length", { length: own.length }));
  for (const closed of closesOf(choice)) parts.push(closesWords(closed, closed.aqueduct === own?.aqueduct, chooser));
  return parts.join(", ");
}

/**
 * What a tile would close, and where the workman goes: for the ear, or short, for a small place.
 *
 * @param {Pick<Closed, "color" | "podium" | "seat">} closed
 * @param {boolean} isOwn the aqueduct that the tile takes up
 * @param {Chooser & { short?: boolean }} [options]
 */
export function closesWords({ color, podium, seat }, isOwn, { short = false, view, names = [] } = {}) {
  const whose = isOwn ? "own" : seat === view?.mover ? "mine" : "other";
  const key = `table.${short ? "closes-short" : "closes"}.${whose}${podium ? "" : "-out"}`;
  return t(key, { color: colorName(color), who: ownerWords(view?.seats ?? [], names, color), podium });
}

/**
 * The sides that a tile joins, or the side by which the water leaves: "turns south", "north and east".
 *
 * @param {Choice} choice
 * @returns {string}
 */
export function wayWords(choice) {
  if (choice.type === "build") {
    const key = choice.kind === "S" || choice.kind === "B" ? "table.way.goes" : "table.way.turns";
    return t(key, { side: sideName(choice.move.slice(-1)) });
  }
  const sides = (choice.face ?? "").slice(1);
  return sides ? t("table.way.joins", { sides: [...sides].map(sideName) }) : "";
}

/**
 * The question for the people at this screen, as an invitation.
 *
 * @param {Question} question
 * @param {View} view
 * @returns {string}
 */
export function questionWords(question, view) {
  const choice = question.options[0].left[0];
  const kind = kindName(choice.kind);
  const builder = builderName(choice.kind);
  switch (question.type) {
    case "place": {
      const where = view.phase === "setup" ? "setup" : "reserve";
      if (question.field === "builder") return capital(t(`table.ask.${where}-path`, { builder }));
      const paths = new Set(question.options.flatMap((option) => option.left.map((each) => each.builder)));
      return paths.size === 1 ? t("table.ask.place-kind", { path: choice.builder }) : t(`table.ask.${where}`);
    }
    case "build":
      if (question.options.length === 1) return t("table.ask.build-one");
      if (question.field === "builder" && !settled(question.options.flatMap(({ left }) => left)).workman) {
        return t("table.ask.build-any");
      }
      return t(`table.ask.build-${question.field}`);
    case "extra":
      if (question.options.length === 1) return t("table.ask.extra-one", { kind });
      return question.field === "kind" ? t("table.ask.extra-kind") : t(`table.ask.extra-${question.field}`, { kind });
    case "move":
      return t("table.ask.move");
    case "take":
      return t("table.ask.take");
    default:
      return t(Object.values(view.reserve).some(Boolean) ? "table.ask.close-which" : "table.ask.close-which-none");
  }
}
