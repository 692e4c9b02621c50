/**
 * Where things are on the board, with the same numbers as drawing/places.py: a square is 100 wide and corner A1 is at
 * 0, 0; the path and the frame surround it. Nothing here knows a rule; names are those of the notation.
 *
 *   squareCorner("D1")      {x: 300, y: 0}
 *   pathMiddle(12)          the middle of a path square
 *   walkCourse(11, 12)      the points of a builder's way along the path
 */

/** @import {Port, Square} from "../../types.js" */

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {0 | 1 | 2 | 3} Side north, east, south, west */
const SQUARE = 100;
export const COLUMNS = 11;
export const ROWS = 8;
export const PATH = 38;
const PATH_DEPTH = 96;
export const WIDTH = COLUMNS * SQUARE;
export const HEIGHT = ROWS * SQUARE;

const COLUMN_NAMES = "ABCDEFGHIJK";
const SIDES = "nesw";

/** The middle of each side of a square. @type {readonly Point[]} */
export const MIDDLES = [{ x: 50, y: 0 }, { x: 100, y: 50 }, { x: 50, y: 100 }, { x: 0, y: 50 }];

/** @type {readonly Point[]} */
export const OUTWARD = [{ x: 0, y: -1 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }];

/**
 * The channels of each face; of a bridge the upper one first.
 * @type {Readonly<Record<string, readonly [Side, Side][]>>}
 */
export const CHANNELS = {
  Cne: [[0, 1]],
  Ces: [[1, 2]],
  Csw: [[2, 3]],
  Cnw: [[0, 3]],
  Dne: [[0, 1], [2, 3]],
  Dnw: [[0, 3], [1, 2]],
  Sns: [[0, 2]],
  Sew: [[1, 3]],
  B: [[0, 2], [1, 3]],
};

/** All squares, row by row. @type {readonly Square[]} */
export const SQUARE_NAMES = Array.from({ length: COLUMNS * ROWS }, (_, index) =>
  squareAt(index % COLUMNS, Math.floor(index / COLUMNS)),
);

/** The squares with a printed curve. */
export const CORNERS = new Set(["A1", "K1", "A8", "K8"]);

/**
 * At most two decimals, and none that say nothing.
 * @param {number} value
 */
export function number(value) {
  return String(Number(value.toFixed(2)) || 0);
}

/**
 * @param {number} column
 * @param {number} row
 * @returns {Square}
 */
function squareAt(column, row) {
  return `${COLUMN_NAMES[column]}${row + 1}`;
}

/** @param {Square} square */
export function columnOf(square) {
  return COLUMN_NAMES.indexOf(square[0]);
}

/** @param {Square} square */
export function rowOf(square) {
  return Number(square[1]) - 1;
}

/** @param {Port} port */
export function squareOf(port) {
  return port.slice(0, 2);
}

/**
 * @param {Port} port
 * @returns {Side}
 */
export function sideOf(port) {
  return /** @type {Side} */ (SIDES.indexOf(port[2]));
}

/**
 * @param {Square} square
 * @param {Side} side
 * @returns {Port}
 */
export function portOf(square, side) {
  return square + SIDES[side];
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function opposite(side) {
  return /** @type {Side} */ (side ^ 2);
}

/**
 * The square on the other side of a port, or null beyond the edge.
 * @param {Port} port
 * @returns {Square | null}
 */
export function beyond(port) {
  const { x, y } = OUTWARD[sideOf(port)];
  const column = columnOf(port) + x;
  const row = rowOf(port) + y;
  return column >= 0 && column < COLUMNS && row >= 0 && row < ROWS ? squareAt(column, row) : null;
}

/**
 * The upper left corner of a square.
 * @param {Square} square
 * @returns {Point}
 */
export function squareCorner(square) {
  return { x: columnOf(square) * SQUARE, y: rowOf(square) * SQUARE };
}

/**
 * @param {Square} square
 * @returns {Box}
 */
export function squareBox(square) {
  return { ...squareCorner(square), width: SQUARE, height: SQUARE };
}

/**
 * Column and row of a path square on the grid that extends the board by one on each side; A1 is 0, 0.
 * @param {number} path
 * @returns {[number, number]}
 */
function pathPlace(path) {
  if (path <= 11) return [path - 1, -1];
  if (path <= 19) return [COLUMNS, path - 12];
  if (path <= 30) return [30 - path, ROWS];
  return [-1, 38 - path];
}

/**
 * @param {number} path
 * @returns {Box}
 */
export function pathBox(path) {
  const [column, row] = pathPlace(path);
  if (column < 0 || column === COLUMNS) {
    return { x: column < 0 ? -PATH_DEPTH : WIDTH, y: row * SQUARE, width: PATH_DEPTH, height: SQUARE };
  }
  return { x: column * SQUARE, y: row < 0 ? -PATH_DEPTH : HEIGHT, width: SQUARE, height: PATH_DEPTH };
}

/**
 * @param {Box} box
 * @returns {Point}
 */
export function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** @param {number} path */
export function pathMiddle(path) {
  return middleOf(pathBox(path));
}

/** The path square at a place of the extended grid, or 0 for a fountain or a square of the board. */
const PATH_AT = new Map(Array.from({ length: PATH }, (_, index) => [pathPlace(index + 1).join(), index + 1]));

/**
 * What is at a column and row of the grid of 13 by 10 that the board and the path make; its upper left corner, a
 * fountain, is 0, 0.
 * @param {number} column
 * @param {number} row
 * @returns {{square: Square} | {path: number} | {fountain: number}}
 */
export function cellAt(column, row) {
  const path = PATH_AT.get([column - 1, row - 1].join());
  if (path) return { path };
  const inside = column > 0 && column <= COLUMNS && row > 0 && row <= ROWS;
  if (inside) return { square: squareAt(column - 1, row - 1) };
  return { fountain: row === 0 ? (column === 0 ? 0 : 1) : column === 0 ? 3 : 2 };
}

/**
 * Where a cell of that grid lies.
 * @param {number} column
 * @param {number} row
 * @returns {Box}
 */
export function cellBox(column, row) {
  const x = column === 0 ? -PATH_DEPTH : (column - 1) * SQUARE;
  const y = row === 0 ? -PATH_DEPTH : (row - 1) * SQUARE;
  const width = column === 0 || column > COLUMNS ? PATH_DEPTH : SQUARE;
  const height = row === 0 || row > ROWS ? PATH_DEPTH : SQUARE;
  return { x, y, width, height };
}

/** The middles of the fountains, from the upper left one clockwise. @type {readonly Point[]} */
export const FOUNTAINS = [[0, 0], [COLUMNS + 1, 0], [COLUMNS + 1, ROWS + 1], [0, ROWS + 1]].map(([column, row]) =>
  middleOf(cellBox(column, row)),
);

/**
 * The fountain that lies after a path square, going clockwise, or -1.
 * @param {number} path
 */
export function fountainAfter(path) {
  return [38, 11, 19, 30].indexOf(path);
}

/**
 * The middle line of a channel from side a to side b of the square whose corner is `at`. Without `start` it goes on
 * from where the line is.
 * @param {Side} a
 * @param {Side} b
 * @param {Point} at
 * @param {boolean} [start]
 */
export function channel(a, b, at, start = true) {
  const [from, to] = [MIDDLES[a], MIDDLES[b]];
  const begin = start ? `M${number(at.x + from.x)} ${number(at.y + from.y)}` : "";
  const end = `${number(at.x + to.x)} ${number(at.y + to.y)}`;
  if ((a ^ b) === 2) return `${begin}L${end}`;
  const [cx, cy] = [from.x + to.x - 50, from.y + to.y - 50];
  const sweep = (from.x - cx) * (to.y - cy) - (from.y - cy) * (to.x - cx) > 0 ? 1 : 0;
  return `${begin}A50 50 0 0 ${sweep} ${end}`;
}

/**
 * @param {Side} a
 * @param {Side} b
 */
export function channelLength(a, b) {
  return (a ^ b) === 2 ? SQUARE : Math.PI * 25;
}

/**
 * The point of a channel's middle line that lies this far before side b.
 * @param {Side} a
 * @param {Side} b
 * @param {number} before
 * @returns {Point}
 */
export function channelPoint(a, b, before) {
  const [from, to] = [MIDDLES[a], MIDDLES[b]];
  if ((a ^ b) === 2) {
    const share = before / SQUARE;
    return { x: to.x + (from.x - to.x) * share, y: to.y + (from.y - to.y) * share };
  }
  const [cx, cy] = [from.x + to.x - 50, from.y + to.y - 50];
  const turn = before / 50;
  return {
    x: cx + (to.x - cx) * Math.cos(turn) + (from.x - cx) * Math.sin(turn),
    y: cy + (to.y - cy) * Math.cos(turn) + (from.y - cy) * Math.sin(turn),
  };
}

/** @param {number} path */
export function nextPath(path) {
  return (path % PATH) + 1;
}

/**
 * The points of a builder's way clockwise from one path square to another, around the fountains between them.
 * @param {number} from
 * @param {number} to
 * @param {(path: number) => Point} [at]
 * @returns {Point[]}
 */
export function walkCourse(from, to, at = pathMiddle) {
  const points = [at(from)];
  let here = from;
  do {
    const next = nextPath(here);
    const [a, b] = [at(here), at(next)];
    if (fountainAfter(here) >= 0) points.push(here === 11 || here === 30 ? { x: b.x, y: a.y } : { x: a.x, y: b.y });
    points.push(b);
    here = next;
  } while (here !== to);
  return points;
}

/**
 * A point near the outer edge of a path square, where an arrow hides no figure.
 * @param {number} path
 * @returns {Point}
 */
export function outerEdge(path) {
  const { x, y } = pathMiddle(path);
  const out = OUTWARD[path <= 11 ? 0 : path <= 19 ? 1 : path <= 30 ? 2 : 3];
  return { x: x + out.x * 41, y: y + out.y * 41 };
}

/**
 * The length of a line through points.
 * @param {readonly Point[]} points
 */
export function lengthOf(points) {
  const lengths = points.slice(1).map(({ x, y }, index) => Math.hypot(x - points[index].x, y - points[index].y));
  return lengths.reduce((sum, length) => sum + length, 0);
}
