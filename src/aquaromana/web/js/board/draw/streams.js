/** The courses of aqueducts as curves, like drawing/streams.py, from the ports that the server names. */

/** @import {Aqueduct, Port, Square} from "../../types.js" */
/** @import {Point, Side} from "./geometry.js" */

import {
  MIDDLES, OUTWARD, beyond, channel, channelLength, channelPoint, number, opposite, sideOf, squareCorner, squareOf,
} from "./geometry.js";

/**
 * @typedef {object} Pass one square that the water runs through
 * @property {Square} square
 * @property {Side} enter
 * @property {Side} leave
 */
/**
 * @typedef {object} Stream the course of one aqueduct
 * @property {Port} outlet
 * @property {Port} end
 * @property {Pass[]} passes
 * @property {string} course its middle line, from the reservoir's basin to the end
 * @property {Point} stand where the workman stands: the feet of the figure
 */

/** How far an outlet reaches into the reservoir's square. */
export const REACH = 34;

/**
 * The squares between ports that follow each other: the water leaves by each of them.
 * @param {readonly Port[]} course the port where the water comes from first
 * @returns {Pass[]}
 */
export function passesOf(course) {
  return course.slice(1).map((port, index) => ({
    square: squareOf(port),
    enter: opposite(sideOf(course[index])),
    leave: sideOf(port),
  }));
}

/** Streams by their courses: views share those of the aqueducts that have not grown. @type {WeakMap<object, Stream>} */
const known = new WeakMap();

/**
 * @param {readonly Port[]} course
 * @returns {Stream}
 */
export function streamOf(course) {
  const stream = known.get(course) ?? streamAlong(course);
  known.set(course, stream);
  return stream;
}

/**
 * @param {readonly Port[]} course
 * @returns {Stream}
 */
function streamAlong(course) {
  const [outlet] = course;
  const passes = passesOf(course);
  const side = sideOf(outlet);
  const corner = squareCorner(squareOf(outlet));
  const x = corner.x + MIDDLES[side].x;
  const y = corner.y + MIDDLES[side].y;
  const out = OUTWARD[side];
  const basin = `M${number(x - out.x * REACH)} ${number(y - out.y * REACH)}L${number(x)} ${number(y)}`;
  const ways = passes.map(({ square, enter, leave }) => channel(enter, leave, squareCorner(square), false));
  return {
    outlet,
    end: course[course.length - 1],
    passes,
    course: basin + ways.join(""),
    stand: standing(outlet, passes),
  };
}

/** How far under the middle line a workman's feet are. */
const FEET = 17;

/**
 * Where the workman of an aqueduct stands: on its last square, near the side that the water leaves by.
 * @param {Port} outlet
 * @param {readonly Pass[]} passes
 * @returns {Point}
 */
function standing(outlet, passes) {
  const last = passes[passes.length - 1];
  if (last) return feet(last, 25);
  const side = sideOf(outlet);
  const corner = squareCorner(squareOf(outlet));
  return {
    x: corner.x + MIDDLES[side].x - OUTWARD[side].x * 28,
    y: corner.y + MIDDLES[side].y - OUTWARD[side].y * 28 + FEET,
  };
}

/**
 * @param {Pass} pass
 * @param {number} before the side that he leaves by
 * @returns {Point}
 */
function feet({ square, enter, leave }, before) {
  const corner = squareCorner(square);
  const point = channelPoint(enter, leave, before);
  return { x: corner.x + point.x, y: corner.y + point.y + FEET };
}

/**
 * The points over which a workman walks when his aqueduct grows, the first and the last where he stands.
 * @param {readonly Port[]} course as it was
 * @param {readonly Port[]} added
 * @returns {Point[]}
 */
export function workmanCourse(course, added) {
  const before = streamOf(course);
  const after = passesOf([...course, ...added]).slice(before.passes.length);
  const points = [before.stand];
  const last = before.passes[before.passes.length - 1];
  if (last) points.push(feet(last, 10), feet(last, 0));
  after.forEach((pass, index) => {
    const length = channelLength(pass.enter, pass.leave);
    const stop = index === after.length - 1 ? 25 : 0;
    const steps = (pass.enter ^ pass.leave) === 2 ? 2 : 6;
    for (let step = 1; step <= steps; step += 1) {
      points.push(feet(pass, length - ((length - stop) * step) / steps));
    }
  });
  return points;
}

/**
 * Where open aqueducts enter an empty square: their colors by the side that they come in by.
 * @param {readonly Aqueduct[]} aqueducts
 * @param {Square} square
 * @returns {Map<Side, Aqueduct>}
 */
export function feeders(aqueducts, square) {
  /** @type {Map<Side, Aqueduct>} */
  const found = new Map();
  for (const aqueduct of aqueducts) {
    const end = aqueduct.course[aqueduct.course.length - 1];
    if (beyond(end) === square) found.set(opposite(sideOf(end)), aqueduct);
  }
  return found;
}
