/** The ways to lay a tile on one square: which of them is shown large, and which one a pointer means. */

/** @import {Ghost, View} from "../types.js" */
/** @import {Point, Side} from "./draw/geometry.js" */

import { CHANNELS, channelPoint, opposite, sideOf, squareCorner } from "./draw/geometry.js";
import { flowsOf } from "./draw/ghosts.js";

/**
 * The one that is shown large: the one previewed or looked at, else the one chosen, else the one looked at last.
 * @param {readonly Ghost[]} ghosts of one square
 * @param {string | undefined} face looked at
 * @param {string | undefined} last
 * @returns {Ghost}
 */
export function currentWay(ghosts, face, last) {
  return (
    ghosts.find((ghost) => ghost.isLooked) ??
    ghosts.find((ghost) => ghost.face === face) ??
    ghosts.find((ghost) => ghost.state === "chosen") ??
    ghosts.find((ghost) => ghost.face === last) ??
    ghosts.find((ghost) => !ghost.closes?.length) ??
    ghosts[0]
  );
}

/**
 * The one whose way out a point is nearest to; among equals one of the kind that is shown.
 * @param {View} view
 * @param {readonly Ghost[]} ghosts of one square
 * @param {Point} at
 * @param {Ghost} now
 * @returns {Ghost}
 */
export function nearestWay(view, ghosts, at, now) {
  const corner = squareCorner(now.square);
  const far = (/** @type {Ghost} */ ghost) => {
    const way = wayOut(view, ghost);
    return Math.hypot(at.x - corner.x - way.x, at.y - corner.y - way.y) - (ghost.face[0] === now.face[0] ? 1 : 0);
  };
  return ghosts.reduce((best, ghost) => (far(ghost) < far(best) ? ghost : best), now);
}

/**
 * A point of the square that stands for a way to lie: where the water leaves, or the middle of a channel.
 * @param {View} view
 * @param {Ghost} ghost
 * @returns {Point}
 */
function wayOut(view, ghost) {
  const [flow] = flowsOf(view, ghost);
  if (flow) {
    const side = sideOf(flow.course[1]);
    return channelPoint(opposite(side), side, 20);
  }
  const [a, b] = /** @type {readonly [Side, Side]} */ (CHANNELS[ghost.face][0]);
  return channelPoint(a, b, 39);
}
