/** The viewport of the board: a camera over its sheets. */

/** @import {Camera} from "./camera.js" */
/** @import {Box, Point} from "./draw/geometry.js" */

import { h, s, write } from "../lib/dom.js";
import { moving } from "../lib/settings.js";
import { WHOLE, centered, clamped, moved, zoomedAt } from "./camera.js";
import { middleOf, PATH, pathBox, ROWS } from "./draw/geometry.js";
import { createSheets } from "./sheets.js";
import { createViewport } from "./viewport.js";

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
  const [note, label] = [h("p"), h("span")];
  const whole = h("button", { type: "button", class: "board-whole", onclick: () => look(WHOLE) }, lens(), label);
  const zoomed = h("div", { class: "board-zoomed", hidden: true }, note, whole);
  const element = h("div", { class: "board" }, pane, zoomed);
  const viewport = createViewport();
  // It reports the first size too, after the page has been laid out.
  const resized = new ResizeObserver(fit);
  resized.observe(element);

  /** @param {readonly ResizeObserverEntry[]} entries */
  function fit([{ contentRect: { width } }]) {
    if (viewport.resize(width)) {
      const box = viewport.seen();
      element.dataset.form = viewport.form();
      sheets.fit(box);
      names.setAttribute("viewBox", Object.values(box).join(" "));
      onForm(box);
    }
    look(clamped(viewport.camera(), viewport.size()), false);
  }

  /**
   * @param {Camera} next
   * @param {boolean} [smooth]
   */
  function look(next, smooth = true) {
    const { zoom, x, y } = viewport.look(next);
    const isAll = viewport.isWhole();
    element.classList.toggle("zoomed", !isAll);
    element.classList.toggle("gliding", smooth && moving());
    stage.style.transform = isAll ? "" : `translate(${x}px, ${y}px) scale(${zoom})`;
    zoomed.hidden = isAll;
    if (isAll) write(note, "");
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
    size: viewport.size,
    zoom: () => viewport.camera().zoom,
    isWhole: viewport.isWhole,
    scale: viewport.scale,
    toBoard: viewport.toBoard,
    toPane: viewport.toPane,
    shows: viewport.shows,
    showAll: () => look(WHOLE),
    /**
     * @param {Point | null} at a point of the pane, null for its middle
     * @param {number} zoom
     * @param {boolean} [smooth]
     */
    zoomTo(at, zoom, smooth) {
      const size = viewport.size();
      look(zoomedAt(viewport.camera(), at ?? middleOf({ x: 0, y: 0, ...size }), zoom, size), smooth);
    },
    /**
     * @param {number} dx
     * @param {number} dy
     */
    pan: (dx, dy) => look(moved(viewport.camera(), dx, dy, viewport.size()), false),
    /**
     * Bring a box of the board into view.
     * @param {Box} box
     */
    reveal(box) {
      const size = viewport.size();
      if (!size.width || viewport.shows(box)) return;
      look(centered(middleOf(viewport.onWhole(box)), viewport.camera().zoom, size));
    },
    /** @param {string} words for the button that shows all */
    name: (words) => write(label, words),
    /**
     * Say why a part of the board is shown, beside the button that shows all.
     * @param {string} words
     * @param {Point} [at] a point of the pane that they must not cover
     */
    explain(words, at) {
      write(note, words);
      if (at) element.dataset.note = at.y > viewport.size().height / 2 ? "above" : "below";
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
    s("path", { d: "M-136 904V-136H1204V-99H-99V904z" }),
    [..."ABCDEFGHIJK"].map((column, index) => name(index * 100 + 50, -106, column)),
    Array.from({ length: ROWS }, (_, row) => name(-118, row * 100 + 62, row + 1)),
    Array.from({ length: PATH }, (_, index) => {
      const { x, y, width } = pathBox(index + 1);
      const isRight = x > 1000;
      return name(isRight ? x + width - 6 : x + 6, y + 29, index + 1, `board-path-name${isRight ? " right" : ""}`);
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
