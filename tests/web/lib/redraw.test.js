import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { createRedraw, createRedraws } from "../../../src/aquaromana/web/js/lib/redraw.js";

/** @type {Map<number, () => void>} */
let waiting = new Map();
let count = 0;

/** Let a frame pass; says whether anybody had waited for it. */
function frame() {
  const now = waiting;
  waiting = new Map();
  for (const draw of now.values()) draw();
  return now.size > 0;
}

beforeEach(() => {
  waiting = new Map();
  Object.assign(globalThis, {
    requestAnimationFrame: (/** @type {() => void} */ draw) => waiting.set((count += 1), draw) && count,
    cancelAnimationFrame: (/** @type {number} */ handle) => waiting.delete(handle),
  });
});

/**
 * Parts that say when they are drawn.
 * @param {string[]} drawn
 * @param {number} [times] how often b has to be drawn
 */
function parts(drawn, times = 1) {
  const others = ["a", "b", "c"].map((name) => () => {
    drawn.push(name);
    return name === "b" && drawn.filter((one) => one === name).length < times;
  });
  return createRedraws(() => drawn.push("first"), others);
}

test("it draws once a frame, however often it is asked for", () => {
  let times = 0;
  const redraw = createRedraw(() => (times += 1));
  redraw.request();
  redraw.request();
  assert.equal(times, 0);
  frame();
  assert.equal(times, 1);
  redraw.request();
  redraw.now();
  assert.equal(frame(), false);
  assert.equal(times, 2);
});

test("the others come one by one in the frames after the first", () => {
  /** @type {string[]} */
  const drawn = [];
  parts(drawn).request();
  for (const expected of ["first", "first a", "first a b", "first a b c"]) {
    assert.equal(frame(), true);
    assert.equal(drawn.join(" "), expected);
  }
  assert.equal(frame(), false);
});

test("a request meanwhile draws the first at once, and the others go on where they were", () => {
  /** @type {string[]} */
  const drawn = [];
  const redraw = parts(drawn);
  redraw.request();
  frame();
  frame();
  redraw.request();
  while (frame());
  assert.equal(drawn.join(" "), "first a first b c a");
});

test("what belongs together changes in one frame", () => {
  /** @type {string[]} */
  const drawn = [];
  let isTold = false;
  const others = ["a", "b"].map((name) => () => void drawn.push(name));
  const redraw = createRedraws(() => {
    drawn.push("first");
    return isTold;
  }, others);
  redraw.request();
  frame();
  isTold = true;
  redraw.request();
  frame();
  assert.equal(drawn.join(" "), "first first a b");
  assert.equal(frame(), false);
  assert.equal(drawn.length, 4);
});

test("a part that has more to draw comes again", () => {
  /** @type {string[]} */
  const drawn = [];
  parts(drawn, 3).request();
  while (frame());
  assert.equal(drawn.join(" "), "first a b b b c");
});

test("now draws everything, to its end; nothing is drawn after the stop", () => {
  /** @type {string[]} */
  const drawn = [];
  const redraw = parts(drawn, 2);
  redraw.now();
  assert.equal(drawn.join(" "), "first a b b c");
  redraw.request();
  redraw.stop();
  redraw.now();
  assert.equal(frame(), false);
  assert.equal(drawn.length, 5);
});
