/** Hit testing: the nearest usable thing within reach of a pointer, or else whatever is under it. */

/** @import {Ghost, MarkState, Marks, Target, View} from "../types.js" */
/** @import {Box, Point} from "./draw/geometry.js" */

import {
  COLUMNS, HEIGHT, PATH, ROWS, SQUARE_NAMES, WIDTH,
  cellAt, middleOf, pathBox, squareBox,
} from "./draw/geometry.js";
import { BODY } from "./draw/marks.js";
import { streamOf } from "./draw/streams.js";

/**
 * @typedef {object} Spot something that can be pointed at
 * @property {Target} target
 * @property {Box} box
 * @property {MarkState | ""} state
 * @property {Ghost[]} [ghosts] the ways a tile can lie there
 */

const WORKMAN = 56;
/** Who points at the middle of a square, so wide a share of it, means that square, whatever glows beside it. */
const CORE = 0.5;

/**
 * Everything that can be pointed at; figures before what they stand on.
 * @param {View} view
 * @param {Marks} marks
 * @returns {Spot[]}
 */
export function spotsOf(view, marks) {
  const workmen = new Map(marks.workmen.map(({ port, state }) => [port, state]));
  const builders = new Map(marks.builders.map(({ path, state }) => [String(path), state]));
  const paths = new Map(marks.paths.map(({ path, state }) => [String(path), state]));
  const squares = new Map(marks.squares.map(({ square, state }) => [square, state]));
  /** @type {Map<string, Ghost[]>} */
  const ghosts = new Map();
  for (const ghost of marks.ghosts) ghosts.set(ghost.square, [...(ghosts.get(ghost.square) ?? []), ghost]);
  /** @type {Spot[]} */
  const spots = [];
  for (const { open, course } of view.aqueducts) {
    if (!open) continue;
    const { end, stand } = streamOf(course);
    const box = { x: stand.x - WORKMAN / 2, y: stand.y + BODY - WORKMAN / 2, width: WORKMAN, height: WORKMAN };
    spots.push({ target: { what: "workman", name: end }, box, state: workmen.get(end) ?? "" });
  }
  for (const [square, all] of ghosts) {
    const face = all.length === 1 ? all[0].face : undefined;
    const target = { what: /** @type {const} */ ("ghost"), name: square, face };
    spots.push({ target, box: squareBox(square), state: all[0].state, ghosts: all });
  }
  for (let path = 1; path <= PATH; path += 1) {
    const name = String(path);
    const what = name in view.builders ? "builder" : "path";
    const state = (what === "builder" ? builders : paths).get(name) ?? "";
    spots.push({ target: { what, name }, box: pathBox(path), state });
  }
  for (const square of SQUARE_NAMES) {
    if (ghosts.has(square)) continue;
    const target = { what: /** @type {const} */ ("square"), name: square };
    spots.push({ target, box: squareBox(square), state: squares.get(square) ?? "" });
  }
  return spots;
}

/**
 * How far a point is from a box; 0 inside.
 * @param {Box} box
 * @param {Point} point
 */
export function distance({ x, y, width, height }, point) {
  const dx = Math.max(x - point.x, 0, point.x - x - width);
  const dy = Math.max(y - point.y, 0, point.y - y - height);
  return Math.hypot(dx, dy);
}

/**
 * @param {Box} box
 * @param {Point} point
 */
function fromMiddle(box, point) {
  const middle = middleOf(box);
  return Math.hypot(middle.x - point.x, middle.y - point.y);
}

/** @param {Spot} spot */
export function isUsable({ state }) {
  return state === "usable" || state === "chosen" || state === "looked";
}

/**
 * What is meant by a point. A finger covers a circle of the radius `reach`: it means the nearest usable thing in it,
 * unless it clearly means another one. Where the middle of a second usable thing lies in the circle too, that one is a
 * rival, and the caller may zoom in first.
 * @param {readonly Spot[]} spots
 * @param {Point} point
 * @param {number} reach
 * @returns {{spot: Spot | null, rival: Spot | null}}
 */
export function aim(spots, point, reach) {
  const near = spots
    .filter((spot) => isUsable(spot) && distance(spot.box, point) <= reach)
    .sort((a, b) => score(a, point) - score(b, point));
  const [spot] = near;
  const held = spots.filter((one) => isHeld(one, point));
  const clear = held.some(isUsable) ? null : held[0];
  const isBeside = spot && isWorkman(spot) && clear && fromMiddle(spot.box, point) < fromMiddle(clear.box, point);
  if (clear && !isBeside) return { spot: clear, rival: null };
  if (spot) return { spot, rival: near.slice(1).find((other) => isRival(spot, other, point, reach)) ?? null };
  const under = spots.find(({ box }) => distance(box, point) === 0);
  if (under && (under.target.what !== "square" || reach < 30)) return { spot: under, rival: null };
  const figure = spots
    .filter(({ target, box }) => ["workman", "builder"].includes(target.what) && distance(box, point) <= reach / 2)
    .sort((a, b) => score(a, point) - score(b, point))[0];
  return { spot: figure ?? under ?? null, rival: null };
}

/** @param {Spot} spot */
function isWorkman({ target }) {
  return target.what === "workman";
}

/**
 * Whether a point is so far inside a thing that it means this one: anywhere on a workman, else away from the edge.
 * @param {Spot} spot
 * @param {Point} point
 */
function isHeld(spot, point) {
  const { x, y, width, height } = spot.box;
  const rim = isWorkman(spot) ? 0 : (1 - CORE) / 2;
  const box = { x: x + width * rim, y: y + height * rim, width: width * (1 - 2 * rim), height: height * (1 - 2 * rim) };
  return distance(box, point) === 0;
}

/**
 * Whether something else could be meant instead. Beside a workman only another one: the square in front of him is
 * large enough to be pointed at by itself.
 * @param {Spot} spot
 * @param {Spot} other
 * @param {Point} point
 * @param {number} reach
 */
function isRival(spot, other, point, reach) {
  if (fromMiddle(other.box, point) > reach) return false;
  return isHeld(spot, point) ? isWorkman(spot) && isWorkman(other) : true;
}

/**
 * @param {Spot} spot
 * @param {Point} point
 */
function score({ box }, point) {
  return distance(box, point) + fromMiddle(box, point) / 1000;
}

/**
 * How far the middles of two spots are from each other.
 * @param {Spot} a
 * @param {Spot} b
 */
export function apart(a, b) {
  return fromMiddle(a.box, middleOf(b.box));
}

/** @type {WeakMap<readonly Spot[], Map<string, Spot[]>>} */
const sorted = new WeakMap();

/**
 * The spots in a cell of the grid of 13 by 10, figures first.
 * @param {readonly Spot[]} spots
 * @param {number} column
 * @param {number} row
 * @returns {readonly Spot[]}
 */
export function spotsIn(spots, column, row) {
  let cells = sorted.get(spots);
  if (!cells) {
    cells = new Map();
    for (const spot of spots) {
      const { what, name } = spot.target;
      const cell = what === "workman" ? name.slice(0, 2) : name;
      const there = cells.get(cell);
      if (there) there.push(spot);
      else cells.set(cell, [spot]);
    }
    sorted.set(spots, cells);
  }
  const cell = cellAt(column, row);
  if ("fountain" in cell) return [];
  return cells.get("square" in cell ? cell.square : String(cell.path)) ?? [];
}

/**
 * The cell of a thing.
 * @param {Target} target
 * @returns {{column: number, row: number}}
 */
export function cellOf({ what, name }) {
  const { x, y } = what === "builder" || what === "path" ? pathBox(Number(name)) : squareBox(name.slice(0, 2));
  return {
    column: x < 0 ? 0 : x >= WIDTH ? COLUMNS + 1 : x / 100 + 1,
    row: y < 0 ? 0 : y >= HEIGHT ? ROWS + 1 : y / 100 + 1,
  };
}

/**
 * @param {Target | null} a
 * @param {Target | null} b
 */
export function sameTarget(a, b) {
  return a === b || (a !== null && b !== null && a.what === b.what && a.name === b.name && a.face === b.face);
}
