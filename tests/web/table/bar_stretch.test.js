// Why something cannot be done: read once for each answer, however often the bar is drawn; and what there is to know.

import assert from "node:assert/strict";
import { test } from "node:test";

import { drawNotes, drawReason } from "../../../src/aquaromana/web/js/table/bar_stretch.js";
import { FakeElement, install } from "../lib/fake_dom.js";
import { speak } from "./texts.js";

install();

const NOBODY = { code: "workman/sees-nobody", args: { workman: "D1e", paths: "4, 12" }, clause: "R4.2" };

/** @param {object | null} answer */
function drawn(answer, why = new FakeElement("div")) {
  drawReason(/** @type {any} */ (why), /** @type {any} */ (answer), ["Ann", "Ben"], () => undefined);
  return why;
}

test("a reason that is drawn again stays as it is, with the focus in it", () => {
  speak("en");
  const answer = { why: { ...NOBODY }, name: "D1e" };
  const why = drawn(answer);
  const [words] = why.children;
  assert.match(/** @type {FakeElement} */ (words).textContent, /sees no builder/);
  assert.equal(drawn(answer, why).children[0], words);
  assert.equal(drawn({ ...answer }, why).children[0], words);
});

test("the same mistake made again is read again", () => {
  speak("en");
  const why = drawn({ why: { ...NOBODY }, name: "D1e" });
  const [words] = why.children;
  assert.notEqual(drawn({ why: { ...NOBODY }, name: "D1e" }, why).children[0], words);
});

test("a reason follows the language, and goes when it was heard", () => {
  speak("en");
  const answer = { why: { ...NOBODY }, name: "D1e" };
  const why = drawn(answer);
  speak("de");
  assert.match(drawn(answer, why).textContent, /sieht keinen Baumeister/);
  assert.deepEqual(drawn(null, why).children, []);
  assert.notDeepEqual(drawn(answer, why).children, []);
});

test("the bar stood still when one tile had ended two aqueducts of the same length", () => {
  const list = new FakeElement("ul");
  const note = /** @type {const} */ ({ icon: "stop", text: "Ben’s tile on G7 ends your aqueduct: length 1." });
  drawNotes(/** @type {any} */ (list), [note, { ...note }]);
  assert.equal(list.children.length, 2);
});
