// What is on the board, in words: the default labels of its cells.

/** @import {Ghost, MarkState, Target, View} from "../types.js" */

import { t } from "../lib/i18n.js";
import { CHANNELS, CORNERS } from "./draw/geometry.js";
import { passesOf } from "./draw/streams.js";

/**
 * Something that can be pointed at.
 * @param {View} view
 * @param {Target} target
 * @param {Ghost} [ghost]
 * @returns {string}
 */
export function describe(view, target, ghost) {
  if (target.what === "workman") return workman(view, target.name);
  if (target.what === "builder") return builder(view, target.name);
  if (target.what === "path") return t("board.path", { path: target.name });
  if (target.what === "ghost") return ghostWords(target, ghost);
  return square(view, target.name);
}

/** @param {MarkState | ""} state */
export function stateWords(state) {
  return state ? t(`board.state.${state === "looked" ? "usable" : state}`) : "";
}

/**
 * @param {View} view
 * @param {string} name
 */
function square(view, name) {
  const reservoir = view.reservoirs.find(({ squares }) => squares.includes(name));
  if (reservoir) return t("board.reservoir", { square: name, color: color(reservoir.color) });
  const face = view.tiles[name];
  if (!face) return t("board.empty", { square: name });
  const key = CORNERS.has(name) ? "board.corner" : "board.tile";
  const tile = t(key, { square: name, kind: t(`common.kind.${face[0]}`) });
  return [tile, ...CHANNELS[face].map((ends) => channelWords(view, name, ends))].join(", ");
}

/**
 * A channel of a tile, and whose water runs in it.
 * @param {View} view
 * @param {string} name
 * @param {readonly [number, number]} ends
 */
function channelWords(view, name, [a, b]) {
  const owner = ownersOf(view).get(`${name} ${a}`) ?? ownersOf(view).get(`${name} ${b}`);
  const sides = { from: side("nesw"[a]), to: side("nesw"[b]) };
  return owner ? t("board.channel-water", { ...sides, color: color(owner) }) : t("board.channel", sides);
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
 */
function workman(view, port) {
  const aqueduct = view.aqueducts.find(({ open, course }) => open && course[course.length - 1] === port);
  if (!aqueduct) return port;
  const args = {
    color: color(aqueduct.color),
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
 * @param {Ghost} [ghost]
 */
function ghostWords({ name, face }, ghost) {
  if (!face) return t("board.ways", { square: name });
  const ways = CHANNELS[face].map(([a, b]) => t("board.channel", { from: side("nesw"[a]), to: side("nesw"[b]) }));
  const parts = [t("board.tile", { square: name, kind: t(`common.kind.${face[0]}`) }), ...ways];
  if (ghost?.length) parts.push(t("board.length", { length: ghost.length }));
  if (ghost?.closes?.some(({ own }) => own)) return [...parts, ...closesWords(ghost)].join(", ");
  if (ghost?.length) parts.push(ghost.podium ? t("board.podium", { podium: ghost.podium }) : t("board.podium-none"));
  return [...parts, ...closesWords(ghost)].join(", ");
}

/**
 * What a tile would close, and where the workmen go.
 * @param {Ghost} [ghost]
 */
function closesWords(ghost) {
  return (ghost?.closes ?? []).map(({ color: whose, podium, own }) => {
    return t(`board.closes-${own ? "own" : "other"}${podium ? "" : "-out"}`, { color: color(whose), podium });
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
