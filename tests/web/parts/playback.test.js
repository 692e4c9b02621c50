// A game as a reel of moments.

import assert from "node:assert/strict";
import { test } from "node:test";

import { advanced, commentsOf, moved, toggled, turnFrom, wound } from "../../../src/aquaromana/web/js/parts/playback.js";

test("it begins where it is asked to, inside the game", () => {
  assert.deepEqual(wound(10, 4), { length: 10, ply: 4, running: false });
  assert.deepEqual([wound(10, 99).ply, wound(10, -3).ply, wound(10, Number.NaN).ply, wound(0).ply], [10, 0, 0, 0]);
});

test("whoever chooses a moment stops it", () => {
  const reel = moved(toggled(wound(10, 3)), 5);
  assert.deepEqual(reel, { length: 10, ply: 5, running: false });
  assert.equal(moved(reel, 11).ply, 10);
});

test("it runs to the end and stops there", () => {
  let reel = toggled(wound(2));
  assert.ok(reel.running);
  reel = advanced(reel);
  assert.deepEqual([reel.ply, reel.running], [1, true]);
  reel = advanced(reel);
  assert.deepEqual([reel.ply, reel.running], [2, false]);
  assert.deepEqual([toggled(reel).ply, toggled(reel).running], [0, true]);
  assert.ok(!toggled(wound(0)).running);
});

test("turns are found in both directions", () => {
  const steps = /** @type {any} */ ([0, 0, 0, 1, 1, 2].map((turn, ply) => ({ turn, ply })));
  assert.deepEqual([0, 2, 3, 4, 5, 6].map((ply) => turnFrom(steps, ply, 1)), [3, 3, 5, 5, 6, 6]);
  assert.deepEqual([0, 2, 3, 4, 5, 6].map((ply) => turnFrom(steps, ply, -1)), [0, 0, 0, 3, 3, 5]);
});

test("comments are found by the decisions before them", () => {
  const record = { comment: "first", moves: [{}, { comment: "second" }, { comment: "" }] };
  assert.deepEqual([...commentsOf(record)], [[0, "first"], [2, "second"]]);
  assert.deepEqual([...commentsOf({})], []);
});
