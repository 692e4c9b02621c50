// The clocks of the seats.

import assert from "node:assert/strict";
import { test } from "node:test";

import { awayWords, clockText, isClocked, remaining, warning } from "../../../../src/aquaromana/web/js/table/model/clock.js";
import { LANGUAGES, speak } from "../texts.js";

/** @import {Clock, Player} from "../../../../src/aquaromana/web/js/types.js" */

/** @type {Clock} */
const GAME = { per: "game", seconds: 600, increment: 5 };
/** @type {Clock} */
const STRETCH = { per: "stretch", seconds: 60 };

test("only the clock of whoever decides runs, by the server's time, and never below nothing", () => {
  const clocks = { left: [100, 50], running: 1, started: 1000 };
  assert.equal(remaining(clocks, 0, 1020), 100);
  assert.equal(remaining(clocks, 1, 1020), 30);
  assert.equal(remaining(clocks, 1, 990), 50, "our idea of the server's time may be a little behind");
  assert.equal(remaining(clocks, 1, 2000), 0);
  assert.equal(remaining({ left: [7] }, 0, 2000), 7);
});

test("seconds, minutes, hours and days", () => {
  speak("en");
  const found = [0, 0.2, 9, 59.1, 65, 599, 3600, 5025, 86_399].map(clockText);
  assert.deepEqual(found, ["0:00", "0:01", "0:09", "1:00", "1:05", "9:59", "1:00:00", "1:23:45", "23:59:59"]);
  assert.equal(clockText(86_400 * 2 + 3600 * 4 + 1), "2 d 5 h");
  for (const language of LANGUAGES) {
    speak(language);
    assert.match(clockText(86_400 * 3), /^3 .* 0 /);
  }
});

test("one is warned at 30 and at 10 seconds, but not by a time that one never had", () => {
  assert.deepEqual([31, 30, 11, 10, 0].map((left) => warning(GAME, left)), [0, 30, 30, 10, 10]);
  assert.deepEqual([31, 30, 10].map((left) => warning(STRETCH, left)), [0, 30, 10]);
  assert.deepEqual([30, 20, 10].map((left) => warning({ per: "stretch", seconds: 30 }, left)), [0, 0, 10]);
});

test("bots have no clock, nor has whoever is not asked when every stretch has its own time", () => {
  const clocks = { left: [60, 60], running: 0, started: 0 };
  /** @type {Player} */
  const anna = { seat: 0, kind: "person" };
  /** @type {Player} */
  const ben = { seat: 1, kind: "person" };
  assert.ok(isClocked(STRETCH, clocks, anna));
  assert.ok(!isClocked(STRETCH, clocks, ben));
  assert.ok(isClocked(GAME, clocks, ben));
  assert.ok(!isClocked(GAME, clocks, { ...ben, stand_in: "search:3" }));
  assert.ok(!isClocked(GAME, clocks, { seat: 1, kind: "bot" }));
  assert.ok(!isClocked(null, clocks, anna));
});

test("how long somebody is away", () => {
  speak("en");
  const found = [5, 60, 150, 3600, 90_000, 200_000].map(awayWords);
  assert.deepEqual(found, [
    "not here right now", "away for 1 minute", "away for 2 minutes", "away for 1 hour", "away for 1 day",
    "away for 2 days",
  ]);
});
