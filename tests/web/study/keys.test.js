// Keys of the analysis board.

import assert from "node:assert/strict";
import { test } from "node:test";

import { listenToKeys } from "../../../src/aquaromana/web/js/study/keys.js";

/** @type {any} */
const world = globalThis;

test("a held key steps on, but removes nothing more", () => {
  const window = new EventTarget();
  world.addEventListener = window.addEventListener.bind(window);
  world.document = { activeElement: null, querySelector: () => null };
  /** @type {string[]} */
  const run = [];
  const keys = { Delete: () => run.push("remove"), ArrowLeft: () => run.push("back") };
  listenToKeys(/** @type {any} */ ({ contains: () => false }), new AbortController().signal, keys);
  for (const key of ["Delete", "ArrowLeft"]) {
    for (const repeat of [false, true]) window.dispatchEvent(Object.assign(new Event("keydown"), { key, repeat }));
  }
  assert.deepEqual(run, ["remove", "back", "back"]);
});
