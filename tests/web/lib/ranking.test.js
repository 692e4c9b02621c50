// Who is placed where, with resignations.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isGivenUp, places } from "../../../src/aquaromana/web/js/lib/ranking.js";

const SEATS = [2, 1, 4, 3].map((place, seat) => ({ seat, place }));

/** @param {...number} out seats that have resigned */
const without = (...out) =>
  SEATS.map(({ seat }) => ({ seat, kind: /** @type {const} */ ("person"), resigned: out.includes(seat) }));

test("players who have resigned are placed after all others, whatever their points", () => {
  assert.deepEqual(places({ seats: SEATS }, without()), [2, 1, 4, 3]);
  assert.deepEqual(places({ seats: SEATS }, without(1)), [1, 4, 3, 2]);
  assert.deepEqual(places({ seats: SEATS }, without(0, 1)), [3, 3, 2, 1]);
});

test("a game is given up when one player is left", () => {
  assert.ok(isGivenUp(without(0, 1, 3)));
  assert.ok(!isGivenUp(without(0, 1)));
  assert.ok(!isGivenUp([]));
});
