// What a match adds up.

import assert from "node:assert/strict";
import { test } from "node:test";

import { goesOn, totals } from "../../../src/aquaromana/web/js/lib/match.js";

/** @param {object} match @param {object[]} [players] */
const table = (match, players = [{}, {}, {}]) =>
  /** @type {import("../../../src/aquaromana/web/js/types.js").TableInfo} */ (
    /** @type {unknown} */ ({ players, options: { match } })
  );

test("points are added to those from the games before", () => {
  assert.deepEqual(totals(table({ games: 3 }), [20, 30, 25]), [20, 30, 25]);
  assert.deepEqual(totals(table({ games: 3, game: 2, points: [5, 6, 7] }), [20, 30, 25]), [25, 36, 32]);
});

test("who resigned gets nothing for this game", () => {
  const players = [{}, { resigned: true }, {}];
  assert.deepEqual(totals(table({ games: 3, game: 2, points: [5, 6, 7] }, players), [20, 30, 25]), [25, 6, 32]);
});

test("a match goes on until its last game", () => {
  assert.ok(goesOn(table({ games: 2 })));
  assert.ok(!goesOn(table({ games: 2, game: 2, points: [1, 2] })));
  assert.ok(!goesOn(/** @type {any} */ ({ options: {} })));
});
