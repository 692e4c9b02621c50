// Comments on the decisions of a study: every word is kept at the place where it was typed.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { createNotes } from "../../../src/aquaromana/web/js/study/notes.js";
import * as tree from "../../../src/aquaromana/web/js/study/tree.js";
import { FakeElement, install } from "../lib/fake_dom.js";

install();
Object.assign(FakeElement.prototype, { querySelector: () => null });
mock.timers.enable({ apis: ["setTimeout"] });

function begun() {
  const study = tree.studyOf({ start: "s", record: { moves: [{ move: "a" }, { move: "b", comment: "old" }] } });
  let at = { line: study.main, index: 1 };
  const session = /** @type {any} */ ({
    study: () => study,
    at: () => at,
    comment: tree.commented,
  });
  const notes = createNotes(() => session);
  const field = /** @type {any} */ (notes.element).children.find((/** @type {any} */ one) => one.tag === "textarea");
  const tell = (/** @type {string} */ type) => field.listeners.get(type).forEach((/** @type {any} */ hear) => hear());
  notes.update();
  return {
    notes,
    field,
    tell,
    /** @param {string} text */
    type(text) {
      field.value = text;
      tell("input");
    },
    /** @param {number} index */
    go(index) {
      at = { line: study.main, index };
      notes.update();
    },
    comments: () => study.main.plies.map(({ comment }) => comment),
  };
}

test("a comment is kept after a while", () => {
  const { type, comments } = begun();
  type("new");
  assert.deepEqual(comments(), [undefined, "old"]);
  mock.timers.tick(400);
  assert.deepEqual(comments(), ["new", "old"]);
});

test("people who go on at once leave their comment where they typed it", () => {
  const { type, go, field, comments } = begun();
  type("new");
  go(2);
  assert.equal(field.value, "old");
  mock.timers.tick(400);
  assert.deepEqual(comments(), ["new", "old"]);
});

test("the field shows the comment of another place even while it has the focus", () => {
  const { type, go, field, comments } = begun();
  /** @type {any} */ (document).activeElement = field;
  type("new");
  go(2);
  assert.equal(field.value, "old");
  go(1);
  type("newer ");
  go(1);
  assert.equal(field.value, "newer ", "but not what is just being typed");
  assert.deepEqual(comments(), ["newer", "old"]);
  /** @type {any} */ (document).activeElement = null;
});

test("those who leave the field or the page lose nothing", () => {
  const left = begun();
  left.type("new");
  left.tell("blur");
  assert.deepEqual(left.comments(), ["new", "old"]);
  const closed = begun();
  closed.type("new");
  closed.notes.close();
  assert.deepEqual(closed.comments(), ["new", "old"]);
});
