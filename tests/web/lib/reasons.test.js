// Refusals in words: with the catalogues that people read.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { useTexts } from "../../../src/aquaromana/web/js/lib/i18n.js";
import { clauseLink, details, errorText } from "../../../src/aquaromana/web/js/lib/reasons.js";
import { install } from "./fake_dom.js";

install();

/** @param {"de" | "en" | "fr"} language */
function speak(language) {
  const folder = new URL(`../../../src/aquaromana/web/locale/${language}/`, import.meta.url);
  const read = (/** @type {string} */ area) => JSON.parse(readFileSync(new URL(`${area}.json`, folder), "utf8"));
  useTexts(language, Object.fromEntries(["common", "reasons", "errors"].map((area) => [area, read(area)])));
}

test("workmen are told by their square, path squares as a list", () => {
  const why = { code: "workman/sees-nobody", args: { workman: "D1e", paths: "4, 12, 27, 38" }, clause: "R4.2" };
  speak("de");
  assert.equal(errorText(why), "Der Arbeiter auf D1 sieht keinen Baumeister: Auf 4, 12, 27 und 38 steht niemand.");
  speak("fr");
  assert.match(errorText(why), /^L’ouvrier en D1 ne voit aucun architecte/);
});

test("kinds have the article that the sentence needs", () => {
  const why = { code: "build/wrong-kind", args: { path: 4, builder: "C", kind: "B" } };
  speak("en");
  assert.equal(errorText(why), "The builder on 4 is a curve builder and does not let you lay a bridge.");
  speak("fr");
  assert.match(errorText(why), /un architecte des courbes.*poser un pont\.$/);
});

test("colors, seats, sides and questions are in the reader's language", () => {
  speak("de");
  const foreign = { code: "workman/foreign", args: { workman: "H1s", owner: 1, seat: 0, color: "red" } };
  assert.equal(errorText(foreign, { names: ["Ann", "Ben"] }), "Der Arbeiter auf H1 ist rot und gehört Ben.");
  assert.equal(errorText(foreign), "Der Arbeiter auf H1 ist rot und gehört Platz 2.");
  const exit = { code: "build/wrong-exit", args: { workman: "D1s", kind: "C", exit: "s" } };
  assert.equal(errorText(exit), "Vor dem Arbeiter auf D1 kann eine Kurve das Wasser nicht nach Süden leiten.");
  const none = { code: "workman/none", args: { workman: "D1s" } };
  assert.match(errorText(none), /^Von D1 führt kein Aquädukt nach Süden,/);
  const asked = { code: "phase/not-asked", args: { subject: "kind", name: "B", seat: 0, asked: "build" } };
  assert.equal(errorText(asked), "Jetzt geht es darum, zu bauen; die Sorte „Brücke“ spielt dabei keine Rolle.");
});

test("a fault in a file has its place", () => {
  speak("en");
  assert.match(errorText({ code: "record/empty", args: { line: 3, column: 7 } }), /\(line 3, column 7\)$/);
  assert.match(errorText({ code: "build/no-builder", args: { path: 9, ply: 40 } }), /\(after 40 decisions\)$/);
  const beyond = errorText({ code: "table/ply", args: { decisions: 3, ply: 9 } });
  assert.equal(beyond, "The game ends with decision 3; there is no decision 9.");
});

test("no sentence ends in English: what nobody translates is folded away", () => {
  speak("de");
  const why = { code: "record/picture", args: { why: "The PNG ends too early." } };
  assert.doesNotMatch(errorText(why), /PNG/);
  assert.match(details(why)?.textContent ?? "", /The PNG ends too early/);
  const json = { code: "record/json", args: { expected: "a string", path: "/moves/3/move" } };
  assert.equal(errorText(json), "Dieses JSON hat nicht die Form einer Partie. (bei /moves/3/move)");
  assert.match(details(json)?.textContent ?? "", /a string/);
  assert.equal(details({ code: "record/empty", args: { line: 3 } }), null);
});

test("what a record should have had is said in the reader's language", () => {
  speak("de");
  const tag = { code: "record/tag", args: { expected: "bracket", line: 2, column: 9 } };
  assert.equal(errorText(tag), 'Hier müsste ] nach dem Wert stehen, wie in [Players "4"]. (Zeile 2, Spalte 9)');
  assert.match(errorText({ code: "record/version", args: { tag: "Format", value: "'7'", expected: 1 } }), /erwartet war 1\.$/);
});

test("a mistyped decision is answered with how the intended one is written", () => {
  speak("en");
  const typed = (/** @type {string} */ text) => errorText({ code: "notation/unreadable", args: { text, why: "…" } });
  assert.match(typed("'C@99'"), /^“C@99” is not a decision\. Placing a builder is written like C@12/);
  assert.match(typed("'D1e.12'"), /is written like D1e\.12\.Cs/);
  assert.match(typed("'xA1.e'"), /Closing an aqueduct/);
  assert.match(typed("'hello'"), /Decisions look like/);
});

test("what nobody knows is told all the same", () => {
  speak("en");
  assert.match(errorText({ code: "new/code" }), /new\/code/);
  assert.match(errorText(new Error("boom")), /Something went wrong/);
  assert.match(errorText(undefined), /Something went wrong/);
});

test("only clauses of the rules are linked", () => {
  assert.equal(clauseLink({ code: "x", clause: "R3.4" })?.getAttribute("href"), "#/rules/R3.4");
  assert.equal(clauseLink({ code: "x", clause: "AQR4" }), null);
  assert.equal(clauseLink({ code: "x" }), null);
});
