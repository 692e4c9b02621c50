// Links that hold a position.

import assert from "node:assert/strict";
import { test } from "node:test";

import { parseRoute } from "../../../src/aquaromana/web/js/lib/router.js";
import { copied, gameHash, positionLink } from "../../../src/aquaromana/web/js/table/share.js";
import { stateOf } from "./data.js";

test("a link leads to the page of its position", () => {
  for (const name of ["2p-build", "claim", "over"]) {
    const { position } = stateOf(name).view;
    const link = new URL(positionLink(position, "http://127.0.0.1:8100"));
    assert.deepEqual(parseRoute(link.hash), { page: "position", params: { text: position } });
    assert.equal(link.origin, "http://127.0.0.1:8100");
  }
});

test("a whole game is shown by its address, or by the link for spectators", () => {
  const watch = "#/join/x7/SECRET";
  assert.equal(gameHash("x7", { access: "local" }), "#/replay/x7");
  assert.equal(gameHash("x7", { access: "shared", isPublic: true }), "#/replay/x7");
  assert.equal(gameHash("x7", { access: "shared", watch }), `${watch}?as=watch`);
  const over = gameHash("x7", { access: "shared", isOver: true, watch });
  assert.deepEqual(parseRoute(over)?.params, { id: "x7", secret: "SECRET", as: "watch", to: "replay" });
  assert.equal(gameHash("x7", { access: "shared", isOver: true }), "", "it is not ours to give");
});

test("where the clipboard is forbidden the text is selected", async () => {
  /** @type {string[]} */
  const done = [];
  const field = /** @type {any} */ ({ focus: () => done.push("focus"), select: () => done.push("select") });
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  /** @type {any} */ (globalThis).document = { execCommand: (/** @type {string} */ name) => name === "copy" };
  assert.equal(await copied("text", field), true);
  assert.deepEqual(done, ["focus", "select"]);
  /** @type {string[]} */
  const texts = [];
  Object.defineProperty(globalThis, "navigator", {
    value: { clipboard: { writeText: async (/** @type {string} */ text) => texts.push(text) } },
    configurable: true,
  });
  assert.equal(await copied("text", field), true);
  assert.deepEqual(texts, ["text"]);
});
