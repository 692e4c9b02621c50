// Your progress: what a rating promises, what a game changes, and which level comes next.

import assert from "node:assert/strict";
import { test } from "node:test";

import { expected, noProgress, rated, readProgress, suggested } from "../../../src/aquaromana/web/js/lib/progress.js";

const LEVELS = [1000, 1200, 1350].map((rating, index) => ({ level: index + 1, rating }));
const WON = { id: "a", at: 1, rivals: [LEVELS[0]], share: 1, helped: false };
const game = (/** @type {object} */ more = {}) => ({ ...WON, ...more });

test("ratings promise a share of the win among all who play", () => {
  assert.equal(expected(1000, [1000]), 0.5);
  assert.equal(expected(1000, [1000, 1000, 1000]), 0.25);
  assert.ok(Math.abs(expected(1400, [1000]) - 10 / 11) < 1e-9);
});

test("a game moves the rating by 40 times the surprise at first, by 20 later, and counts once", () => {
  const first = rated(noProgress(), game());
  assert.equal(first.standings[2].rating, 1020);
  assert.equal(rated(first, game()), first);
  let many = noProgress();
  for (let played = 0; played < 30; played += 1) many = rated(many, game({ id: `g${played}`, share: 0.5 }));
  const before = many.standings[2].rating;
  const after = rated(many, game({ id: "last" })).standings[2].rating;
  assert.equal(after, Math.round(before + 20 * (1 - expected(before, [1000]))));
});

test("a game with hints can lower a rating but not raise it", () => {
  assert.equal(rated(noProgress(), game({ helped: true })).standings[2].rating, 1000);
  assert.equal(rated(noProgress(), game({ helped: true, share: 0 })).standings[2].rating, 980);
});

test("each number of players has its own rating", () => {
  const three = rated(noProgress(), game({ rivals: [LEVELS[0], LEVELS[1]] }));
  assert.deepEqual(Object.keys(three.standings), ["3"]);
  assert.equal(three.standings[3].level, 2);
  assert.equal(rated(three, game({ id: "b", rivals: [] })), three);
});

test("the next level is suggested once the last one is beaten two times out of three", () => {
  const at = (/** @type {number} */ rating) => ({ ...noProgress(), standings: { 2: { rating, games: 9, level: 1 } } });
  assert.equal(suggested(at(1050), 2, LEVELS), 0);
  assert.equal(suggested(at(1120), 2, LEVELS), 2);
  assert.equal(suggested(noProgress(), 2, LEVELS), 0);
  const top = { ...noProgress(), standings: { 2: { rating: 3000, games: 9, level: 3 } } };
  assert.equal(suggested(top, 2, LEVELS), 0);
});

test("what another version has kept is not touched", () => {
  assert.equal(readProgress({ version: 99, standings: {}, games: [] }), null);
  assert.equal(readProgress("nonsense"), null);
  assert.deepEqual(readProgress(null), noProgress());
});
