// What a scoring means for the players, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { changesFor, changeWords } from "../../../../src/aquaromana/web/js/table/model/changes.js";
import { stepWords } from "../../../../src/aquaromana/web/js/table/model/words.js";
import { stateOf } from "../data.js";
import { LANGUAGES, speak } from "../texts.js";

/** @import {Closed, Step} from "../../../../src/aquaromana/web/js/types.js" */

const NAMES = ["Livia", "Agrippa", "Cato"];
const reader = { names: NAMES, yours: [0] };

/** @type {Closed} */
const CLOSED = { aqueduct: 4, seat: 1, color: "red", length: 12, podium: 12 };

/** Agrippa climbs to podium 12, which costs the others their bonus. @type {Step} */
const CLIMB = {
  ply: 90,
  turn: 30,
  seat: 1,
  move: "xE5s",
  type: "close",
  effects: {
    closes: [CLOSED],
    seats: [
      { seat: 0, points: 9, change: -1, bonus: -1 },
      { seat: 1, points: 16, change: 16, bonus: 4, missed: 1, out: true },
      { seat: 2, points: 5, change: -2, bonus: -2, missed: 1 },
    ],
  },
};

test("who lost how much of a bonus to whom, who finds the reserve empty, who has no workman left", () => {
  speak("en");
  assert.deepEqual(changeWords(CLIMB, reader), [
    "points for Agrippa: podium +12, bonus +4, +16 in all",
    "you lose 1 bonus point because of Agrippa",
    "Cato loses 2 bonus points because of Agrippa",
    "the reserve is empty: no builder for Cato",
    "Agrippa has no workman left and builds no more: 16 points so far",
  ]);
  assert.deepEqual(changeWords(CLIMB, { names: NAMES, yours: [1] }).slice(0, 5), [
    "your points: podium +12, bonus +4, +16 in all",
    "Livia loses 1 bonus point because of you",
    "Cato loses 2 bonus points because of you",
    "the reserve is empty: no builder for Cato",
    "you have no workman left and build no more: 16 points so far",
  ]);
  speak("de");
  assert.equal(changeWords(CLIMB, reader)[1], "du verlierst durch Agrippa 1 Bonuspunkt");
  speak("fr");
  assert.equal(changeWords(CLIMB, reader)[2], "Cato perd 2 points de bonus face à Agrippa");
});

for (const language of LANGUAGES) {
  test(`the log tells it all in ${language}`, () => {
    speak(language);
    const words = stepWords(CLIMB, { names: NAMES, view: stateOf("2p-build").view, steps: [], yours: [2] });
    for (const part of changeWords(CLIMB, { names: NAMES, yours: [2] })) assert.ok(words.includes(part), part);
    assert.doesNotMatch(words, /[{}]|undefined/);
  });
}

test("a podium that cost the same seat a bonus was told as a loss alone", () => {
  speak("en");
  const closes = [{ ...CLOSED, podium: 1, length: 1 }, { ...CLOSED, seat: 2, podium: 14 }];
  const step = { ...CLIMB, effects: { closes, seats: [{ seat: 1, points: 3, change: -1, bonus: -2 }] } };
  assert.deepEqual(changeWords(step, reader), ["points for Agrippa: podium +1, bonus −2, −1 in all"]);
});

test("the end of the game is counted step by step, and nothing of it is told before", () => {
  speak("en");
  assert.deepEqual(changeWords({ ...CLIMB, effects: { ...CLIMB.effects, ends: true } }, reader), []);
});

test("the panel tells one's own losses, the last one only, and who else is out", () => {
  speak("en");
  const later = { ...CLIMB, ply: 91, seat: 2, effects: { closes: [{ ...CLOSED, seat: 2 }], seats: [{ seat: 0, points: 7, change: -2, bonus: -2 }] } };
  assert.deepEqual(changesFor([CLIMB, later], 0, reader), [
    "you lose 2 bonus points because of Cato",
    "Agrippa has no workman left and builds no more: 16 points so far",
  ]);
  const cato = changesFor([CLIMB], 2, { names: NAMES, yours: [2] });
  assert.deepEqual(cato.slice(0, 2), ["you lose 2 bonus points because of Agrippa", "the reserve is empty: no builder for you"]);
  assert.deepEqual(changesFor([], 0, reader), []);
});
