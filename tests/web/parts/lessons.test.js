// The way to the guided first game: newcomers are led to it until they have played.

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
const { glowsOnce, isNewcomer, isTaught, rememberLesson, rememberPlayed, unfinished } = await import(
  "../../../src/aquaromana/web/js/parts/lessons.js"
);
const { keptQuick, readQuick } = await import("../../../src/aquaromana/web/js/parts/quick_game.js");

beforeEach(() => stored.clear());

test("a look into the lesson or at a table made an experienced player of a newcomer", () => {
  keep("lesson", "begun"); // as earlier versions kept it
  keep("places", { t: { chairs: [0], host: true } });
  assert.ok(isNewcomer());
  assert.deepEqual(readQuick(null).levels, Array(3).fill("level:1"));
});

test("who has finished the lesson or a game is not led to it again", () => {
  for (const done of [rememberLesson, rememberPlayed, () => keep("progress", { games: [] })]) {
    stored.clear();
    assert.ok(isNewcomer());
    done();
    assert.ok(!isNewcomer());
    assert.equal(readQuick(null).levels[0], "level:3");
  }
});

test("another number of players is no choice of a level", () => {
  const kept = keptQuick({ ...readQuick(null), players: 2 }, null, { players: 2 });
  keep("quick", kept);
  assert.ok(isNewcomer());
  assert.deepEqual(readQuick(kept), { players: 2, levels: Array(3).fill("level:1"), lot: false });
});

test("who has chosen a level is no newcomer, and keeps it", () => {
  const levels = ["level:5", "level:1", "level:1"];
  const kept = keptQuick({ ...readQuick(null), levels }, null, { levels });
  keep("quick", kept);
  assert.ok(!isNewcomer());
  const later = keptQuick({ ...readQuick(kept), lot: true }, kept, { lot: true });
  assert.deepEqual(readQuick(later), { players: 3, levels, lot: true });
});

test("lessons and puzzles are not listed among the games that wait", () => {
  const taught = (/** @type {string} */ origin) => isTaught(/** @type {any} */ ({ origin }));
  assert.deepEqual(["lesson", "puzzle", "new", "rematch"].filter(taught), ["lesson", "puzzle"]);
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
