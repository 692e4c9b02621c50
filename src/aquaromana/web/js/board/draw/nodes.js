/** The basic SVG shapes, as data for `patch`. Colors are names of the theme. */

/** @import {Point} from "./geometry.js" */
/** @import {Drawn} from "./patch.js" */

import { number } from "./geometry.js";

/** @typedef {Drawn["attrs"]} Attrs */

/**
 * A color of the theme.
 * @param {string} name
 */
export function paint(name) {
  return `var(--aq-${name})`;
}

/**
 * What moves something to a point.
 * @param {Point} at
 */
export function moveTo({ x, y }) {
  return `translate(${number(x)} ${number(y)})`;
}

/**
 * @param {string} tag
 * @param {string} key
 * @param {Attrs} [attrs]
 * @param {readonly Drawn[]} [kids]
 * @returns {Drawn}
 */
export function node(tag, key, attrs, kids) {
  return { tag, key, attrs, kids };
}

/**
 * @param {string} key
 * @param {Attrs} attrs
 * @param {readonly Drawn[]} kids
 * @returns {Drawn}
 */
export function group(key, attrs, kids) {
  return { tag: "g", key, attrs, kids };
}

/**
 * A symbol in its place.
 * @param {string} symbol
 * @param {string} key
 * @param {Point | null} [at]
 * @param {Attrs} [attrs]
 * @returns {Drawn}
 */
export function use(symbol, key, at, attrs) {
  const transform = at && (at.x || at.y) ? moveTo(at) : undefined;
  return { tag: "use", key, attrs: { href: `#${symbol}`, transform, ...attrs } };
}

/**
 * A stroked line.
 * @param {string} key
 * @param {string} d
 * @param {string} color
 * @param {number} width
 * @param {Attrs} [attrs]
 * @returns {Drawn}
 */
export function line(key, d, color, width, attrs) {
  return { tag: "path", key, attrs: { d, fill: "none", stroke: paint(color), "stroke-width": width, ...attrs } };
}

/**
 * A filled shape, with a border of the same color if it has a width.
 * @param {string} key
 * @param {string} d
 * @param {string} color
 * @param {number} [border]
 * @returns {Drawn}
 */
export function shape(key, d, color, border) {
  const edge = { stroke: paint(color), "stroke-width": border, "stroke-linejoin": "round" };
  return { tag: "path", key, attrs: { d, fill: paint(color), ...(border && edge) } };
}

/**
 * A filled disk.
 * @param {string} key
 * @param {Point} middle
 * @param {number} r
 * @param {string} color
 * @param {Attrs} [attrs]
 * @returns {Drawn}
 */
export function disk(key, { x, y }, r, color, attrs) {
  return { tag: "circle", key, attrs: { cx: number(x), cy: number(y), r, fill: paint(color), ...attrs } };
}

/**
 * A stroked circle.
 * @param {string} key
 * @param {Point} middle
 * @param {number} r
 * @param {string} color
 * @param {number} width
 * @param {Attrs} [attrs]
 * @returns {Drawn}
 */
export function ring(key, middle, r, color, width, attrs) {
  return disk(key, middle, r, color, { fill: "none", stroke: paint(color), "stroke-width": width, ...attrs });
}

/**
 * @param {string} key
 * @param {readonly [number, number, number, number]} box left, top, width, height
 * @param {string} color
 * @param {Attrs} [attrs]
 * @returns {Drawn}
 */
export function rect(key, [x, y, width, height], color, attrs) {
  return { tag: "rect", key, attrs: { x, y, width, height, fill: paint(color), ...attrs } };
}
