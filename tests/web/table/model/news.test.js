// What happens at the table apart from decisions, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { newsWords } from "../../../../src/aquaromana/web/js/table/model/news.js";
import { LANGUAGES, speak } from "../texts.js";

/** @import {TableEvent} from "../../../../src/aquaromana/web/js/types.js" */

const NAMES = ["Anna", "Ben", "Cleo"];

/** @type {TableEvent[]} */
const EVENTS = [
  { what: "sat", seat: 1, kind: "person", name: "Ben" },
  { what: "sat", seat: 2, kind: "bot", bot: "search:3" },
  { what: "sat", seat: 2, kind: "open", name: "Cleo" },
  { what: "began" },
  { what: "began", order: [1, 2, 0] },
  { what: "renamed", seat: 1, name: "Benno" },
  { what: "stood-in", seat: 1, bot: "search:3" },
  { what: "stood-in", seat: 1, bot: "search:3", why: "clock" },
  { what: "came-back", seat: 1 },
  { what: "resigned", seat: 1 },
  { what: "resigned", seat: 1, why: "clock" },
  { what: "asked", kind: "takeback", by: 1, ply: 3 },
  { what: "asked", kind: "stand_in", by: 1, seat: 2 },
  { what: "declined", seat: 1 },
  { what: "declined", seat: 0 },
  { what: "taken-back", ply: 3, decisions: 2 },
  { what: "switched", chat: false },
  { what: "followed", table: "x" },
];

/**
 * @param {TableEvent[]} events
 * @param {number[]} [yours]
 */
function told(events, yours = [0]) {
  const news = events.map((event, index) => ({ version: index + 1, at: 0, seat: 1, event }));
  const words = newsWords(news, { names: NAMES, yours });
  return news.map(({ version }) => words.get(version) ?? "");
}

for (const language of LANGUAGES) {
  test(`everything that happens has a sentence in ${language}, also for oneself`, () => {
    speak(language);
    for (const event of EVENTS) {
      for (const yours of [[0], [1]]) {
        const [text] = told([event], yours);
        assert.match(text, /^[\p{L}\d].*[.!]$/u, event.what);
        assert.doesNotMatch(text, /undefined|\{|-you/, event.what);
      }
    }
  });
}

test("whoever it is about is called you too, not by a name of that sort", () => {
  speak("de");
  const asked = told([{ what: "asked", kind: "stand_in", by: 1, seat: 2 }], [2]);
  assert.deepEqual(asked, ["Ben schlägt vor, dass ein Bot für dich spielt."]);
});

test("one alone at a screen is you, several there have names", () => {
  speak("en");
  assert.deepEqual(told([{ what: "resigned", seat: 1 }], [1]), ["You resign."]);
  assert.deepEqual(told([{ what: "resigned", seat: 1 }], [0, 1]), ["Ben resigns."]);
});

test("consent and revoked links are not news", () => {
  speak("en");
  assert.deepEqual(told([{ what: "agreed", seat: 1 }, { what: "revoked", target: "chair:1" }]), ["", ""]);
});

test("withdrawing one's own question counts as a change of mind", () => {
  speak("en");
  const asked = /** @type {TableEvent} */ ({ what: "asked", kind: "takeback", by: 1, ply: 3 });
  assert.equal(told([asked, { what: "declined", seat: 1 }])[1], "Ben has thought better of it.");
  assert.equal(told([asked, { what: "declined", seat: 2 }])[1], "Cleo does not agree.");
});

test("before lots were drawn people had other seats", () => {
  speak("en");
  const [sat, lots, left] = told([
    { what: "sat", seat: 0, kind: "person" },
    { what: "began", order: [1, 2, 0] },
    { what: "resigned", seat: 0 },
  ], [1]);
  assert.equal(sat, "Cleo sits down.", "who was on the first seat is on the third now");
  assert.match(lots, /Anna, Ben,? and Cleo/);
  assert.equal(left, "Anna resigns.");
});
