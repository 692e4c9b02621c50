// Presses that were meant for what lay there before.

import assert from "node:assert/strict";
import { test } from "node:test";

import { guardPresses } from "../../../src/aquaromana/web/js/lib/presses.js";

/** Answers and a pointer on them. @param {boolean} isMoving */
function setUp(isMoving) {
  const element = new EventTarget();
  const clock = { now: 1000 };
  const world = { now: () => clock.now, isMoving: () => isMoving };
  const guard = guardPresses(/** @type {HTMLElement} */ (element), world);
  guard.shows("a");
  clock.now += 1000;
  const down = () => element.dispatchEvent(new Event("pointerdown"));
  /** Whether a click counts. */
  const click = (detail = 1) =>
    element.dispatchEvent(Object.assign(new Event("click", { cancelable: true }), { detail }));
  return { guard, clock, down, press: (detail = 1) => down() && click(detail), click };
}

test("the second click of a double click does not hit the answer that came after the first", () => {
  for (const isMoving of [true, false]) {
    const { guard, press } = setUp(isMoving);
    assert.equal(press(1), true);
    assert.equal(press(2), true, "the same answers are still there");
    guard.shows("b");
    assert.equal(press(3), false);
    assert.equal(press(1), !isMoving, "another press counts at once where nothing moves");
  }
});

test("a press does not count if the answers changed while the pointer was down, or just before", () => {
  const { guard, clock, down, click, press } = setUp(true);
  down();
  guard.shows("b");
  assert.equal(click(), false);
  clock.now += 100;
  assert.equal(press(), false);
  clock.now += 400;
  guard.shows("b");
  assert.equal(press(), true, "the same answers drawn again are no others");
});

test("a key counts at once", () => {
  const { guard, click } = setUp(true);
  guard.shows("b");
  assert.equal(click(0), true);
});
