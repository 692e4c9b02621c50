// The viewport of the board: a camera over its sheets.

/** @import {Camera, Size} from "./camera.js" */
/** @import {Box, Point} from "./draw/geometry.js" */

import { h, s } from "../lib/dom.js";
import { moving } from "../lib/settings.js";
import { WHOLE, centered, clamped, inSight, isWhole, moved, seenAt, shownAt, zoomedAt } from "./camera.js";
import { middleOf, PATH, pathBox, ROWS } from "./draw/geometry.js";
import { createSheets } from "./sheets.js";

/**
 * What is seen of the drawing; where there is little room the frame is cut.
 * @type {Readonly<Record<"wide" | "small", Box>>}
 */
const FORMS = {
  wide: { x: -152, y: -152, width: 1406, height: 1108 },
  small: { x: -104, y: -104, width: 1308, height: 1008 },
};
const SMALL = 600;

/** @typedef {ReturnType<typeof createPane>} Pane */

/**
 * @param {Element} cells what lies over the drawing
 * @param {object} wishes
 * @param {(box: Box) => void} wishes.onForm another part of the drawing is seen
 * @param {() => void} wishes.onLook the view has changed
 */
export function createPane(cells, { onForm, onLook }) {
  const sheets = createSheets(() => element.classList.add("drawn"));
  const names = coordinates();
  const stage = h("div", { class: "board-stage" }, sheets.elements, names, cells);
  const pane = h("div", { class: "board-pane" }, stage);
  const whole = h("button", { type: "button", class: "board-whole", hidden: true, onclick: () => look(WHOLE) }, lens());
  const element = h("div", { class: "board" }, pane, whole);

  /** @type {Camera} */
  let camera = WHOLE;
  /** @type {"wide" | "small" | null} */
  let form = null;
  /** @type {Size} */
  let size = { width: 0, height: 0 };
  // It reports the first size too, after the page has been laid out.
  const resized = new ResizeObserver(fit);
  resized.observe(element);

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
      sheets.fit(seen());
      names.setAttribute("viewBox", Object.values(seen()).join(" "));
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
    layer: sheets.layer,
    draw: sheets.draw,
    /** Whether all that is to be drawn is there. */
    isDrawn: sheets.isDrawn,
    /** Resolves when it is. */
    drawn: sheets.drawn,
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
      sheets.stop();
      resized.disconnect();
      element.remove();
    },
  };
}

/** The names of columns, rows and path squares, for boards on which those of the drawing are too small to read. */
function coordinates() {
  const name = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string | number} */ words, at = "") =>
    s("text", { x, y, class: at }, String(words));
  return s(
    "svg",
    { class: "board-sheet board-names", "aria-hidden": "true", focusable: "false" },
    [..."ABCDEFGHIJK"].map((column, index) => name(index * 100 + 14, -6, column)),
    Array.from({ length: ROWS }, (_, row) => name(-24, row * 100 + 36, row + 1)),
    Array.from({ length: PATH }, (_, index) => {
      const { x, y, width } = pathBox(index + 1);
      return name(x + width - 8, y + 30, index + 1, "board-path-name");
    }),
  );
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
