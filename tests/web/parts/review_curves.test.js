// The curves of a review: marks do not run into one another.

import assert from "node:assert/strict";
import { test } from "node:test";

import { marksApart } from "../../../src/aquaromana/web/js/parts/review_curves.js";

/** @param {[number, string, number][]} turns index, grade, loss */
function review(...turns) {
  const more = { counted: true, insight: 0, kingmaking: null };
  return /** @type {any} */ ({ turns: turns.map(([index, grade, loss]) => ({ index, grade, loss, ...more })) });
}
const signs = (/** @type {any} */ given, /** @type {number} */ step) =>
  marksApart(given, (index) => step * index).map(({ sign, middle }) => `${sign}${middle / step - 1}`);

test("marks with room are all drawn, in the order of the game", () => {
  const given = review([0, "mistake", 0.1], [1, "blunder", 0.3], [2, "best", 0], [3, "mistake", 0.2]);
  assert.deepEqual(signs(given, 20), ["?0", "??1", "?3"]);
});

test("of marks without room the gravest is drawn, and of equal ones the costliest", () => {
  const near = review([0, "mistake", 0.1], [1, "blunder", 0.3], [2, "mistake", 0.2]);
  assert.deepEqual(signs(near, 6), ["??1"]);
  assert.deepEqual(signs(review([4, "mistake", 0.1], [5, "mistake", 0.2]), 6), ["?5"]);
});
