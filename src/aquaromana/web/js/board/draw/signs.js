/**
 * Small pictures for panels, lists and sentences: a kind of tile, a builder, a workman, a podium.
 *
 *   tileSign("C"), tileSign("Cne")        a tile: of a kind, or lying one way round
 *   builderSign("C")                      a builder as he stands on the path
 *   workmanSign("yellow")                 a workman
 *   seatSign(["yellow", "blue"])          the colors of a seat with their patterns, as an upright ribbon
 *   waterSign("red"), podiumSign(7)       a piece of aqueduct, a podium with its number
 *
 * Each is an <svg> that is as high as a line of text unless CSS says otherwise (class `sign`), and hidden from screen
 * readers unless it is given a name: tileSign("C", {name: t("common.kind.C")}).
 */

/** @import {Color, Face, Kind} from "../../types.js" */
/** @import {Drawn} from "./patch.js" */

import { CHANNELS, channel } from "./geometry.js";
import { disk, group, line, node, paint, rect, ring, shape, use } from "./nodes.js";
import { patch } from "./patch.js";
import { KIND_IDS, PATTERNS, strokes } from "./scene.js";
import { stopSign } from "./stop.js";
import { loadSymbols } from "./symbols.js";

/** @typedef {{name?: string, className?: string}} Options */

/** The face that stands for a kind. @type {Readonly<Record<string, Face>>} */
const FACES = { C: "Ces", D: "Dnw", S: "Sns", B: "B" };

/**
 * @param {string} box the viewBox
 * @param {readonly Drawn[]} content
 * @param {Options} [options]
 * @returns {SVGSVGElement}
 */
export function sign(box, content, { name, className } = {}) {
  loadSymbols().catch(() => {});
  const element = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  element.setAttribute("viewBox", box);
  element.setAttribute("class", className ? `sign ${className}` : "sign");
  element.setAttribute("focusable", "false");
  if (name) {
    element.setAttribute("role", "img");
    element.setAttribute("aria-label", name);
  } else {
    element.setAttribute("aria-hidden", "true");
  }
  patch(element, content);
  return element;
}

/**
 * A tile of a kind, or one lying one way round. With `water`, the water in its channels: the color by the channel's
 * first side, as the notation writes it (Dne has the channels n and s).
 * @param {Kind | Face} what
 * @param {Options & {water?: Readonly<Record<string, Color>>}} [options]
 */
export function tileSign(what, options = {}) {
  const face = FACES[what] ?? what;
  return sign("-3 -3 106 106", tile(face, options.water ?? {}), options);
}

/**
 * A tile at 0, 0 with water in it.
 * @param {Face} face
 * @param {Readonly<Record<string, Color>>} water the color by the side of a channel
 * @returns {Drawn[]}
 */
export function tile(face, water) {
  const colored = CHANNELS[face].map(([a, b]) => {
    const from = "nesw"[a] in water ? a : b;
    const color = water["nesw"[from]];
    const course = channel(from, from === a ? b : a, { x: 0, y: 0 });
    return color ? group(`water ${a}`, {}, strokes({ color, open: true }, course, 0)) : null;
  });
  const parts = [use("plate-shadow", "shadow"), use("plate-1", "plate"), use(`face-${face}`, "face")];
  const bridge = face === "B";
  return /** @type {Drawn[]} */ ([
    ...parts,
    ...(bridge ? [colored[1], use("deck", "deck"), colored[0]] : colored),
  ].filter(Boolean));
}

/**
 * @param {Kind} kind
 * @param {Options} [options]
 */
export function builderSign(kind, options) {
  return sign("-46 -49 92 98", [use(`builder-${KIND_IDS[kind]}`, "builder")], options);
}

/**
 * @param {Color} color
 * @param {Options} [options]
 */
export function workmanSign(color, options) {
  return sign("-26 -55 52 64", [use(`workman-${color}`, "workman")], options);
}

/**
 * @param {readonly Color[]} colors
 * @param {Options} [options]
 */
export function seatSign(colors, options) {
  const share = 100 / colors.length;
  const content = colors.flatMap((color, index) => {
    const ends = `M8 ${index * share}V${(index + 1) * share - (index + 1 < colors.length ? 4 : 0)}`;
    return [
      line(`edge ${color}`, ends, "edge", 16),
      line(color, ends, color, 16, { "stroke-dasharray": PATTERNS[color] || undefined }),
    ];
  });
  return sign("0 0 16 100", content, { ...options, className: `sign-seat ${options?.className ?? ""}` });
}

/**
 * A piece of aqueduct with water of a color.
 * @param {Color} color
 * @param {Options & {open?: boolean}} [options]
 */
export function waterSign(color, options = {}) {
  const course = "M22 -4V74";
  const content = [
    line("wall-line", course, "wall-line", 43.6),
    line("wall", course, "wall", 42),
    line("bed", course, "wall-line", 30.4),
    group("water", {}, strokes({ color, open: options.open ?? true }, course, 0)),
  ];
  return sign("0 0 44 70", content, options);
}

/**
 * A podium with its number; 0 is a low one with a dash.
 * @param {number} podium
 * @param {Options} [options]
 */
export function podiumSign(podium, options) {
  const top = podium ? 6 : 44;
  const content = [
    rect("side", [2, top, 60, 68 - top], "slab-dark", { rx: 3, stroke: paint("wall-line"), "stroke-width": 2 }),
    rect("front", [3, top + 1, 56, 66 - top], "slab", { rx: 2 }),
    rect("top", [3, top + 1, 58, 10], "slab-light", { rx: 2 }),
    podium ? digits(podium, 32, 56, 34) : line("none", "M20 30H44", "ink-soft", 5, { "stroke-linecap": "round" }),
  ];
  return sign("0 0 64 70", content, options);
}

/**
 * The sign of what closes an aqueduct.
 * @param {Options} [options]
 */
export function endSign(options) {
  return sign("-19 -19 38 38", [stopSign("stop", { x: 0, y: 0 })], options);
}

/** The glow around what can be chosen, here around a workman. @param {Color} color */
export function glowSign(color) {
  const middle = { x: 0, y: -22 };
  return sign("-42 -64 84 84", [
    disk("glow", middle, 36, "glow", { "fill-opacity": 0.42 }),
    ring("ring", middle, 36, "glow", 5),
    ring("edge", middle, 38.4, "mark", 2),
    use(`workman-${color}`, "workman"),
  ]);
}

/** The end of a closed aqueduct: a gate, and still water. @param {Color} color */
export function gateSign(color) {
  const course = "M40 64V24";
  return sign("0 0 80 64", [
    line("wall-line", "M40 64V8", "wall-line", 43.6),
    line("wall", "M40 64V9", "wall", 42),
    line("bed", "M40 64V9", "bed", 30.4),
    group("water", {}, strokes({ color, open: false }, course, 0)),
    use(`gate-${color}`, "gate", { x: 40, y: 22 }),
  ]);
}

/** The corners around what changed last. */
export function lastSign() {
  const d = "M4 24V11Q4 4 11 4H24M56 4H69Q76 4 76 11V24M76 56V69Q76 76 69 76H56M24 76H11Q4 76 4 69V56";
  return sign("0 0 80 80", [line("last", d, "mark", 5, { "stroke-linecap": "round" })]);
}

/** An arrow along the way of a builder. */
export function walkSign() {
  return sign("0 0 90 60", [line("walk", "M8 30H62", "mark", 7), shape("head", "M60 14L86 30L60 46Z", "mark")]);
}

/** A fountain of the path. */
export function fountainSign() {
  return sign("-50 -50 100 100", [use("fountain", "fountain")]);
}

/** Widths of the digits, as drawing/lettering.py has them, and the room between two. */
export const DIGIT_WIDTHS = [64, 40, 60, 58, 64, 58, 62, 58, 62, 62];
export const DIGIT_SPACE = 13;

/**
 * A number in the letters of the drawing, with its middle at x and its base line at y.
 * @param {number} value
 * @param {number} x
 * @param {number} y
 * @param {number} size height of the digits
 * @param {string} [color] a name of the theme
 * @returns {Drawn}
 */
export function digits(value, x, y, size, color = "slab-ink") {
  const figures = [...String(value)].map(Number);
  const scale = size / 100;
  const width = figures.reduce((sum, digit) => sum + DIGIT_WIDTHS[digit], DIGIT_SPACE * (figures.length - 1));
  let at = x - (width / 2) * scale;
  const parts = figures.map((digit, index) => {
    const transform = `translate(${at.toFixed(1)} ${y.toFixed(1)})scale(${scale})`;
    at += (DIGIT_WIDTHS[digit] + DIGIT_SPACE) * scale;
    return node("use", `${index}`, { href: `#digit-${digit}`, transform });
  });
  return group("digits", { color: paint(color) }, parts);
}
