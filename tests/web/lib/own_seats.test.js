// Which seats are ours at which table.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isHostOf, mySeats, rememberPlaces } from "../../../src/aquaromana/web/js/lib/own_seats.js";
import { keep, recall } from "../../../src/aquaromana/web/js/lib/settings.js";

/** @param {string} id @param {number[]} chairs by seat @returns {any} */
const table = (id, chairs) => ({ id, players: chairs.map((chair, seat) => ({ seat, chair, kind: "person" })) });

test("what one has stays with the chair when lots are drawn", () => {
  rememberPlaces(table("x7", [0, 1, 2]), [1], false);
  assert.deepEqual(mySeats(table("x7", [0, 1, 2]), "shared"), [1]);
  assert.deepEqual(mySeats(table("x7", [1, 2, 0]), "shared"), [0]);
  rememberPlaces(table("w6", [2, 0, 1]), [0], false);
  assert.deepEqual(mySeats(table("w6", [0, 1, 2]), "shared"), [2]);
  assert.deepEqual(mySeats(table("y8", [0, 1, 2]), "shared"), []);
});

test("on a server for this machine alone every person is here", () => {
  const both = { ...table("z", [0, 1]), players: [{ seat: 0, kind: "bot" }, { seat: 1, kind: "person", chair: 1 }] };
  assert.deepEqual(mySeats(both, "local"), [1]);
  assert.ok(isHostOf(both, "local"));
});

test("a chair that the server leaves out is the first", () => {
  rememberPlaces(/** @type {any} */ ({ id: "q", players: [{ seat: 0, kind: "person" }] }), [0], true);
  assert.deepEqual(mySeats(/** @type {any} */ ({ id: "q", players: [{ seat: 0, kind: "person" }] }), "shared"), [0]);
  assert.ok(isHostOf(table("q", [0]), "shared"));
  assert.ok(!isHostOf(table("x7", [0]), "shared"));
});

test("only the last tables are remembered, and nonsense is forgotten", () => {
  for (let number = 0; number < 80; number += 1) rememberPlaces(table(`t${number}`, [0, 1]), [0], true);
  assert.equal(Object.keys(recall("places")).length, 60);
  assert.deepEqual(mySeats(table("t79", [0, 1]), "shared"), [0]);
  assert.deepEqual(mySeats(table("t3", [0, 1]), "shared"), []);
  for (const broken of [null, 7, [1], "x"]) {
    keep("places", broken);
    assert.deepEqual(mySeats(table("t79", [0, 1]), "shared"), []);
  }
});
