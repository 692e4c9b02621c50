/** Pointer gestures on the board: tap, hover, and pan and zoom with one or two fingers, the wheel or the mouse. */

/** @import {Point} from "./draw/geometry.js" */

/**
 * @typedef {object} Wishes
 * @property {(at: Point, touch: boolean) => boolean} tap whether it did something; then no second tap is waited for
 * @property {(at: Point) => void} twice a second tap at the same place
 * @property {(at: Point | null) => void} hover
 * @property {(at: Point, share: number) => void} zoom by a share, at a point
 * @property {(dx: number, dy: number) => void} pan
 * @property {() => boolean} isZoomed
 */

/** A pointer that moves less has not moved. */
const STILL = 9;
/** Two taps within this time and distance are a double tap. */
const SOON = 320;
const NEAR = 30;

/**
 * Listen to pointers. All points are in pixels from the corner of the window. Returns what ends it.
 * @param {HTMLElement} pane
 * @param {Wishes} wishes
 * @returns {() => void}
 */
export function listen(pane, wishes) {
  /** @type {Map<number, Point & {from: Point}>} */
  const down = new Map();
  let dragged = false;
  /** @type {(Point & {time: number}) | null} */
  let last = null;
  const end = new AbortController();

  /** @param {PointerEvent | WheelEvent} event */
  function at(event) {
    const box = pane.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  function onDown(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (!down.size) dragged = false;
    const point = at(event);
    down.set(event.pointerId, { ...point, from: point });
    if (down.size > 1) dragged = true;
  }

  /** @param {PointerEvent} event */
  function onMove(event) {
    const point = at(event);
    const held = down.get(event.pointerId);
    if (!held) {
      if (event.pointerType !== "touch") wishes.hover(point);
      return;
    }
    if (Math.hypot(point.x - held.from.x, point.y - held.from.y) > STILL) dragged = true;
    if (down.size === 2) {
      const other = /** @type {Point} */ ([...down.entries()].find(([id]) => id !== event.pointerId)?.[1]);
      const before = Math.hypot(held.x - other.x, held.y - other.y);
      const after = Math.hypot(point.x - other.x, point.y - other.y);
      // First nearer, then aside: the whole board cannot be moved.
      if (before > 0) wishes.zoom({ x: (held.x + other.x) / 2, y: (held.y + other.y) / 2 }, after / before);
      wishes.pan((point.x - held.x) / 2, (point.y - held.y) / 2);
    } else if (down.size === 1 && dragged && wishes.isZoomed()) {
      if (!pane.hasPointerCapture(event.pointerId)) pane.setPointerCapture(event.pointerId);
      wishes.pan(point.x - held.x, point.y - held.y);
    }
    down.set(event.pointerId, { ...held, ...point });
  }

  /** @param {PointerEvent} event */
  function onUp(event) {
    const held = down.get(event.pointerId);
    down.delete(event.pointerId);
    if (!held || dragged) return;
    const point = at(event);
    const touch = event.pointerType !== "mouse";
    if (last && touch && event.timeStamp - last.time < SOON && Math.hypot(point.x - last.x, point.y - last.y) < NEAR) {
      last = null;
      wishes.twice(point);
      return;
    }
    last = wishes.tap(point, touch) ? null : { ...point, time: event.timeStamp };
  }

  /** @param {WheelEvent} event */
  function onWheel(event) {
    if (!event.ctrlKey) return;
    event.preventDefault();
    wishes.zoom(at(event), Math.exp(-event.deltaY / 200));
  }

  const options = { signal: end.signal };
  pane.addEventListener("pointerdown", onDown, options);
  pane.addEventListener("pointermove", onMove, options);
  pane.addEventListener("pointerup", onUp, options);
  pane.addEventListener("pointercancel", (event) => down.delete(event.pointerId), options);
  pane.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") wishes.hover(null);
    if (!pane.hasPointerCapture(event.pointerId)) down.delete(event.pointerId);
  }, options);
  pane.addEventListener("wheel", onWheel, { ...options, passive: false });
  return () => end.abort();
}
