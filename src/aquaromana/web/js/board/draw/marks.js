/** What is emphasized on the board, as data: the last move, lines of sight, walks, and what can be used. */

/** @import {Color, Ghost, MarkState, Marks, Square, Target, View} from "../../types.js" */
/** @import {Box, Point} from "./geometry.js" */
/** @import {Drawn} from "./patch.js" */
/** @import {Layers} from "./scene.js" */

import {
  FOUNTAINS, fountainAfter, middleOf, nextPath, number, outerEdge, pathBox, pathMiddle, squareBox, walkCourse,
} from "./geometry.js";
import { ghostTiles } from "./ghosts.js";
import { disk, group, line, moveTo, node, paint, rect, ring, shape, use } from "./nodes.js";
import { digits, sign } from "./signs.js";
import { barrier, stopSign } from "./stop.js";
import { streamOf } from "./streams.js";

/** Two sandals, one before the other. */
const FOOTPRINTS = [[-9, 5], [9, -7]]
  .map(([x, y]) => {
    const sole = `M${x} ${y - 13}c5 0 6.5 5 5.5 11c-.6 3.5-1 4-1 6h-9c0-2-.4-2.5-1-6c-1-6 .5-11 5.5-11Z`;
    return `${sole}M${x - 4} ${y + 6}h8v3a4 4 0 0 1-8 0Z`;
  })
  .join("");

/** Where a workman's body is, over his feet. */
export const BODY = -22;

const ROUND = { "stroke-linejoin": "round", "stroke-linecap": "round" };

/**
 * The layers of marks.
 * @param {View} view
 * @param {Marks} marks
 * @param {readonly Ghost[]} ghosts the one to show for each square
 * @param {Target | null} hover what pointer or keyboard is on
 * @returns {Layers}
 */
export function markLayers(view, marks, ghosts, hover) {
  const over = hover ? `${hover.what} ${hover.name}` : "";
  const workmen = marks.workmen.flatMap(({ port, state, gets }) => {
    const at = standAt(view, port);
    return at ? [{ key: `workman ${port}`, at, state, gets }] : [];
  });
  const drawn = [
    ...marks.last.squares.map((square) => brackets(`last ${square}`, squareBox(square))),
    ...marks.last.paths.map((path) => brackets(`last ${path}`, pathBox(path))),
    ...(marks.focus?.squares ?? []).map((square) => spotlight(`focus ${square}`, squareBox(square))),
    ...(marks.focus?.paths ?? []).map((path) => spotlight(`focus ${path}`, pathBox(path))),
    ...marks.squares.map(({ square, state }) => field(`square ${square}`, squareBox(square), state)),
    ...marks.paths.map(({ path, state }) => slab(`path ${path}`, path, state)),
    ...marks.beams.map(({ square, path }) => beam(square, path)),
    ...marks.builders.map(({ path, state }) => halo(`builder ${path}`, pathMiddle(path), 46, state)),
    ...workmen.map(({ key, at, state }) => halo(key, { x: at.x, y: at.y + BODY }, 36, state)),
  ];
  const chosen = ghosts.length ? [] : workmen.filter(({ state }) => drawnAs(state) === "chosen");
  return {
    marks: drawn.map((one) => (one.key === over ? hovered(one) : one)),
    ghosts: [...ghostTiles(view, ghosts), ...hintTiles(view, marks, ghosts)],
    arrows: [
      ...hintArrows(view, marks),
      ...marks.walks.flatMap(({ from, to, fountain }) => [walk(from, to), ...(fountain ? splashes(from, to) : [])]),
      ...(marks.ended ?? []).map(({ tile, port }) => ended(tile, port)),
      ...workmen.flatMap(({ key, at, gets }) => (gets === undefined ? [] : [plaque(`gets ${key}`, at, gets)])),
      ...chosen.map(({ key, at }) => pointer(key, { x: at.x, y: at.y - 64 })),
    ],
  };
}

/**
 * The tiles of a hint; where one can be chosen already its ghost says more.
 * @param {View} view
 * @param {Marks} marks
 * @param {readonly Ghost[]} ghosts
 */
function hintTiles(view, { hint }, ghosts) {
  const free = (hint?.tiles ?? []).filter(({ square }) => !ghosts.some((ghost) => ghost.square === square));
  const tiles = free.map((tile) => ({ ...tile, state: /** @type {const} */ ("usable") }));
  return ghostTiles(view, tiles).map((one) => ({ ...one, key: `hint ${one.key}` }));
}

/**
 * Where a hint points: rings around the place, the walks of its stretch.
 * @param {View} view
 * @param {Marks} marks
 * @returns {Drawn[]}
 */
function hintArrows(view, { hint }) {
  if (!hint) return [];
  const stand = hint.workman ? standAt(view, hint.workman) : null;
  const middles = [
    ...(stand ? [{ x: stand.x, y: stand.y + BODY }] : []),
    ...(hint.square ? [middleOf(squareBox(hint.square))] : []),
    ...[...(hint.path ? [hint.path] : []), ...hint.placed.filter((path) => path !== hint.path)].map(pathMiddle),
  ];
  return [
    ...middles.map((at, index) => beacon(`hint ${index}`, at)),
    ...hint.walks.flatMap(({ from, to, fountain }) => [walk(from, to), ...(fountain ? splashes(from, to) : [])]),
  ];
}

/**
 * A double ring that draws the eye.
 * @param {string} key
 * @param {Point} at
 * @returns {Drawn}
 */
function beacon(key, at) {
  return group(key, { class: "board-beacon", transform: moveTo(at) }, [
    group("rings", { class: "board-beacon-rings" }, [
      ring("under", { x: 0, y: 0 }, 52, "outline", 11),
      ring("over", { x: 0, y: 0 }, 52, "mark", 6),
      ring("inner", { x: 0, y: 0 }, 42, "glow", 4),
    ]),
  ]);
}

/**
 * The figures with the state of their marks.
 * @param {Layers} drawn
 * @param {Marks} marks
 * @returns {Layers}
 */
export function withStates(drawn, marks) {
  const workmen = new Map(marks.workmen.map(({ port, state }) => [port, state]));
  const builders = new Map(marks.builders.map(({ path, state }) => [String(path), state]));
  return {
    ...drawn,
    workmen: drawn.workmen?.map((one) => stated(one, workmen.get(String(one.attrs?.["data-port"])))),
    builders: drawn.builders?.map((one) => stated(one, builders.get(one.key))),
  };
}

/**
 * @param {Drawn} one
 * @param {MarkState | undefined} state
 */
function stated(one, state) {
  return state ? { ...one, attrs: { ...one.attrs, class: `${one.attrs?.class} ${drawnAs(state)}` } } : one;
}

/** What is looked at shows what choosing it would show. @param {MarkState} state */
function drawnAs(state) {
  return state === "looked" ? "chosen" : state;
}

/** @param {Drawn} drawn */
function hovered(drawn) {
  return { ...drawn, attrs: { ...drawn.attrs, class: `${drawn.attrs?.class} hover` } };
}

/**
 * Where the workman of a port stands, or null if there is none.
 * @param {View} view
 * @param {string} port
 * @returns {Point | null}
 */
function standAt(view, port) {
  const aqueduct = view.aqueducts.find(({ open, course }) => open && course[course.length - 1] === port);
  return aqueduct ? streamOf(aqueduct.course).stand : null;
}

/**
 * The corners of a box.
 * @param {string} key
 * @param {Box} box
 * @returns {Drawn}
 */
function brackets(key, { x, y, width, height }) {
  const [left, top, right, low] = [x + 4, y + 4, x + width - 4, y + height - 4];
  /** @type {(u: number, v: number, du: number, dv: number) => string} */
  const corner = (u, v, du, dv) => `M${u} ${v + dv * 22}V${v + dv * 7}Q${u} ${v} ${u + du * 7} ${v}H${u + du * 22}`;
  const d = corner(left, top, 1, 1) + corner(right, top, -1, 1) + corner(right, low, -1, -1) + corner(left, low, 1, -1);
  return group(key, { class: "board-last" }, [
    line("under", d, "outline", 7, { ...ROUND, "stroke-opacity": 0.75 }),
    line("over", d, "mark", 3.4, ROUND),
  ]);
}

/**
 * A place to look at.
 * @param {string} key
 * @param {Box} box
 * @returns {Drawn}
 */
function spotlight(key, { x, y, width, height }) {
  /** @type {[number, number, number, number]} */
  const outer = [x + 1, y + 1, width - 2, height - 2];
  const pen = { rx: 12, fill: "none" };
  return group(key, { class: "board-focus" }, [
    rect("glow", outer, "glow", { rx: 12, "fill-opacity": 0.22 }),
    rect("under", outer, "outline", { ...pen, stroke: paint("outline"), "stroke-width": 9 }),
    rect("line", outer, "glow", { ...pen, stroke: paint("glow"), "stroke-width": 5 }),
  ]);
}

/**
 * A square that can be used.
 * @param {string} key
 * @param {Box} box
 * @param {MarkState} state
 * @returns {Drawn}
 */
function field(key, { x, y, width, height }, state) {
  /** @type {[number, number, number, number]} */
  const inner = [x + 5, y + 5, width - 10, height - 10];
  const pen = { rx: 10, fill: "none" };
  return group(key, { class: `board-field ${drawnAs(state)}` }, [
    rect("glow", inner, "glow", { rx: 10, class: "board-glow", "fill-opacity": 0.3 }),
    rect("line", inner, "glow", { ...pen, stroke: paint("glow"), "stroke-width": 4 }),
    rect("edge", inner, "mark", { ...pen, stroke: paint("mark"), "stroke-width": 1.8 }),
  ]);
}

/**
 * A path square that can be used: footprints that wait for a builder.
 * @param {string} key
 * @param {number} path
 * @param {MarkState} state
 * @returns {Drawn}
 */
function slab(key, path, state) {
  const marked = field(key, pathBox(path), state);
  const attrs = { d: FOOTPRINTS, transform: moveTo(pathMiddle(path)), fill: paint("slab-ink"), class: "board-feet" };
  return { ...marked, kids: [...(marked.kids ?? []), node("path", "feet", attrs)] };
}

/**
 * A glow around a figure.
 * @param {string} key
 * @param {Point} at
 * @param {number} r
 * @param {MarkState} state
 * @returns {Drawn}
 */
function halo(key, at, r, state) {
  return group(key, { class: `board-halo ${drawnAs(state)}` }, [
    group("glow", { class: "board-glow" }, [
      disk("outer", at, r + 6, "glow", { "fill-opacity": 0.28 }),
      disk("inner", at, r, "glow", { "fill-opacity": 0.42 }),
    ]),
    ring("ring", at, r, "glow", 5, { class: "board-ring" }),
    ring("edge", at, r + 2.4, "mark", 2, { class: "board-ring-edge" }),
  ]);
}

/**
 * What a workman would get whose aqueduct were closed by choice: a podium with its number, or the sign of those who
 * leave the game.
 * @param {string} key
 * @param {Point} stand
 * @param {number} podium
 * @returns {Drawn}
 */
function plaque(key, { x, y }, podium) {
  const middle = { x: 0, y: 0 };
  return group(key, { class: "board-gets", "data-podium": podium, transform: moveTo({ x: x + 24, y: y - 48 }) }, [
    disk("ground", middle, 17, "sign", { stroke: paint("sign-line"), "stroke-width": 2.5 }),
    podium ? digits(podium, 0, 8, 16, "sign-ink") : line("none", "M-7 -7L7 7M7 -7L-7 7", "mark", 4.5, ROUND),
  ]);
}

/** A workman who cannot be chosen now, for the legend. @param {Color} color */
export function dimSign(color) {
  return sign("-44 -66 88 88", [halo("halo", { x: 0, y: -22 }, 36, "dim"), use(`workman-${color}`, "workman")]);
}

/** What a workman would get, for the legend. @param {number} podium 0 for none */
export function getsSign(podium) {
  return sign("-20 -20 40 40", [plaque("gets", { x: -24, y: 48 }, podium)]);
}

/**
 * A tile that has ended an aqueduct: the sign on the tile, and a bar across the end.
 * @param {Square} tile
 * @param {string} port
 * @returns {Drawn}
 */
function ended(tile, port) {
  const { x, y } = squareBox(tile);
  return group(`ended ${tile} ${port}`, { class: "board-ended", "data-tile": tile }, [
    barrier("end", port),
    stopSign("tile", { x: x + 82, y: y + 18 }, 13),
  ]);
}

/**
 * A small arrow over the chosen workman or builder.
 * @param {string} key
 * @param {Point} at
 * @returns {Drawn}
 */
function pointer(key, at) {
  const d = "M-11 -15H11L0 2Z";
  return group(key, { transform: moveTo(at) }, [
    group("bob", { class: "board-pointer" }, [shape("under", d, "outline", 7), shape("over", d, "mark", 2)]),
  ]);
}

/**
 * A path through points.
 * @param {readonly Point[]} points
 */
function through(points) {
  return `M${points.map(({ x, y }) => `${number(x)} ${number(y)}`).join("L")}`;
}

/**
 * A line of sight, wider towards the builder.
 * @param {Square} square
 * @param {number} path
 * @returns {Drawn}
 */
function beam(square, path) {
  const from = middleOf(squareBox(square));
  const to = pathMiddle(path);
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const px = ((to.y - from.y) / length) * 15;
  const py = (-(to.x - from.x) / length) * 15;
  const wedge = through([from, { x: to.x + px, y: to.y + py }, { x: to.x - px, y: to.y - py }]);
  const sight = through([from, to]);
  const dots = { "stroke-dasharray": "1 12", "stroke-linecap": "round" };
  return group(`beam ${square} ${path}`, { class: "board-beam", "data-beam": `${square} ${path}` }, [
    node("path", "wedge", { d: `${wedge}Z`, fill: paint("beam"), "fill-opacity": 0.55 }),
    line("sight", sight, "outline", 5, dots),
    line("dots", sight, "mark", 2.8, dots),
  ]);
}

/**
 * An arrow along the path.
 * @param {number} from
 * @param {number} to
 * @returns {Drawn}
 */
function walk(from, to) {
  const points = walkCourse(from, to, outerEdge);
  const [before, last] = points.slice(-2);
  const length = Math.hypot(last.x - before.x, last.y - before.y) || 1;
  const [dx, dy] = [(last.x - before.x) / length, (last.y - before.y) / length];
  /** A point before the end of the way, and beside it. @type {(ahead: number, aside: number) => Point} */
  const near = (ahead, aside) => ({ x: last.x + dx * ahead - dy * aside, y: last.y + dy * ahead + dx * aside });
  const way = through([...points.slice(0, -1), near(-6, 0)]);
  const head = `${through([near(12, 0), near(-8, 9), near(-8, -9)])}Z`;
  return group(`walk ${from} ${to}`, { class: "board-walk", "data-walk": `${from} ${to}` }, [
    line("under", way, "outline", 8, ROUND),
    shape("head under", head, "outline", 4),
    line("over", way, "mark", 4.4, ROUND),
    shape("head", head, "mark"),
  ]);
}

/**
 * The fountains that a walk passes.
 * @param {number} from
 * @param {number} to
 * @returns {Drawn[]}
 */
function splashes(from, to) {
  const parts = [];
  let at = from;
  do {
    const index = fountainAfter(at);
    if (index >= 0) parts.push(splash(`splash ${index}`, FOUNTAINS[index]));
    at = nextPath(at);
  } while (at !== to);
  return parts;
}

/**
 * @param {string} key
 * @param {Point} at
 * @returns {Drawn}
 */
function splash(key, at) {
  const middle = { x: 0, y: 0 };
  return group(key, { transform: moveTo(at), class: "board-splash" }, [
    ring("ring", middle, 45, "glow", 6),
    ring("edge", middle, 48, "mark", 2),
    group("plus", { transform: "translate(28 -28)" }, [
      disk("disk", middle, 17, "sign", { stroke: paint("mark"), "stroke-width": 3 }),
      line("cross", "M-8 0H8M0 -8V8", "sign-ink", 4.5, { "stroke-linecap": "round" }),
    ]),
  ]);
}

/** A fountain that a builder passes, for the legend. */
export function splashSign() {
  return sign("-54 -54 108 108", [use("fountain", "fountain"), splash("splash", { x: 0, y: 0 })]);
}
