// Addresses and pages.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseRoute, routeTo } from "../../../src/aquaromana/web/js/lib/router.js";

/** @type {[string, string, Record<string, string>][]} */
const ROUTES = [
  ["#/", "start", {}],
  ["#/table/x7", "table", { id: "x7" }],
  ["#/friends", "friends", {}],
  ["#/join/x7/Sec-ret_1", "join", { id: "x7", secret: "Sec-ret_1" }],
  ["#/join/x7/Sec-ret_1?as=watch", "join", { id: "x7", secret: "Sec-ret_1", as: "watch" }],
  ["#/join/x7", "join", { id: "x7" }],
  ["#/lobby", "lobby", {}],
  ["#/games", "games", {}],
  ["#/replay/x7?ply=12", "replay", { id: "x7", ply: "12" }],
  ["#/rules", "rules", {}],
  ["#/rules/R4.3", "rules", { clause: "R4.3" }],
  ["#/settings", "settings", {}],
  ["#/position/2~C1D1.b.%2F", "position", { text: "2~C1D1.b./" }],
];

test("every page has an address that leads back to it", () => {
  for (const [hash, page, params] of ROUTES) {
    assert.deepEqual(parseRoute(hash), { page, params }, hash);
    assert.equal(parseRoute(routeTo(page, params))?.page, page);
    assert.deepEqual(parseRoute(routeTo(page, params))?.params, params);
  }
});

test("no address is the start page", () => {
  for (const hash of ["", "#", "#/"]) assert.equal(parseRoute(hash)?.page, "start");
});

test("what leads nowhere is told apart", () => {
  const wrong = ["#/nothing", "#/table", "#/table/", "#/replay", "#/position/", "#/games/x", "#/table/a/b", "#/toString"];
  wrong.push("#/join", "#/join//secret", "#/join/a/b/c", "#/lobby/x");
  for (const hash of [...wrong, "#/table/%E0%A4%A"]) assert.equal(parseRoute(hash), null, hash);
});

test("a page that is not there is a mistake of ours", () => {
  assert.throws(() => routeTo("nothing"), /no page/);
});
