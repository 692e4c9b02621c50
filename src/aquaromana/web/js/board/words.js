/** What is on the board, in words: the default labels of its cells. */

/** @import {Ghost, MarkState, Target, View} from "../types.js" */

import { t } from "../lib/i18n.js";
import { ownerWords } from "../lib/seats.js";
import { CHANNELS, CORNERS } from "./draw/geometry.js";
import { passesOf } from "./draw/streams.js";

/**
 * Something that can be pointed at.
 * @param {View} view
 * @param {Target} target
 * @param {{ ghost?: Ghost, names?: readonly string[] }} [more] `names`: those of the players, by seat
 * @returns {string}
 */
export function describe(view, target, { ghost, names = [] } = {}) {
  const who = (/** @type {string} */ whose) => ownerWords(view.seats, names, whose);
  if (target.what === "workman") return workman(view, target.name, who);
  if (target.what === "builder") return builder(view, target.name);
  if (target.what === "path") return t("board.path", { path: target.name });
  if (target.what === "ghost") return ghostWords(target, who, ghost);
  return square(view, target.name, who);
}

/** Who plays a color, to be put behind its name. @typedef {(color: string) => string} Who */

/** @param {MarkState | ""} state */
export function stateWords(state) {
  return state ? t(`board.state.${state === "looked" ? "usable" : state}`) : "";
}

/**
 * @param {View} view
 * @param {string} name
 * @param {Who} who
 */
function square(view, name, who) {
  const reservoir = view.reservoirs.find(({ squares }) => squares.includes(name));
  if (reservoir) {
    return t("board.reservoir", { square: name, color: color(reservoir.color), who: who(reservoir.color) });
  }
  const face = view.tiles[name];
  if (!face) return t("board.empty", { square: name });
  const key = CORNERS.has(name) ? "board.corner" : "board.tile";
  const tile = t(key, { square: name, kind: t(`common.kind.${face[0]}`) });
  return [tile, ...CHANNELS[face].map((ends) => channelWords(view, name, ends, who))].join(", ");
}

/**
 * A channel of a tile, and whose water runs in it.
 * @param {View} view
 * @param {string} name
 * @param {readonly [number, number]} ends
 * @param {Who} who
 */
function channelWords(view, name, [a, b], who) {
  const owner = ownersOf(view).get(`${name} ${a}`) ?? ownersOf(view).get(`${name} ${b}`);
  const sides = { from: side("nesw"[a]), to: side("nesw"[b]) };
  if (!owner) return t("board.channel", sides);
  return t("board.channel-water", { ...sides, color: color(owner), who: who(owner) });
}

/** @type {WeakMap<View, Map<string, string>>} */
const known = new WeakMap();

/**
 * The color of the water that enters a square by a side.
 * @param {View} view
 */
function ownersOf(view) {
  let owners = known.get(view);
  if (!owners) {
    owners = new Map();
    for (const { color: whose, course } of view.aqueducts) {
      for (const { square: at, enter } of passesOf(course)) owners.set(`${at} ${enter}`, whose);
    }
    known.set(view, owners);
  }
  return owners;
}

/**
 * @param {View} view
 * @param {string} port
 * @param {Who} who
 */
function workman(view, port, who) {
  const aqueduct = view.aqueducts.find(({ open, course }) => open && course[course.length - 1] === port);
  if (!aqueduct) return port;
  const args = {
    color: color(aqueduct.color),
    who: who(aqueduct.color),
    square: port.slice(0, 2),
    side: side(port[2]),
    length: aqueduct.length,
    podium: aqueduct.podium ?? 0,
  };
  return t(aqueduct.podium ? "board.workman" : "board.workman-none", args);
}

/**
 * @param {View} view
 * @param {string} path
 */
function builder(view, path) {
  const words = t("board.builder", { path, builder: t(`common.kind-builder.${view.builders[path]}`) });
  const to = view.walks[path];
  if (!to) return words;
  return `${words}, ${t(view.fountains.includes(Number(path)) ? "board.walk-fountain" : "board.walk", { to })}`;
}

/**
 * @param {Target} target
 * @param {Who} who
 * @param {Ghost} [ghost]
 */
function ghostWords({ name, face }, who, ghost) {
  if (!face) return t("board.ways", { square: name });
  const ways = CHANNELS[face].map(([a, b]) => t("board.channel", { from: side("nesw"[a]), to: side("nesw"[b]) }));
  const parts = [t("board.tile", { square: name, kind: t(`common.kind.${face[0]}`) }), ...ways];
  if (ghost?.length) parts.push(t("board.length", { length: ghost.length }));
  if (ghost?.closes?.some(({ own }) => own)) return [...parts, ...closesWords(who, ghost)].join(", ");
  if (ghost?.length) parts.push(ghost.podium ? t("board.podium", { podium: ghost.podium }) : t("board.podium-none"));
  return [...parts, ...closesWords(who, ghost)].join(", ");
}

/**
 * What a tile would close, and where the workmen go.
 * @param {Who} who
 * @param {Ghost} [ghost]
 */
function closesWords(who, ghost) {
  return (ghost?.closes ?? []).map(({ color: whose, podium, own }) => {
    const key = `board.closes-${own ? "own" : "other"}${podium ? "" : "-out"}`;
    return t(key, { color: color(whose), who: who(whose), podium });
  });
}

/** @param {string} letter */
function side(letter) {
  return t(`board.side.${letter}`);
}

/** @param {string} name */
function color(name) {
  return t(`common.color.${name}`);
}
