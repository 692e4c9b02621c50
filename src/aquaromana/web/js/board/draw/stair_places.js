/** Where the steps of the stairs are, in units of the drawing: one flight, two, or a strip. */

/** @typedef {{value: number, x: number, top: number, width: number, bottom: number}} Place */
/** @typedef {keyof typeof FORMS | "tall"} Form */

/** Podiums with room for two (R1.6). */
export const DOUBLE = new Set([3, 7]);
const WIDE = 1.6;

/** One flight or two, in units of the drawing; the wide one is as wide as the frame of the board under it. */
const FORMS = {
  wide: { width: 1406, margin: 14, people: 58, lowest: 60, rise: 3.1, flights: [[1, 20]] },
  small: { width: 760, margin: 2, people: 54, lowest: 60, rise: 2.4, flights: [[1, 10], [11, 20]] },
};

/** A strip of steps, one over the other; who stands there stands beside the number. */
export const TALL = { width: 152, step: 46, numbers: 46, people: 0.78, pitch: 33 };

/** Heads may reach into the flight above. */
const OVERLAP = 4;

/**
 * Where every step is, and the height of all.
 * @param {Form} form
 * @returns {{places: Place[], width: number, height: number}}
 */
export function stairPlaces(form) {
  if (form === "tall") return tallPlaces();
  const { width, margin, people, lowest, rise, flights } = FORMS[form];
  /** @type {Place[]} */
  const places = [];
  let bottom = 0;
  flights.forEach(([first, last], flight) => {
    const values = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const unit = (width - 2 * margin) / values.reduce((sum, value) => sum + share(value), 0);
    bottom += (flight ? people - OVERLAP : people) + lowest + rise * values.length;
    let x = margin;
    values.forEach((value, index) => {
      const wide = unit * share(value);
      places.push({ value, x, width: wide, top: bottom - lowest - rise * (index + 1), bottom });
      x += wide;
    });
  });
  return { places, width, height: bottom + 6 };
}

function tallPlaces() {
  const { width, step: high } = TALL;
  const places = Array.from({ length: 20 }, (_, index) => {
    const top = 2 + high * (19 - index);
    return { value: index + 1, x: 1, width: width - 2, top, bottom: top + high };
  });
  return { places, width, height: 4 + high * 20 };
}

/** The width of a drop, and the most from one to the next. */
const DROP = 17;
const PITCH = 21;

/**
 * Drops side by side, none over another: where there is no room for all of them, one for each color.
 * @template {{color: string}} T
 * @param {readonly T[]} drops
 * @param {number} left
 * @param {number} right
 * @returns {{drop: T, x: number, scale: number, isSeveral: boolean}[]} the middle of each
 */
export function dropPlaces(drops, left, right) {
  const room = right - left;
  const isTight = drops.length * DROP > room;
  const isFirst = (/** @type {T} */ { color }, /** @type {number} */ index) =>
    drops.findIndex((other) => other.color === color) === index;
  const shown = isTight ? drops.filter(isFirst) : drops;
  const pitch = Math.min(PITCH, room / Math.max(shown.length, 1));
  const scale = Math.min(1, pitch / DROP);
  return shown.map((drop, index) => ({
    drop,
    x: (left + right) / 2 + (index - (shown.length - 1) / 2) * pitch,
    scale,
    isSeveral: isTight && drops.filter(({ color }) => color === drop.color).length > 1,
  }));
}

/** @param {number} value */
function share(value) {
  return DOUBLE.has(value) ? WIDE : 1;
}
