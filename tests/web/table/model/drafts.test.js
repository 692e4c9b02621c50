// What a reload must not lose.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readable, remember, remembered } from "../../../../src/aquaromana/web/js/table/model/drafts.js";

const kept = { version: 12, decisions: [{ move: "D1s.4.Bs", auto: false }, { move: "-", auto: true }], helped: [1] };

function storage() {
  /** @type {Map<string, string>} */
  const items = new Map();
  return {
    items,
    setItem: (/** @type {string} */ name, /** @type {string} */ text) => void items.set(name, text),
    getItem: (/** @type {string} */ name) => items.get(name) ?? null,
    removeItem: (/** @type {string} */ name) => void items.delete(name),
  };
}

test("a stretch comes back as it was, by table", () => {
  const store = storage();
  /** @type {any} */ (globalThis).sessionStorage = store;
  remember("a", kept);
  assert.deepEqual(remembered("a"), kept);
  assert.equal(remembered("b"), null);
  remember("a", { version: 13, decisions: [], helped: [] });
  assert.equal(store.items.size, 0, "nothing begun leaves nothing behind");
});

test("what has another shape is not taken up", () => {
  const wrong = [{ version: "12", decisions: [] }, { version: 1, decisions: [{ move: 3 }] }, { version: 1 }];
  for (const value of [null, 3, {}, ...wrong]) assert.equal(readable(value), null);
  assert.deepEqual(readable({ version: 1, decisions: [{ move: "-" }] }), {
    version: 1, decisions: [{ move: "-", auto: false }], helped: [],
  });
});

test("without storage, or with rubbish in it, nothing breaks", () => {
  const broken = () => {
    throw new Error("forbidden");
  };
  /** @type {any} */ (globalThis).sessionStorage = { setItem: broken, getItem: broken, removeItem: broken };
  remember("a", kept);
  assert.equal(remembered("a"), null);
  /** @type {any} */ (globalThis).sessionStorage = { getItem: () => "{not json" };
  assert.equal(remembered("a"), null);
});
