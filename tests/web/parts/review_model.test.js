// A review: which turn is shown, where the mistakes are, who gained.

import assert from "node:assert/strict";
import { test } from "node:test";

import { faultFrom, faults, gainers, lessons, noteOf, sharesOf, turnAt } from "../../../src/aquaromana/web/js/parts/review_model.js";

/** @import {Review, Turn} from "../../../src/aquaromana/web/js/parts/review_model.js" */

/**
 * @param {number} index
 * @param {Partial<Turn>} [more]
 * @returns {Turn}
 */
function turn(index, more = {}) {
  const value = { moves: ["a", "b"], shares: [0.6, 0.4], points: [20, 18], unsure: 0, exact: false };
  return {
    index, turn: index + 1, seat: index % 2, ply: 2 * index, grade: "best", sure: true, counted: true, loss: 0,
    points: 0, gained: [0, 0], played: value, best: value, line: [], answer: [], reasons: [], gaveAway: null,
    kingmaking: null, insight: 0, certain: null, ...more,
  };
}

const TURNS = [
  turn(2, { grade: "mistake", loss: 0.12 }),
  turn(3, { grade: "blunder", loss: 0.4 }),
  turn(4, { grade: "inaccuracy", loss: 0, points: 3 }),
  turn(5, { grade: "mistake", counted: false }),
  turn(6, { insight: 0.1 }),
];
const REVIEW = /** @type {Review} */ ({ players: 2, total: 7, start: [0.5, 0.5], turns: TURNS });

test("the turn that led to a moment is shown, from its first decision to its last", () => {
  assert.equal(turnAt(REVIEW, 4), null, "not judged yet");
  assert.deepEqual([5, 6, 7].map((ply) => turnAt(REVIEW, ply)?.index), [2, 2, 3]);
  assert.equal(turnAt(null, 5), null);
});

test("the next and the previous mistake are found from any moment, of one seat or of all", () => {
  assert.deepEqual(faults(REVIEW).map(({ index }) => index), [2, 3, 4]);
  assert.equal(faultFrom(REVIEW, 0, 1)?.index, 2);
  assert.equal(faultFrom(REVIEW, 6, 1)?.index, 3);
  assert.equal(faultFrom(REVIEW, 6, 1, 0)?.index, 4);
  assert.equal(faultFrom(REVIEW, 10, 1), null);
  assert.equal(faultFrom(REVIEW, 14, -1)?.index, 4);
  assert.equal(faultFrom(REVIEW, 6, -1), null);
});

test("mistakes to learn from come by what they cost: shares first, then points", () => {
  assert.deepEqual(lessons(REVIEW, 0).map(({ index }) => index), [2, 4]);
  assert.deepEqual(lessons(REVIEW, 1).map(({ index }) => index), [3]);
});

test("who gained is told, largest first, without who lost and without trifles", () => {
  const gained = gainers([-0.1, 0.02, 0.079, 0.001], 0);
  assert.deepEqual(gained.map(({ seat }) => seat), [2, 1]);
});

test("a turn is noted for a fault, for kingmaking or for an insight", () => {
  assert.deepEqual(TURNS.map(noteOf), ["mistake", "blunder", "inaccuracy", "", "insight"]);
  assert.equal(sharesOf(REVIEW).length, TURNS.length + 1);
});
