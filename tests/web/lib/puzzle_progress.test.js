// Your puzzles: what the first try does to the rating, and which puzzle comes next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextPuzzle, noPuzzles, readPuzzles, tried } from "../../../src/aquaromana/web/js/lib/puzzle_progress.js";

const puzzle = (/** @type {string} */ id, /** @type {number} */ rating) => ({ id, rating, kind: "win", players: 2, difficulty: "easy", themes: [] });

test("the first try moves the rating, a later one only marks the puzzle as solved", () => {
  const begun = noPuzzles();
  const missed = tried(begun, { id: "a", rating: 1100, right: false, at: 1 });
  assert.equal(missed.rating, 1100 - 24);
  const solved = tried(missed, { id: "a", rating: 1100, right: true, at: 2 });
  assert.equal(solved.rating, missed.rating);
  assert.deepEqual(solved.tried.a, { at: 1, right: false, solved: true, rating: missed.rating });
  assert.equal(tried(solved, { id: "a", rating: 1100, right: true, at: 3 }), solved);
  assert.ok(tried(begun, { id: "b", rating: 1500, right: true, at: 1 }).rating > 1140);
});

test("the rating moves less after fifteen puzzles", () => {
  let history = noPuzzles();
  for (let n = 0; n < 15; n += 1) {
    history = tried(history, { id: `p${n}`, rating: history.rating, right: n % 2 === 0, at: n });
  }
  const before = history.rating;
  assert.equal(tried(history, { id: "x", rating: before, right: true, at: 99 }).rating, before + 12);
});

test("the next puzzle is near the rating and new, then one that was missed", () => {
  const all = [puzzle("easy", 900), puzzle("near", 1120), puzzle("hard", 1900)];
  let history = noPuzzles();
  assert.equal(nextPuzzle(history, all)?.id, "near");
  assert.equal(nextPuzzle(history, all, "near")?.id, "easy");
  history = tried(history, { id: "near", rating: 1120, right: false, at: 1 });
  assert.equal(nextPuzzle(history, all)?.id, "easy");
  for (const id of ["easy", "hard"]) history = tried(history, { id, rating: 900, right: true, at: 2 });
  assert.equal(nextPuzzle(history, all)?.id, "near");
  assert.equal(nextPuzzle(tried(history, { id: "near", rating: 1120, right: true, at: 3 }), all), undefined);
});

test("what another version kept is not touched", () => {
  assert.equal(readPuzzles({ version: 99 }), null);
  assert.equal(readPuzzles("nonsense"), null);
  assert.equal(readPuzzles({ version: 1, rating: 1100, tried: null }), null);
  assert.deepEqual(readPuzzles(undefined), noPuzzles());
});
