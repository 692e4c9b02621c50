/** A view as layers of SVG data, from the frame up to the workmen, like drawing/board.py. A test compares the two. */

/** @import {Aqueduct, Color, View} from "../../types.js" */
/** @import {Drawn} from "./patch.js" */
/** @import {Stream} from "./streams.js" */

import {
  CORNERS, FOUNTAINS, MIDDLES, OUTWARD, PATH, SQUARE_NAMES, channel, channelLength, columnOf, number, pathBox,
  pathMiddle, rowOf, sideOf, squareCorner, squareOf,
} from "./geometry.js";
import { group, line, moveTo, node, use } from "./nodes.js";
import { REACH, streamOf } from "./streams.js";

/** From below. */
export const LAYERS = /** @type {const} */ ([
  "frame", "path", "land", "plates", "tiles", "reservoirs", "water", "decks", "upper-water", "gates", "medals", "marks",
  "ghosts", "fountains", "builders", "workmen", "arrows",
]);

/** @typedef {(typeof LAYERS)[number]} Layer */
/** @typedef {Partial<Record<Layer, Drawn[]>>} Layers */

/** The kind of a builder in the names of symbols. @type {Readonly<Record<string, string>>} */
export const KIND_IDS = { C: "curve", D: "double", S: "straight", B: "bridge", J: "joker" };

/**
 * The dash pattern of each color's water, so that nothing depends on color alone.
 * @type {Readonly<Record<Color, string>>}
 */
export const PATTERNS = { yellow: "", red: "16 6", blue: "5 4.5", green: "16 5 4.5 5" };

const EDGE = 27.4;
const WATER = 17;

/** What no move changes. */
const STILL = {
  frame: [use("frame", "frame")],
  path: Array.from({ length: PATH }, (_, index) => use(`path-${index + 1}`, `${index + 1}`, pathBox(index + 1))),
  fountains: FOUNTAINS.map((middle, index) => use("fountain", `fountain ${index}`, middle)),
};

/** Cache of the nodes on squares, by symbol and square: the same object in every view, so that comparing is quick. */
const lying = /** @type {Map<string, Drawn>} */ (new Map());

/**
 * @param {string} symbol
 * @param {string} square
 * @param {string} [key]
 * @param {Drawn["attrs"]} [attrs]
 */
function onSquare(symbol, square, key = square, attrs = undefined) {
  const name = `${symbol} ${square}`;
  const drawn = lying.get(name) ?? use(symbol, key, squareCorner(square), attrs);
  lying.set(name, drawn);
  return drawn;
}

/**
 * Every layer of a view; marks, ghosts and arrows are not among them.
 * @param {View} view
 * @returns {Layers}
 */
export function scene(view) {
  const streams = view.aqueducts.map((aqueduct) => ({ aqueduct, stream: streamOf(aqueduct.course) }));
  const tiles = SQUARE_NAMES.filter((square) => view.tiles[square]);
  const bare = SQUARE_NAMES.filter((square) => !view.tiles[square]);
  const laid = tiles.filter((square) => !CORNERS.has(square));
  const bridges = tiles.filter((square) => view.tiles[square] === "B");
  const laidOn = (/** @type {string} */ symbol, /** @type {string} */ square) =>
    onSquare(symbol, square, square, { "data-square": square });
  return {
    ...STILL,
    land: [
      use("field", "field"),
      ...bare.map((square) => onSquare(`ground-${square}`, square)),
      use("grid", "grid"),
    ],
    plates: [
      ...laid.map((square) => onSquare("plate-shadow", square, `shadow ${square}`)),
      ...tiles.map((square) => onSquare(plateOf(square), square)),
    ],
    tiles: tiles.map((square) => laidOn(`face-${view.tiles[square]}`, square)),
    reservoirs: view.reservoirs.map(reservoir),
    water: streams.map(({ aqueduct, stream }) => water(aqueduct, stream)),
    decks: bridges.map((square) => laidOn("deck", square)),
    "upper-water": streams.flatMap(({ aqueduct, stream }) => upperWater(aqueduct, stream, view)),
    gates: streams.filter(({ aqueduct }) => !aqueduct.open).map(({ aqueduct, stream }) => gate(aqueduct, stream)),
    medals: streams.flatMap(({ aqueduct, stream }) => medals(aqueduct, stream)),
    builders: Object.entries(view.builders).map(([path, kind]) =>
      use(`builder-${KIND_IDS[kind]}`, path, pathMiddle(Number(path)), { class: "board-builder", "data-path": path }),
    ),
    workmen: streams
      .filter(({ aqueduct }) => aqueduct.open)
      .sort((a, b) => a.stream.stand.y - b.stream.stand.y || a.stream.stand.x - b.stream.stand.x)
      .map(({ aqueduct, stream }) =>
        use(`workman-${aqueduct.color}`, `${aqueduct.id}`, stream.stand, {
          class: "board-workman",
          "data-port": stream.end,
          "data-aqueduct": aqueduct.id,
        }),
      ),
  };
}

/** @param {string} square */
export function plateOf(square) {
  if (CORNERS.has(square)) return "plate-printed";
  return `plate-${(((rowOf(square) * 11 + columnOf(square)) * 7) % 3) + 1}`;
}

/**
 * @param {View["reservoirs"][number]} reservoir
 * @returns {Drawn}
 */
function reservoir({ color, squares, outlets }) {
  const [first, second] = squares;
  const way = columnOf(first) !== columnOf(second) ? "h" : "v";
  const corner = [first, second].map(squareCorner).sort((a, b) => a.x - b.x || a.y - b.y)[0];
  return group(color, { "data-color": color }, [
    use(`reservoir-${color}-${way}`, "basin", corner),
    ...outlets.map((port) => use(`outlet-${port[2]}`, port, squareCorner(squareOf(port)), { "data-port": port })),
  ]);
}

/**
 * The water of an aqueduct, under the decks of bridges.
 * @param {Aqueduct} aqueduct
 * @param {Stream} stream
 * @returns {Drawn}
 */
function water(aqueduct, stream) {
  const attrs = {
    class: aqueduct.open ? "board-stream" : "board-stream closed",
    "data-aqueduct": aqueduct.id,
    "data-color": aqueduct.color,
  };
  return group(`${aqueduct.id}`, attrs, strokes(aqueduct, stream.course, 0));
}

/**
 * The water that runs over bridges, on their decks; dashes go on where they were.
 * @param {Aqueduct} aqueduct
 * @param {Stream} stream
 * @param {View} view
 * @returns {Drawn[]}
 */
function upperWater(aqueduct, stream, view) {
  let run = REACH;
  const parts = [];
  for (const { square, enter, leave } of stream.passes) {
    if (view.tiles[square] === "B" && enter % 2 === 0) {
      const course = channel(enter, leave, squareCorner(square));
      parts.push(group(square, { "data-square": square }, strokes(aqueduct, course, run)));
    }
    run += channelLength(enter, leave);
  }
  const attrs = { class: "board-stream", "data-aqueduct": aqueduct.id };
  return parts.length ? [group(`${aqueduct.id}`, attrs, parts)] : [];
}

/**
 * The lines of which water is made, from the colored edge inwards.
 * @param {{color: Color, open?: boolean}} aqueduct
 * @param {string} course
 * @param {number} run how far from the basin the course begins
 * @returns {Drawn[]}
 */
export function strokes({ color, open }, course, run) {
  const pattern = PATTERNS[color] || undefined;
  const edge = line("color", course, color, EDGE, {
    class: "board-edge",
    "stroke-dasharray": pattern,
    "stroke-dashoffset": pattern && run ? number(-run) : undefined,
    "stroke-opacity": open ? undefined : 0.9,
  });
  if (!open) {
    return [
      line("edge", course, "wall", EDGE),
      edge,
      line("bed", course, "bed-dark", WATER + 2.2),
      line("still", course, "water-still", WATER),
    ];
  }
  const glint = line("glint", course, "water-light", 2.6, {
    class: "board-glint",
    "stroke-linecap": "round",
    "stroke-dasharray": "13 8 5 9",
    "stroke-dashoffset": run ? number(-run) : undefined,
  });
  return [
    line("edge", course, "edge", EDGE),
    edge,
    line("bed", course, `${color}-dark`, WATER + 2.2),
    line("deep", course, "water-deep", WATER),
    line("water", course, "water", WATER - 4, { transform: "translate(1 1.2)" }),
    run ? { ...glint, vars: { "--run": `${number(-run)}px` } } : glint,
  ];
}

/**
 * @param {Aqueduct} aqueduct
 * @param {Stream} stream
 * @returns {Drawn}
 */
function gate({ id, color }, { end }) {
  const side = sideOf(end);
  const corner = squareCorner(squareOf(end));
  const x = corner.x + MIDDLES[side].x - OUTWARD[side].x * 8;
  const y = corner.y + MIDDLES[side].y - OUTWARD[side].y * 8;
  const transform = `${moveTo({ x, y })}rotate(${side * 90})`;
  return node("use", `${id}`, { href: `#gate-${color}`, transform, "data-port": end });
}

/**
 * The color's letter on every third square: shown only to those who want patterns made stronger.
 * @param {Aqueduct} aqueduct
 * @param {Stream} stream
 * @returns {Drawn[]}
 */
function medals({ id, color }, { passes }) {
  return passes
    .filter((_, index) => index % 3 === 1)
    .map(({ square, enter, leave }, index) => {
      const corner = squareCorner(square);
      const middle =
        (enter ^ leave) === 2
          ? { x: corner.x + 50, y: corner.y + 50 }
          : {
              x: corner.x + 50 + (MIDDLES[enter].x + MIDDLES[leave].x - 100) * 0.293,
              y: corner.y + 50 + (MIDDLES[enter].y + MIDDLES[leave].y - 100) * 0.293,
            };
      return group(`${id} ${index}`, { transform: `${moveTo(middle)}scale(0.62)` }, [use(`medal-${color}`, "medal")]);
    });
}
