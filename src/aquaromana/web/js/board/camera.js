/**
 * Pan and zoom: which part of the board is visible. Everything is in pixels of the viewport; at zoom 1 the whole board
 * fills it.
 */

/** @import {Box, Point} from "./draw/geometry.js" */

/**
 * @typedef {object} Camera
 * @property {number} zoom 1 to MOST
 * @property {number} x where the upper left corner of the board is, 0 or less
 * @property {number} y
 */
/** @typedef {{width: number, height: number}} Size */

/** @type {Readonly<Camera>} */
export const WHOLE = Object.freeze({ zoom: 1, x: 0, y: 0 });
export const MOST = 4;

/** A zoom that is as good as none. */
const NEARLY = 1.04;

/**
 * The nearest camera that shows nothing beside the board.
 * @param {Camera} camera
 * @param {Size} size
 * @returns {Camera}
 */
export function clamped({ zoom, x, y }, { width, height }) {
  const near = Math.min(MOST, Math.max(1, zoom));
  const left = Math.min(0, Math.max(width * (1 - near), x));
  const top = Math.min(0, Math.max(height * (1 - near), y));
  return { zoom: near, x: left || 0, y: top || 0 };
}

/**
 * Zoom while a point of the window keeps what it shows.
 * @param {Camera} camera
 * @param {Point} point
 * @param {number} zoom
 * @param {Size} size
 */
export function zoomedAt(camera, point, zoom, size) {
  const near = Math.min(MOST, Math.max(1, zoom));
  const share = near / camera.zoom;
  const x = point.x - (point.x - camera.x) * share;
  const y = point.y - (point.y - camera.y) * share;
  return clamped({ zoom: near, x, y }, size);
}

/**
 * @param {Camera} camera
 * @param {number} dx
 * @param {number} dy
 * @param {Size} size
 */
export function moved(camera, dx, dy, size) {
  return clamped({ ...camera, x: camera.x + dx, y: camera.y + dy }, size);
}

/**
 * A point of the whole board in the middle, or as near to it as can be.
 * @param {Point} point as the whole board shows it
 * @param {number} zoom
 * @param {Size} size
 */
export function centered(point, zoom, size) {
  return clamped({ zoom, x: size.width / 2 - point.x * zoom, y: size.height / 2 - point.y * zoom }, size);
}

/**
 * The point of the whole board that a point of the window shows.
 * @param {Camera} camera
 * @param {Point} point
 * @returns {Point}
 */
export function seenAt({ zoom, x, y }, point) {
  return { x: (point.x - x) / zoom, y: (point.y - y) / zoom };
}

/**
 * Where a box of the whole board is in the window.
 * @param {Camera} camera
 * @param {Box} box
 * @returns {Box}
 */
export function shownAt({ zoom, x, y }, box) {
  return { x: box.x * zoom + x, y: box.y * zoom + y, width: box.width * zoom, height: box.height * zoom };
}

/**
 * Whether all of a box of the whole board is in sight.
 * @param {Camera} camera
 * @param {Box} box
 * @param {Size} size
 */
export function inSight(camera, box, { width, height }) {
  const shown = shownAt(camera, box);
  return shown.x >= -1 && shown.y >= -1 && shown.x + shown.width <= width + 1 && shown.y + shown.height <= height + 1;
}

/** @param {Camera} camera */
export function isWhole({ zoom }) {
  return zoom < NEARLY;
}
