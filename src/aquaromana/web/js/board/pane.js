// The viewport of the board: SVG sheets on top of each other, animated fountains, and a camera.

/** @import {Camera, Size} from "./camera.js" */
/** @import {Box, Point} from "./draw/geometry.js" */
/** @import {Layer, Layers} from "./draw/scene.js" */

import { h, s } from "../lib/dom.js";
import { moving } from "../lib/settings.js";
import { WHOLE, centered, clamped, inSight, isWhole, moved, seenAt, shownAt, zoomedAt } from "./camera.js";
import { FOUNTAINS, middleOf } from "./draw/geometry.js";
import { paint } from "./draw/nodes.js";
import { patch } from "./draw/patch.js";
import { onTheWay } from "./draw/stages.js";
import { loadSymbols } from "./draw/symbols.js";

/**
 * The layers on each sheet; a sheet is painted by itself, so that water can move without the rest being painted again.
 * @type {Readonly<Record<string, readonly (Layer | "flow" | "upper-flow" | "film")[]>>}
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
  film: ["film"],
};

/**
 * What is seen of the drawing; where there is little room the frame is cut.
 * @type {Readonly<Record<"wide" | "small", Box>>}
 */
const FORMS = {
  wide: { x: -152, y: -152, width: 1406, height: 1108 },
  small: { x: -104, y: -104, width: 1308, height: 1008 },
};
const SMALL = 600;

/** The water of a fountain is so wide. */
const BASIN = 66;

/** @typedef {ReturnType<typeof createPane>} Pane */

/**
 * @param {Element} cells what lies over the drawing
 * @param {object} wishes
 * @param {(box: Box) => void} wishes.onForm another part of the drawing is seen
 * @param {() => void} wishes.onLook the view has changed
 */
export function createPane(cells, { onForm, onLook }) {
  /** @type {Map<string, SVGGElement>} */
  const layers = new Map();
  const sheets = Object.entries(SHEETS).map(([name, names]) => {
    const groups = names.map((layer) => s("g", { "data-layer": layer }));
    names.forEach((layer, index) => layers.set(layer, groups[index]));
    return s("svg", { class: "board-sheet", "data-sheet": name, "aria-hidden": "true", focusable: "false" }, groups);
  });
  const fountains = FOUNTAINS.map(() => fountain());
  const stage = h("div", { class: "board-stage" }, sheets, fountains, cells);
  const pane = h("div", { class: "board-pane" }, stage);
  const whole = h("button", { type: "button", class: "board-whole", hidden: true, onclick: () => look(WHOLE) }, lens());
  const element = h("div", { class: "board" }, pane, whole);

  /** @type {Camera} */
  let camera = WHOLE;
  /** @type {"wide" | "small" | null} */
  let form = null;
  /** @type {Size} */
  let size = { width: 0, height: 0 };
  /** What is to be drawn, and what is. @type {Layers} */
  let latest = {};
  /** @type {Layers} */
  let present = {};
  /** Whether there are symbols to draw with. */
  let ready = false;
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
  // It reports the first size too, after the page has been laid out.
  const resized = new ResizeObserver(fit);
  resized.observe(element);

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
      element.classList.add("drawn");
      for (const tell of waiting.splice(0)) tell();
    }
  }

  /** @param {string} name */
  function layer(name) {
    return /** @type {SVGGElement} */ (layers.get(name));
  }

  function seen() {
    return FORMS[form ?? "wide"];
  }

  /** Pixels of a unit of the board when all of it is shown. */
  function share() {
    return size.width / seen().width || 1;
  }

  /** @param {readonly ResizeObserverEntry[]} entries */
  function fit([{ contentRect: { width: wide } }]) {
    const next = wide && wide < SMALL ? "small" : "wide";
    if (next !== form) {
      form = next;
      element.dataset.form = form;
      const { x, y, width, height } = seen();
      for (const sheet of sheets) sheet.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
      fountains.forEach(({ style }, index) => {
        style.left = `${((FOUNTAINS[index].x - x) / width) * 100}%`;
        style.top = `${((FOUNTAINS[index].y - y) / height) * 100}%`;
        style.width = `${(BASIN / width) * 100}%`;
        style.height = `${(BASIN / height) * 100}%`;
      });
      onForm(seen());
    }
    // The proportions are those of the drawing, in board.css too.
    size = { width: wide, height: (wide * seen().height) / seen().width };
    look(clamped(camera, size), false);
  }

  /**
   * @param {Box} box of the board
   * @returns {Box} as the whole board shows it
   */
  function onWhole({ x, y, width, height }) {
    const outer = seen();
    const by = share();
    return { x: (x - outer.x) * by, y: (y - outer.y) * by, width: width * by, height: height * by };
  }

  /**
   * @param {Camera} next
   * @param {boolean} [smooth]
   */
  function look(next, smooth = true) {
    camera = isWhole(next) ? WHOLE : next;
    element.classList.toggle("zoomed", camera !== WHOLE);
    element.classList.toggle("gliding", smooth && moving());
    stage.style.transform = camera === WHOLE ? "" : `translate(${camera.x}px, ${camera.y}px) scale(${camera.zoom})`;
    whole.hidden = camera === WHOLE;
    onLook();
  }

  return {
    element,
    pane,
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
      if (now === latest && element.classList.contains("drawn")) show(now);
      else frame = requestAnimationFrame(advance);
    },
    /** Whether all that is to be drawn is there. */
    isDrawn: () => present === latest,
    /** Resolves when it is. */
    drawn: () => new Promise((resolve) => (present === latest ? resolve(undefined) : waiting.push(resolve))),
    size: () => size,
    zoom: () => camera.zoom,
    isWhole: () => camera === WHOLE,
    /** Pixels of a unit of the board now. */
    scale: () => share() * camera.zoom,
    /**
     * The point of the board under a point of the pane.
     * @param {Point} at
     * @returns {Point}
     */
    toBoard(at) {
      const { x, y } = seenAt(camera, at);
      return { x: x / share() + seen().x, y: y / share() + seen().y };
    },
    /**
     * Where a box of the board is in the pane.
     * @param {Box} box
     */
    toPane: (box) => shownAt(camera, onWhole(box)),
    /** @param {Box} box */
    shows: (box) => inSight(camera, onWhole(box), size),
    showAll: () => look(WHOLE),
    /**
     * @param {Point | null} at a point of the pane, null for its middle
     * @param {number} zoom
     * @param {boolean} [smooth]
     */
    zoomTo(at, zoom, smooth) {
      look(zoomedAt(camera, at ?? middleOf({ x: 0, y: 0, ...size }), zoom, size), smooth);
    },
    /**
     * @param {number} dx
     * @param {number} dy
     */
    pan: (dx, dy) => look(moved(camera, dx, dy, size), false),
    /**
     * Bring a box of the board into sight.
     * @param {Box} box
     */
    reveal(box) {
      if (size.width && !inSight(camera, onWhole(box), size)) look(centered(middleOf(onWhole(box)), camera.zoom, size));
    },
    /** @param {string} words for the button that shows all */
    name(words) {
      whole.setAttribute("aria-label", words);
      whole.title = words;
    },
    destroy() {
      cancelAnimationFrame(frame);
      resized.disconnect();
      element.remove();
    },
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

/** A lens with a minus. */
function lens() {
  const d = "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13M15.5 15.5L21 21M7.5 10.5h6";
  return s(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round" }),
  );
}
