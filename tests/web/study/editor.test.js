// The editor of positions: quick changes build on one another, and late answers open nothing again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createEditor } from "../../../src/aquaromana/web/js/study/editor.js";
import { FakeElement, install } from "../lib/fake_dom.js";

install();
Object.assign(FakeElement.prototype, { querySelector: () => null, querySelectorAll: () => [], contains: () => false });
const world = /** @type {any} */ (globalThis);

/** A server that writes the changes behind the position, when it is told to. */
function begun() {
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {string[]} */
  const done = [];
  world.fetch = async (/** @type {string} */ _path, /** @type {any} */ { body }) => {
    await new Promise((resolve) => waiting.push(() => resolve(null)));
    const { position, changes } = JSON.parse(body);
    const after = position + changes.map((/** @type {any} */ { square }) => square).join("");
    const view = { position: after, seats: [], aqueducts: [], podiums: {}, reservoirs: [], reserve: {}, turn: 0 };
    return new Response(JSON.stringify({ view }));
  };
  const editor = createEditor({
    names: () => [],
    onDraft() {},
    onDone: (view) => done.push(view.position),
    onPlay() {},
    onCancel() {},
  });
  /** Answer all that is asked, and what is asked then. */
  async function answer() {
    for (let round = 0; round < 20; round += 1) {
      waiting.splice(0).forEach((reply) => reply());
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
  const erase = (/** @type {string} */ name) => editor.pointAt(/** @type {any} */ ({ what: "square", name }));
  /** @param {string} words */
  function pressed(words) {
    const row = /** @type {any} */ (editor.element).children.at(-1);
    const button = row.children.find((/** @type {any} */ one) => one.textContent.includes(words));
    button.listeners.get("click").forEach((/** @type {any} */ hear) => hear());
  }
  return { editor, answer, erase, pressed, done };
}

test("changes that are made quickly are all made, and undone one by one", async () => {
  const { editor, answer, erase } = begun();
  editor.open("-");
  await answer();
  erase("A1");
  erase("B2");
  await answer();
  assert.equal(editor.view()?.position, "-A1B2");
  erase("C3");
  editor.undo();
  editor.undo();
  await answer();
  assert.equal(editor.view()?.position, "-A1");
});

test("an answer that comes after the end does not open the editor again", async () => {
  const { editor, answer, erase } = begun();
  editor.open("-");
  await answer();
  erase("A1");
  await new Promise((resolve) => setTimeout(resolve));
  editor.cancel();
  await answer();
  assert.equal(editor.isOpen(), false);
  editor.open("+");
  await answer();
  assert.equal(editor.view()?.position, "+");
});

test("the analysis begins with all changes made", async () => {
  const { editor, answer, erase, pressed, done } = begun();
  editor.open("-");
  await answer();
  erase("A1");
  pressed("nalyse");
  await answer();
  assert.deepEqual([done, editor.isOpen()], [["-A1"], false]);
});
