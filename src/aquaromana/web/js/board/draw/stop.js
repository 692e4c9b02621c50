/** The stop sign: an octagon with a bar, where an aqueduct ends for good. Recognizable by shape, not only by color. */

/** @import {Port} from "../../types.js" */
/** @import {Point} from "./geometry.js" */
/** @import {Drawn} from "./patch.js" */

import { MIDDLES, OUTWARD, number, sideOf, squareCorner, squareOf } from "./geometry.js";
import { group, line, moveTo, shape } from "./nodes.js";

/**
 * @param {string} key
 * @param {Point} at
 * @param {number} [r]
 * @returns {Drawn}
 */
export function stopSign(key, at, r = 15) {
  const k = Math.round(r * 0.414);
  const d = `M${-k} ${-r}H${k}L${r} ${-k}V${k}L${k} ${r}H${-k}L${-r} ${k}V${-k}Z`;
  return group(key, { class: "board-stop", transform: moveTo(at) }, [
    shape("under", d, "outline", 5),
    line("edge", d, "mark", 4, { "stroke-linejoin": "round" }),
    shape("shield", d, "sign"),
    line("rim", d, "mark", 3, { "stroke-linejoin": "round" }),
    line("bar", `M${number(-r * 0.5)} 0H${number(r * 0.5)}`, "sign-ink", r * 0.3, { "stroke-linecap": "round" }),
  ]);
}

/**
 * The middle of the side by which water leaves a square, or so far before it.
 * @param {Port} port
 * @param {number} [before]
 * @returns {Point}
 */
function portPoint(port, before = 0) {
  const { x, y } = squareCorner(squareOf(port));
  const side = sideOf(port);
  return { x: x + MIDDLES[side].x - OUTWARD[side].x * before, y: y + MIDDLES[side].y - OUTWARD[side].y * before };
}

/**
 * A bar across the end of an aqueduct, and the sign on it.
 * @param {string} key
 * @param {Port} port
 * @returns {Drawn}
 */
export function barrier(key, port) {
  const at = portPoint(port);
  const upright = sideOf(port) % 2 === 1;
  const d = upright ? `M${at.x} ${at.y - 26}V${at.y + 26}` : `M${at.x - 26} ${at.y}H${at.x + 26}`;
  return group(key, { class: "board-barrier", "data-port": port }, [
    line("under", d, "outline", 10, { "stroke-linecap": "round" }),
    line("bar", d, "mark", 6, { "stroke-linecap": "round" }),
    stopSign("sign", at),
  ]);
}
