/**
 * Previews of tiles that could be laid, as data: translucent, with the new course of every aqueduct they would extend.
 */

/** @import {Ghost, Grown, View} from "../../types.js" */
/** @import {Point, Side} from "./geometry.js" */
/** @import {Drawn} from "./patch.js" */

import { CHANNELS, channel, opposite, portOf, sideOf, squareCorner, squareOf } from "./geometry.js";
import { group, moveTo, rect, use, paint } from "./nodes.js";
import { plateOf, strokes } from "./scene.js";
import { barrier } from "./stop.js";
import { feeders, passesOf, streamOf } from "./streams.js";

/** More squares with ghosts than these get an outline only. */
const MANY = 14;

/**
 * @param {View} view
 * @param {readonly Ghost[]} ghosts one for each square
 * @returns {Drawn[]}
 */
export function ghostTiles(view, ghosts) {
  return ghosts.length > MANY ? ghosts.map(outline) : ghosts.map((ghost) => whole(view, ghost));
}

/**
 * @param {Ghost} ghost
 * @returns {Drawn}
 */
function outline({ square, state }) {
  const attrs = { class: `board-ghost ${state}`, "data-square": square, transform: moveTo(squareCorner(square)) };
  return group(square, attrs, [dashes()]);
}

function dashes() {
  const pen = { stroke: paint("mark"), "stroke-width": 3, "stroke-dasharray": "9 6" };
  return rect("dashes", [2, 2, 96, 96], "mark", { rx: 6, fill: "none", ...pen, class: "board-dashes" });
}

/**
 * @param {View} view
 * @param {Ghost} ghost
 * @returns {Drawn}
 */
function whole(view, ghost) {
  const { square, face, state } = ghost;
  const corner = squareCorner(square);
  const flows = flowsOf(view, ghost);
  const waters = flows.flatMap((flow) => flowing(view, ghost, flow));
  const men = flows.filter(({ aqueduct }) => aqueduct.open).map(({ aqueduct, course }) => {
    const at = streamOf([...aqueduct.course, ...course.slice(1)]).stand;
    return use(`workman-${aqueduct.color}`, `man ${aqueduct.id}`, at, { class: "board-ghost-man" });
  });
  const lower = waters.filter(({ upper }) => !upper).map(({ drawn }) => drawn);
  const upper = waters.filter((water) => water.upper).map(({ drawn }) => drawn);
  return group(square, { class: `board-ghost ${state}`, "data-square": square, "data-face": face }, [
    group("tile", { transform: moveTo(corner), class: "board-ghost-tile" }, [
      use("plate-shadow", "shadow"),
      use(plateOf(square), "plate"),
      use(`face-${face}`, "face"),
    ]),
    group("lower", { class: "board-ghost-water" }, lower),
    ...(face === "B" ? [use("deck", "deck", corner, { class: "board-ghost-tile" })] : []),
    group("upper", { class: "board-ghost-water" }, upper),
    group("frame", { transform: moveTo(corner) }, [dashes()]),
    ...men,
    ...barriers(view, ghost, flows),
  ]);
}

/**
 * Where the aqueducts would end that a ghost would close.
 * @param {View} view
 * @param {Ghost} ghost
 * @param {readonly Flow[]} flows
 */
function barriers(view, { closes = [] }, flows) {
  return closes.flatMap(({ aqueduct: id }) => {
    const course = flows.find(({ aqueduct }) => aqueduct.id === id)?.course;
    const end = (course ?? view.aqueducts.find((one) => one.id === id)?.course)?.at(-1);
    return end ? [barrier(`stop ${id}`, end)] : [];
  });
}

/** @typedef {ReturnType<typeof flowsOf>[number]} Flow */

/**
 * The water of one aqueduct, square by square.
 * @param {View} view
 * @param {Ghost} ghost
 * @param {Flow} flow
 */
function flowing(view, { square, face }, { aqueduct, course }) {
  return passesOf(course).map((pass, index) => {
    const isBridge = (pass.square === square ? face : view.tiles[pass.square]) === "B";
    const upper = isBridge && pass.enter % 2 === 0;
    const corner = squareCorner(pass.square);
    // Under the deck of a bridge water is not to be seen: two short pieces on both sides of it.
    const d = isBridge && !upper ? broken(corner, pass.enter) : channel(pass.enter, pass.leave, corner);
    const lines = strokes({ color: aqueduct.color, open: true }, d, 0);
    return { upper, drawn: group(`${aqueduct.id} ${index}`, {}, lines) };
  });
}

/**
 * @param {Point} corner
 * @param {Side} enter
 */
function broken({ x, y }, enter) {
  const [near, far] = enter === 3 ? [x, x + 100] : [x + 100, x];
  const way = enter === 3 ? 1 : -1;
  return `M${near} ${y + 50}H${near + way * 24}M${far - way * 24} ${y + 50}H${far}`;
}

/**
 * The aqueducts that a ghost would lengthen, each with the port where it ends now and those by which it would go on.
 * @param {View} view
 * @param {Ghost} ghost
 */
export function flowsOf(view, ghost) {
  if (ghost.grown) return ghost.grown.flatMap((grown) => told(view, grown));
  return [...feeders(view.aqueducts, ghost.square)].flatMap(([side, aqueduct]) => {
    const passed = CHANNELS[ghost.face].find((ends) => ends.includes(side));
    if (!passed) return [];
    const leave = passed[0] === side ? passed[1] : passed[0];
    return [{ aqueduct, course: [aqueduct.course[aqueduct.course.length - 1], portOf(ghost.square, leave)] }];
  });
}

/**
 * @param {View} view
 * @param {Grown} grown
 */
function told(view, { aqueduct: id, start, course }) {
  const aqueduct = view.aqueducts.find((other) => other.id === id);
  return aqueduct ? [{ aqueduct, course: [start, ...course] }] : [];
}

/**
 * The color of the water in a ghost's channels, by the side of the square that it comes in by.
 * @param {View} view
 * @param {Ghost} ghost
 */
export function waterOf(view, ghost) {
  const here = flowsOf(view, ghost).filter(({ course }) => squareOf(course[1]) === ghost.square);
  return Object.fromEntries(here.map(({ aqueduct, course }) => ["nesw"[opposite(sideOf(course[0]))], aqueduct.color]));
}
