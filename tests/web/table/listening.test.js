// What a table hears of keys.

import assert from "node:assert/strict";
import { test } from "node:test";

import { listen } from "../../../src/aquaromana/web/js/table/listening.js";

const nothing = () => {};
/** @type {any} */
const world = globalThis;

test("nobody hears of an Enter that is only held down, and no button is clicked by it", () => {
  const window = new EventTarget();
  /** @type {boolean[]} */
  const heard = [];
  world.addEventListener = window.addEventListener.bind(window);
  world.document = Object.assign(new EventTarget(), { activeElement: null });
  const ending = new AbortController();
  listen(/** @type {any} */ (new EventTarget()), ending.signal, {
    isBoard: () => false,
    onKey: ({ repeat }) => heard.push(repeat),
    onPointer: nothing,
    onClause: nothing,
    onOnline: nothing,
    onVisibility: nothing,
  });
  const press = (/** @type {string} */ key, /** @type {boolean} */ repeat) =>
    window.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key, repeat }));
  assert.ok(press("Enter", false));
  assert.ok(!press("Enter", true), "its default is prevented");
  assert.deepEqual(heard, [false]);
  assert.ok(press("ArrowLeft", true));
  assert.deepEqual(heard, [false, true]);
  ending.abort();
});
