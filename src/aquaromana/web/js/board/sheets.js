/**
 * The SVG sheets of the board, on top of each other, with the animated fountains. A large change is drawn over several
 * frames.
 */

/** @import {Box} from "./draw/geometry.js" */
/** @import {Layer, Layers} from "./draw/scene.js" */

import { h, s } from "../lib/dom.js";
import { FOUNTAINS } from "./draw/geometry.js";
import { paint } from "./draw/nodes.js";
import { patch } from "./draw/patch.js";
import { onTheWay } from "./draw/stages.js";
import { loadSymbols } from "./draw/symbols.js";

/**
 * The layers on each sheet; a sheet is painted by itself, so that water can move without the rest being painted again.
 * @type {Readonly<Record<string, readonly (Layer | "flow" | "upper-flow" | "animation")[]>>}
 */
const SHEETS = {
  ground: ["frame", "path", "fountains", "land", "plates", "tiles", "reservoirs"],
  water: ["water", "flow"],
  decks: ["decks"],
  upper: ["upper-water", "upper-flow", "gates", "medals"],
  // What is painted after something that moves, on the same sheet, would be blurred.
  marks: ["ghosts", "marks"],
  play: ["builders", "workmen"],
  arrows: ["arrows"],
  animation: ["animation"],
};

/** The water of a fountain is so wide. */
const BASIN = 66;

/** @param {() => void} onDrawn everything that was to be drawn is there */
export function createSheets(onDrawn) {
  /** @type {Map<string, SVGGElement>} */
  const layers = new Map();
  const sheets = Object.entries(SHEETS).map(([name, names]) => {
    const groups = names.map((layer) => s("g", { "data-layer": layer }));
    names.forEach((layer, index) => layers.set(layer, groups[index]));
    return s("svg", { class: "board-sheet", "data-sheet": name, "aria-hidden": "true", focusable: "false" }, groups);
  });
  const fountains = FOUNTAINS.map(() => fountain());

  /** What is to be drawn, and what is. @type {Layers} */
  let latest = {};
  /** @type {Layers} */
  let present = {};
  /** Whether there are symbols to draw with. */
  let ready = false;
  /** Whether everything has been drawn once. */
  let isBegun = false;
  /** The frame in which the next part comes. */
  let frame = 0;
  /** Promises that wait until everything is drawn. @type {((value?: undefined) => void)[]} */
  const waiting = [];
  loadSymbols()
    .catch((error) => console.error(error))
    .finally(() => {
      ready = true;
      advance();
    });

  /** Draw what is new, or as much of it as a frame can take. */
  function advance() {
    frame = 0;
    if (ready && Object.keys(latest).length) show(onTheWay(present, latest));
  }

  /** @param {Layers} next */
  function show(next) {
    for (const name of /** @type {Layer[]} */ (Object.keys(next))) {
      if (next[name] !== present[name]) patch(layer(name), next[name] ?? []);
    }
    present = next;
    if (next !== latest) {
      frame = requestAnimationFrame(advance);
    } else {
      isBegun = true;
      onDrawn();
      for (const resolve of waiting.splice(0)) resolve();
    }
  }

  /** @param {string} name */
  function layer(name) {
    return /** @type {SVGGElement} */ (layers.get(name));
  }

  return {
    elements: [...sheets, ...fountains],
    layer,
    /**
     * Draw these layers; the others stay as they are.
     * @param {Layers} next
     */
    draw(next) {
      latest = { ...latest, ...next };
      if (!ready || frame) return;
      const now = onTheWay(present, latest);
      // What takes several frames begins with the next.
      if (now === latest && isBegun) show(now);
      else frame = requestAnimationFrame(advance);
    },
    /** Whether all that is to be drawn is there. */
    isDrawn: () => present === latest,
    /** Resolves when it is. */
    drawn: () => new Promise((resolve) => (present === latest ? resolve(undefined) : waiting.push(resolve))),
    /** Show this part of the drawing. @param {Box} box */
    fit({ x, y, width, height }) {
      for (const sheet of sheets) sheet.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      fountains.forEach(({ style }, index) => {
        style.left = `${((FOUNTAINS[index].x - x) / width) * 100}%`;
        style.top = `${((FOUNTAINS[index].y - y) / height) * 100}%`;
        style.width = `${(BASIN / width) * 100}%`;
        style.height = `${(BASIN / height) * 100}%`;
      });
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

/** What plays in a fountain, over its symbol: rings on the water, and the jets. */
function fountain() {
  const jets = Array.from({ length: 8 }, (_, step) => {
    const turn = (Math.PI * 2 * (step + 0.5)) / 8;
    const to = (/** @type {number} */ r, /** @type {number} */ lift) =>
      `${(r * Math.cos(turn)).toFixed(1)} ${(r * Math.sin(turn) - lift).toFixed(1)}`;
    return `M${to(5, 0)}Q${to(15, 11)} ${to(24, 1)}`;
  }).join("");
  const drawing = s(
    "svg",
    { viewBox: `${-BASIN / 2} ${-BASIN / 2} ${BASIN} ${BASIN}`, "aria-hidden": "true", focusable: "false" },
    s("path", { d: jets, fill: "none", stroke: paint("outline"), "stroke-width": 2.6, "stroke-linecap": "round" }),
  );
  return h("div", { class: "board-fountain", "aria-hidden": "true" }, h("i"), h("i"), drawing);
}
