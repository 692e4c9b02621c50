/**
 * Pointing: which choices remain after the things pointed at, in any order, and what is emphasized meanwhile.
 *
 * The choices come from the server. There are no rules here, only comparisons of the parts of choices.
 *
 * @import {Choice, Closed, DecisionType, Ghost, MarkState, Marks, Subject, Target, View} from "../../types.js"
 */

import { NO_MARKS } from "../../board/state.js";

/**
 * One thing pointed at: the fields of a choice that it settles. A ghost tile settles two, its square and its face.
 *
 * @typedef {Partial<Pick<Choice, "workman" | "builder" | "square" | "face" | "kind" | "move">>} Part
 *
 * @typedef {keyof Part} Field
 *
 * One way to go on: what to point at, and the choices it leaves, at least one.
 * @typedef {{ part: Part, left: Choice[] }} Option
 *
 * The first field on which the remaining choices differ, and the ways to go on from there.
 * @typedef {{ type: DecisionType, field: Field, options: Option[] }} Question
 */

/** @type {readonly Field[]} */
const FIELDS = ["workman", "builder", "square", "face", "kind"];

/**
 * The order in which the parts of a decision are asked for; people may answer in any other.
 *
 * @type {Record<DecisionType, readonly Field[]>}
 */
const ORDER = {
  place: ["kind", "builder"],
  build: ["workman", "builder", "face"],
  extra: ["kind", "square", "face"],
  move: ["builder"],
  close: ["move"],
  pass: ["move"],
  take: ["kind"],
};

/** @type {(port: string) => string} */
const squareOf = (port) => port.slice(0, -1);

/** @type {(part: Part) => Field[]} */
const fieldsOf = (part) => /** @type {Field[]} */ (Object.keys(part));

/** @type {(choice: Choice, part: Part) => boolean} */
export const matches = (choice, part) => fieldsOf(part).every((field) => choice[field] === part[field]);

/** @type {(a: Part, b: Part) => boolean} */
const samePart = (a, b) =>
  fieldsOf(a).length === fieldsOf(b).length && fieldsOf(a).every((field) => a[field] === b[field]);

/**
 * The choices that fit everything pointed at.
 *
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @returns {Choice[]}
 */
export function remaining(choices, parts) {
  return choices.filter((choice) => parts.every((part) => matches(choice, part)));
}

/**
 * What all of these choices have in common.
 *
 * @param {readonly Choice[]} choices
 * @returns {Part}
 */
export function settled(choices) {
  /** @type {Record<string, unknown>} */
  const common = {};
  for (const field of FIELDS) {
    const value = choices[0]?.[field];
    if (value && choices.every((choice) => choice[field] === value)) common[field] = value;
  }
  return common;
}

/**
 * Point at one more thing. The same thing again takes it back; another one of the same sort replaces the first;
 * whatever does not go together with it is forgotten.
 *
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @param {Part} part
 * @returns {Part[] | null} null if no choice has this part
 */
export function point(choices, parts, part) {
  if (parts.some((other) => samePart(other, part))) return parts.filter((other) => !samePart(other, part));
  if (!remaining(choices, [part]).length) return null;
  /** @type {Part[]} */
  let kept = [part];
  for (const other of [...parts].reverse()) {
    if (remaining(choices, [other, ...kept]).length) kept = [other, ...kept];
  }
  return kept;
}

/**
 * The part that something on the board stands for.
 *
 * @param {Target} target
 * @returns {Part}
 */
export function partOf(target) {
  if (target.what === "workman") return { workman: target.name };
  if (target.what === "ghost" && target.face) return { square: target.name, face: target.face };
  if (target.what === "square" || target.what === "ghost") return { square: target.name };
  return { builder: Number(target.name) };
}

/**
 * What to ask the server about something that cannot be used.
 *
 * @param {Target} target
 * @returns {{ subject: Subject, name: string }}
 */
export function subjectOf(target) {
  if (target.what === "workman") return { subject: "workman", name: target.name };
  if (target.what === "square" || target.what === "ghost") return { subject: "square", name: target.name };
  return { subject: "builder", name: target.name };
}

/**
 * What is asked next: the first field, in the order of the decision, on which the remaining choices differ.
 *
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @param {Field} [first] what is asked for before everything else
 * @returns {Question | null} null if nothing can be chosen
 */
export function question(choices, parts, first) {
  const rest = remaining(choices, parts);
  if (!rest.length) return null;
  const type = rest[0].type === "pass" ? "close" : rest[0].type;
  const order = ORDER[type];
  const asked = first && order.includes(first) ? [first, ...order.filter((field) => field !== first)] : order;
  for (const field of asked) {
    const options = optionsOf(rest, field);
    if (options.length > 1) return { type, field, options };
  }
  const field = order[order.length - 1];
  return { type, field, options: optionsOf(rest, field) };
}

/**
 * @param {readonly Choice[]} rest
 * @param {Field} field
 * @returns {Option[]}
 */
function optionsOf(rest, field) {
  /** @type {Map<unknown, Option>} */
  const groups = new Map();
  for (const choice of rest) {
    const key = field === "face" ? `${choice.square} ${choice.face}` : choice[field];
    const group = groups.get(key);
    if (group) group.left.push(choice);
    else groups.set(key, { part: partFor(choice, field), left: [choice] });
  }
  const options = [...groups.values()];
  return field === "face" ? options.sort((one, other) => ends(one.left[0]) - ends(other.left[0])) : options;
}

/**
 * How much a tile ends: nothing, only aqueducts that it does not take up, or the one that it does. Ways to lay a tile
 * are always listed in this order.
 *
 * @param {Choice} choice
 */
function ends(choice) {
  const own = choice.effects?.grown?.find((grown) => grown.start === choice.workman)?.aqueduct;
  const closes = closesOf(choice);
  return closes.some(({ aqueduct }) => aqueduct === own) ? 2 : Math.min(closes.length, 1);
}

/**
 * What to point at for a value of a field.
 *
 * @param {Choice} choice
 * @param {Field} field
 * @returns {Part}
 */
function partFor(choice, field) {
  if (field === "face") return { square: choice.square, face: choice.face };
  if (field === "move" && choice.workman) return { workman: choice.workman };
  return { [field]: choice[field] };
}

/**
 * Whether pointing at this does something: choose, go on or take back.
 *
 * @param {readonly Choice[]} choices
 * @param {Part} part
 * @returns {boolean}
 */
export function isUsable(choices, part) {
  return choices.some((choice) => matches(choice, part));
}

/**
 * The kinds that may be chosen now, for the signs beside the board.
 *
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @returns {Map<string, MarkState>}
 */
export function kindStates(choices, parts) {
  return states(choices, parts, "kind");
}

/**
 * The kinds that stand out beside the board; while building only when one has to be chosen.
 *
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 */
export function kindsAsked(choices, parts) {
  const asked = question(choices, parts);
  const isEarly = asked?.type === "build" && asked.field !== "face";
  return asked && !isEarly ? kindStates(choices, parts) : new Map();
}

/**
 * The values of one field that go together with everything else pointed at, and which of them is chosen.
 *
 * @template {Field} F
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @param {F} field
 * @param {readonly Part[]} [looked] with what is looked at
 * @returns {Map<NonNullable<Choice[F]>, MarkState>}
 */
function states(choices, parts, field, looked = parts) {
  const others = parts.filter((part) => !(field in part));
  const chosen = settled(remaining(choices, parts))[field];
  const shown = settled(remaining(choices, looked))[field];
  /** @type {Map<NonNullable<Choice[F]>, MarkState>} */
  const found = new Map();
  for (const choice of remaining(choices, others)) {
    const value = choice[field];
    if (value) found.set(value, value === chosen ? "chosen" : value === shown ? "looked" : "usable");
  }
  return found;
}

/**
 * What is emphasized on the board while somebody chooses.
 *
 * @param {View} view
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @param {Part | null} hover what the pointer or the keyboard is on; it shows what pointing at it would show
 * @param {string} [first] `builder` where he is asked for before the workman
 * @returns {Marks}
 */
export function marks(view, choices, parts, hover, first = "") {
  /** @type {Marks} */
  const found = { ...NO_MARKS, walks: walksOf(view, choices, parts, hover) };
  if (!choices.length) return found;
  const looked = hover && remaining(choices, [...parts, hover]).length ? [...parts, hover] : parts;
  const rest = remaining(choices, looked);
  const common = settled(rest);
  const begun = settled(remaining(choices, parts));
  const isExtra = choices[0].type === "extra";
  const isAsked = Boolean(isExtra ? begun.square : begun.builder || parts.some(({ square }) => square));
  // Where the way is not asked for yet, the ways on a square are only looked at: to point there chooses the square.
  const isPeek = !isAsked && hover?.square !== undefined;
  // A ghost that is looked at stays one of several.
  const around = isPeek ? [...parts, { square: hover.square }] : parts;
  const open = isPeek || hover?.face ? remaining(choices, around) : rest;
  if (choices[0].type === "place") {
    found.paths = [...states(choices, parts, "builder", looked)].map(([path, state]) => ({ path, state }));
  } else if (isExtra) {
    found.squares = [...states(choices, parts, "square", looked)].map(([square, state]) => ({ square, state }));
    if (common.square) found.ghosts = ghostsOf(open, parts, isPeek);
  } else if (choices[0].type === "move") {
    found.builders = [...states(choices, parts, "builder", looked)].map(([path, state]) => ({ path, state }));
  } else {
    found.workmen = workmenOf(view, choices, parts, looked);
  }
  if (choices[0].type === "build") {
    const pairs = new Map(rest.map((choice) => [`${squareOf(choice.workman ?? "")} ${choice.builder}`, choice]));
    if (common.workman || common.builder) {
      found.beams = [...pairs.values()].map((choice) => ({
        square: squareOf(choice.workman ?? ""),
        path: choice.builder ?? 0,
      }));
      const seen = common.workman ? [...parts, { workman: common.workman }] : parts;
      found.builders = [...states(choices, seen, "builder", looked)].map(([path, state]) => ({ path, state }));
    }
    if (first === "builder" && !common.workman && !common.builder) {
      found.builders = [...states(choices, parts, "builder", looked)].map(([path, state]) => ({ path, state }));
      found.workmen = found.workmen.map((one) => ({ ...one, state: "dim" }));
    }
    if (common.builder || isAsked) found.ghosts = ghostsOf(open, parts, isPeek);
  }
  return found;
}

/**
 * @param {View} view
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @param {readonly Part[]} looked
 * @returns {Marks["workmen"]}
 */
function workmenOf(view, choices, parts, looked) {
  const usable = states(choices, parts, "workman", looked);
  const closing = new Map(choices.filter(({ type }) => type === "close").map((one) => [one.workman, one.podium ?? 0]));
  return view.aqueducts
    .filter((aqueduct) => aqueduct.open && aqueduct.seat === view.mover)
    .map((aqueduct) => aqueduct.course[aqueduct.course.length - 1])
    .map((port) => ({ port, state: usable.get(port) ?? "dim", ...(closing.has(port) && { gets: closing.get(port) }) }));
}

/**
 * Whose workmen look at a path square, and how many of each seat; the seat that decides first.
 *
 * @param {View} view
 * @param {number} path
 * @returns {{ seat: number, count: number }[]}
 */
export function lookersAt(view, path) {
  const ids = new Set(view.sights?.[path] ?? []);
  const order = view.seats.map((_, index) => (view.mover + index) % view.seats.length);
  return order
    .map((seat) => ({ seat, count: view.aqueducts.filter((one) => ids.has(one.id) && one.seat === seat).length }))
    .filter(({ count }) => count > 0);
}

/**
 * The lines of sight of all workmen who look at a path square.
 *
 * @param {View} view
 * @param {number} path
 * @returns {Marks["beams"]}
 */
export function sightsOf(view, path) {
  const ids = new Set(view.sights?.[path] ?? []);
  const found = view.aqueducts.filter(({ id }) => ids.has(id));
  const squares = found.map(({ course }) => squareOf(course[course.length - 1]));
  return [...new Set(squares)].map((square) => ({ square, path }));
}

/**
 * The ways a tile can lie, with what each makes of the aqueduct it takes up.
 *
 * @param {readonly Choice[]} rest
 * @param {readonly Part[]} parts
 * @param {boolean} isPeek the square is only looked at
 * @returns {Ghost[]}
 */
function ghostsOf(rest, parts, isPeek) {
  const face = settled(rest).face;
  return optionsOf(rest, "face").map(({ left: [choice] }) => {
    const own = choice.effects?.grown?.find((grown) => grown.start === choice.workman);
    const isChosen = choice.face === face && parts.some((part) => part.face);
    return {
      square: choice.square ?? "",
      face: choice.face ?? "",
      ...(own && { end: own.end, length: own.length, podium: choice.podium ?? 0 }),
      grown: choice.effects?.grown ?? [],
      closes: closesOf(choice).map(({ aqueduct, color, podium }) => {
        return { aqueduct, color, podium, own: aqueduct === own?.aqueduct };
      }),
      state: isChosen ? "chosen" : isPeek ? "looked" : "usable",
    };
  });
}

/**
 * The aqueducts that the tile of a choice closes, the one that it takes up first.
 *
 * @param {Choice} choice
 * @returns {Closed[]}
 */
export function closesOf({ type, workman, effects = {} }) {
  if (type !== "build") return [];
  const own = effects.grown?.find((grown) => grown.start === workman)?.aqueduct;
  const forced = (effects.closes ?? []).filter((closed) => closed.forced);
  return [...forced.filter(({ aqueduct }) => aqueduct === own), ...forced.filter(({ aqueduct }) => aqueduct !== own)];
}

/**
 * Where the builder walks who is looked at, or else the one who is chosen.
 *
 * @param {View} view
 * @param {readonly Choice[]} choices
 * @param {readonly Part[]} parts
 * @param {Part | null} hover
 * @returns {Marks["walks"]}
 */
function walksOf(view, choices, parts, hover) {
  const chosen = choices[0]?.type === "place" ? undefined : settled(remaining(choices, parts)).builder;
  const from = hover?.builder !== undefined && hover.builder in view.walks ? hover.builder : chosen;
  if (from === undefined || !(from in view.walks)) return [];
  return [{ from, to: view.walks[from], fountain: view.fountains.includes(from) }];
}
