// What the keys do, depending on where the focus is.

import assert from "node:assert/strict";
import { test } from "node:test";

import { command, isHeld, LISTED } from "../../../../src/aquaromana/web/js/table/model/keys.js";
import { textsOf } from "../data.js";
import { LANGUAGES } from "../texts.js";

const free = { isText: false, isControl: false, isBoard: false, letters: true };
const press = (/** @type {string} */ key, more = {}, where = {}) => command({ key, ...more }, { ...free, ...where });

test("Enter confirms, unless a button or the board needs it", () => {
  assert.equal(press("Enter"), "confirm");
  assert.equal(press("Enter", {}, { isControl: true }), null);
  assert.equal(press("Enter", {}, { isBoard: true }), null);
  assert.equal(press("Enter", { ctrlKey: true }, { isBoard: true }), "confirm");
});

test("Backspace and Ctrl+Z take back, but not while somebody types", () => {
  assert.equal(press("Backspace"), "undo");
  assert.equal(press("z", { ctrlKey: true }), "undo");
  assert.equal(press("Z", { metaKey: true }), "undo");
  assert.equal(press("Z", { ctrlKey: true, shiftKey: true }), null);
  assert.equal(press("Backspace", {}, { isText: true }), null);
  assert.equal(press("z", { ctrlKey: true }, { isText: true }), null);
});

test("arrows leaf through the game beside the board only", () => {
  assert.equal(press("ArrowLeft"), "earlier");
  assert.equal(press("ArrowRight"), "later");
  assert.equal(press("Home"), "first");
  assert.equal(press("End"), "now");
  assert.equal(press("ArrowLeft", {}, { isBoard: true }), null);
  assert.equal(press("ArrowLeft", {}, { isText: true }), null);
});

test("letters and digits are commands where nobody types, and only if they are wanted", () => {
  assert.equal(press("3"), "offer 3");
  assert.equal(press("?"), "help");
  assert.equal(press("N"), "type");
  assert.equal(press("b", {}, { isBoard: true }), "spoken");
  assert.equal(press("b", {}, { isText: true }), null);
  assert.equal(press("b", {}, { letters: false }), null);
  assert.equal(press("0"), null);
  assert.equal(press("q"), null);
});

test("keys of the browser are left alone", () => {
  for (const key of ["r", "s", "t", "n", "1"]) assert.equal(press(key, { ctrlKey: true }), null);
  assert.equal(press("ArrowLeft", { altKey: true }), null);
});

test("Escape works everywhere, Space skips where nothing else needs it", () => {
  assert.equal(press("Escape", {}, { isText: true }), "escape");
  assert.equal(press(" "), "skip");
  assert.equal(press(" ", {}, { isControl: true }), null);
});

test("a held key steps on, but decides, opens and sends only once", () => {
  const held = (/** @type {string} */ key, more = {}, where = {}) =>
    isHeld({ key, repeat: true, ...more }, { ...free, ...where });
  for (const where of [{}, { isControl: true }, { isBoard: true }, { isText: true }]) assert.ok(held("Enter", {}, where));
  for (const key of ["Escape", "1", "h", "x", "?"]) assert.ok(held(key), key);
  assert.ok(held("Enter", { ctrlKey: true }));
  assert.ok(held(" ", {}, { isBoard: true }) && held(" ", {}, { isControl: true }));
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "Backspace", " ", "Tab", "+"]) assert.ok(!held(key), key);
  assert.ok(!held("z", { ctrlKey: true }));
  assert.ok(!held("ArrowLeft", {}, { isBoard: true }));
  assert.ok(!held("h", {}, { isText: true }), "somebody types");
  assert.ok(!held("Enter", { repeat: false }));
});

test("every command is in the help, in every language", () => {
  for (const language of LANGUAGES) {
    const texts = textsOf(language, "table");
    for (const [name] of LISTED) assert.ok(texts[`key.${name}`], `${language} ${name}`);
  }
});
