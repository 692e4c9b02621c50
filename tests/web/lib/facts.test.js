// Facts in words: with the catalogues that people read.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { factText } from "../../../src/aquaromana/web/js/lib/facts.js";
import { useTexts } from "../../../src/aquaromana/web/js/lib/i18n.js";

/** @param {"de" | "en" | "fr"} language */
function speak(language) {
  const folder = new URL(`../../../src/aquaromana/web/locale/${language}/`, import.meta.url);
  const read = (/** @type {string} */ area) => JSON.parse(readFileSync(new URL(`${area}.json`, folder), "utf8"));
  useTexts(language, Object.fromEntries(["common", "facts", "reasons"].map((area) => [area, read(area)])));
}

/** @param {string} code @param {import("../../../src/aquaromana/web/js/lib/facts.js").Args} args */
const fact = (code, args) => ({ code, clause: "R4.2", args, grade: "fact" });

test("rivals are a list, and the verb agrees with their number", () => {
  const one = fact("close/in-time", { podium: 9, rivals: [1], count: 1 });
  const both = fact("close/in-time", { podium: 9, rivals: [1, 2], count: 2 });
  const names = ["Ann", "Ben", "Cem"];
  speak("de");
  assert.equal(factText(one, { names }), "Sichert Podest 9 rechtzeitig: Ben kann es im nächsten Zug erreichen.");
  assert.match(factText(both, { names }), /: Ben und Cem können es/);
  speak("en");
  assert.equal(factText(both), "Takes podium 9 in time: Seat 2 and Seat 3 can reach it next turn.");
  assert.match(factText(both, { names: ["Ann", "", "Cem"] }), /: Seat 2 and Cem can/);
});

test("colors and builders have the forms that the sentence needs", () => {
  const gift = fact("gift/sight", { kind: "C", color: "red", workman: "F4e" });
  speak("de");
  assert.match(factText(gift), /^Bringt den Kurven-Baumeister in die Sichtlinie des roten Arbeiters auf F4,/);
  speak("fr");
  assert.match(factText(gift), /^Amène l’architecte des courbes dans la ligne de mire de l’ouvrier rouge en F4,/);
});

test("a fact without arguments is told: the server leaves out what is empty", () => {
  speak("en");
  const bare = { code: "sight/sure", clause: "R4.2", grade: "certain" };
  assert.equal(factText(bare), "You can build next turn, whatever the others do.");
});
