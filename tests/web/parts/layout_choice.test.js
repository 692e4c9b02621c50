// On which layout a new game begins, and what its seats are worth there.

import assert from "node:assert/strict";
import { test } from "node:test";

import { oddsOn, readLayout } from "../../../src/aquaromana/web/js/parts/layout_choice.js";

test("the balanced layout, unless another one was chosen", () => {
  assert.equal(readLayout("standard"), "standard");
  for (const damaged of [undefined, null, "round", 2]) assert.equal(readLayout(damaged), "balanced");
});

test("where a layout has no odds of its own, it is the standard one", () => {
  const odds = { standard: { 2: [0.6, 0.4], 3: [0.3, 0.3, 0.4] }, balanced: { 2: [0.5, 0.5] } };
  assert.deepEqual(oddsOn("balanced", odds), { 2: [0.5, 0.5], 3: [0.3, 0.3, 0.4] });
  assert.deepEqual(oddsOn("standard", odds), odds.standard);
});
