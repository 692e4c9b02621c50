// Texts, plural forms, lists, numbers and dates.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import {
  day, has, language, list, loadAreas, moment, number, onLanguage, percent, pickLanguage, setLanguage, t, useTexts,
} from "../../../src/aquaromana/web/js/lib/i18n.js";
import { install } from "./fake_dom.js";

const root = install();

/** Answers to requests that wait, by address. @type {Map<string, () => void>} */
const waiting = new Map();

/** A server that answers when it is told to: every area of a language says which one it is. */
function slowServer() {
  const fetch = (/** @type {string} */ address) =>
    new Promise((answer) => {
      const [, , name, area] = address.replace(".json", "").split("/");
      waiting.set(`${name} ${area}`, () => answer({ ok: true, json: async () => ({ who: `${name} ${area}` }) }));
    });
  Object.assign(globalThis, { fetch });
}

/** Let waiting requests be answered, and everything happen that follows. @param {...string} names */
async function answer(...names) {
  for (const name of names) {
    waiting.get(name)?.();
    waiting.delete(name);
  }
  await new Promise((done) => setTimeout(done));
}

const TEXTS = {
  games: {
    title: "Partien",
    "a.b": "mit Punkt",
    won: "{names} mit {count}",
    count: { one: "{count} Partie", other: "{count} Partien" },
    none: { zero: "keine Partie", one: "eine", other: "{count}" },
    kind: "{kind.a} und {kind}",
  },
  reasons: { "build/joins": "verbindet" },
};

test("a text is found by its area and its key", () => {
  useTexts("de", TEXTS);
  assert.equal(t("games.title"), "Partien");
  assert.equal(t("games.a.b"), "mit Punkt");
  assert.equal(t("reasons.build/joins"), "verbindet");
  assert.ok(has("games.title"));
  assert.ok(!has("games.nothing") && !has("nothing.title"));
});

test("plural forms follow the language", () => {
  useTexts("de", TEXTS);
  assert.deepEqual([0, 1, 2, 1000].map((count) => t("games.count", { count })), [
    "0 Partien", "1 Partie", "2 Partien", "1.000 Partien",
  ]);
  useTexts("fr", { games: { count: { one: "{count} partie", other: "{count} parties" } } });
  assert.deepEqual([0, 1, 2].map((count) => t("games.count", { count })), ["0 partie", "1 partie", "2 parties"]);
});

test("nothing may have words of its own", () => {
  useTexts("de", TEXTS);
  assert.deepEqual([0, 1, 5].map((count) => t("games.none", { count })), ["keine Partie", "eine", "5"]);
});

test("arguments: lists are joined, forms have a full stop, unknown ones stay", () => {
  useTexts("de", TEXTS);
  assert.equal(t("games.won", { names: ["A", "B", "C"], count: 12 }), "A, B und C mit 12");
  assert.equal(t("games.kind", { kind: "Kurve", "kind.a": "eine Kurve" }), "eine Kurve und Kurve");
  assert.equal(t("games.won", { names: "{count}", count: 1 }), "{count} mit 1");
  assert.equal(t("games.won"), "{names} mit {count}");
});

test("a missing text is told to tests and hidden from readers", () => {
  useTexts("de", TEXTS);
  const told = mock.method(console, "error", () => {});
  assert.equal(t("games.go-on"), "go on");
  assert.equal(told.mock.callCount(), 1);
  told.mock.restore();
});

test("numbers, shares, lists and days are written as the language does", () => {
  useTexts("de", TEXTS);
  assert.equal(number(1234.5), "1.234,5");
  assert.equal(percent(0.25).replace(/\s/g, " "), "25 %");
  assert.equal(list(["A", "B"], "disjunction"), "A oder B");
  assert.match(day(1747483200), /^17\. Mai 2025$/);
  useTexts("en", TEXTS);
  assert.equal(number(1234.5), "1,234.5");
  assert.equal(list(["A", "B", "C"]), "A, B, and C");
});

test("moments are told as people do", () => {
  useTexts("en", TEXTS);
  const now = 1_700_000_000;
  const told = [5, 90, 7200, 86400, 3 * 86400].map((ago) => moment(now - ago, now));
  assert.deepEqual(told, ["now", "1 minute ago", "2 hours ago", "yesterday", "3 days ago"]);
  assert.equal(moment(now - 8 * 86400, now), "November 6, 2023");
  assert.equal(moment(now + 100, now), "now");
});

test("the first language: the chosen one, else the browser's, else English", () => {
  assert.equal(pickLanguage("fr", ["de"]), "fr");
  assert.equal(pickLanguage(null, ["nl", "de-AT", "en"]), "de");
  assert.equal(pickLanguage("xx", ["EN-us"]), "en");
  assert.equal(pickLanguage(undefined, []), "en");
});

test("an area that is wanted while the language changes comes in the new one", async () => {
  slowServer();
  useTexts("en", { common: {} });
  const changed = setLanguage("de");
  const loaded = loadAreas(["late"]);
  await answer("de common", "en late");
  await answer("de late");
  await Promise.all([changed, loaded]);
  assert.equal(language(), "de");
  assert.equal(root.lang, "de");
  assert.equal(t("late.who"), "de late");
});

test("the language asked for last wins, and is told once", async () => {
  slowServer();
  useTexts("en", { common: {} });
  const told = /** @type {string[]} */ ([]);
  const end = onLanguage((name) => told.push(name));
  const first = setLanguage("fr");
  const second = setLanguage("de");
  await answer("de common", "de late");
  await answer("fr common", "fr late");
  await Promise.all([first, second]);
  end();
  assert.equal(language(), "de");
  assert.deepEqual(told, ["de"]);
});

test("an area is asked for once", async () => {
  slowServer();
  useTexts("en", { common: {} });
  const both = [loadAreas(["one", "two"]), loadAreas(["common"])];
  await answer("en one", "en two");
  await Promise.all(both);
  await loadAreas(["one"]);
  assert.equal(waiting.size, 0);
});
