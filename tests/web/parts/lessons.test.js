// The way to the guided first game: newcomers are led to it once, and nobody is asked again.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { install } from "../lib/fake_dom.js";

install();
/** @type {Map<string, string>} */
const stored = new Map();
Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ name) => stored.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => stored.set(name, value),
    removeItem: (/** @type {string} */ name) => stored.delete(name),
  },
  matchMedia: () => ({ matches: false }),
});

const { keep } = await import("../../../src/aquaromana/web/js/lib/settings.js");
const { glowsOnce, isNewcomer, rememberLesson, unfinished } = await import(
  "../../../src/aquaromana/web/js/parts/lessons.js"
);

beforeEach(() => stored.clear());

test("who has begun the lesson is not led to it again", () => {
  assert.ok(isNewcomer());
  rememberLesson("begun");
  assert.ok(!isNewcomer());
});

test("who plays without the lesson is not led to it again", () => {
  keep("places", { t: [0] });
  assert.ok(!isNewcomer());
});

test("a lesson that was finished stays finished when it is begun again", () => {
  rememberLesson("done");
  rememberLesson("begun");
  assert.equal(stored.get("aqua.lesson"), '"done"');
});

test("a lesson can be continued once something has happened in it", () => {
  const lesson = { id: "t", origin: "lesson", status: "playing", version: 3 };
  const found = (/** @type {object} */ more) => unfinished(/** @type {any} */ ([{ ...lesson, ...more }]))?.id;
  assert.equal(found({}), "t");
  assert.equal(found({ version: 0 }), undefined);
  assert.equal(found({ status: "over" }), undefined);
  assert.equal(found({ origin: "game" }), undefined);
});

test("the button for hints glows once, at the first game alone", () => {
  keep("hint-glow", "first");
  assert.ok(!glowsOnce("other"));
  assert.ok(glowsOnce("first"));
  assert.ok(!glowsOnce("first"));
});
