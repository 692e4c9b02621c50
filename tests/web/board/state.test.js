// What the board shows, as data.

import assert from "node:assert/strict";
import { test } from "node:test";

import { cellOf } from "../../../src/aquaromana/web/js/board/aim.js";
import {
  EMPTY, NO_MARKS, bare, focusedIn, layersOf, meantIn, shown,
} from "../../../src/aquaromana/web/js/board/state.js";
import { VIEW } from "./sample.js";

/** @import {Marks} from "../../../src/aquaromana/web/js/types.js" */

/** @param {Partial<Marks>} marks */
const at = (marks = {}) => shown(EMPTY, VIEW, { ...NO_MARKS, ...marks });
const D1 = cellOf({ what: "square", name: "D1" });
const WORKMAN = { what: /** @type {const} */ ("workman"), name: "D1s" };
const USABLE = /** @type {const} */ ("usable");

test("other marks leave the drawing as it is, another view does not", () => {
  const first = at();
  assert.equal(shown(first, VIEW, { ...NO_MARKS }).drawing, first.drawing);
  assert.notEqual(shown(first, { ...VIEW }, NO_MARKS).drawing, first.drawing);
});

test("the pointer stays on what is still there, and an animation leaves it on nothing", () => {
  const state = { ...at(), hover: WORKMAN };
  assert.equal(shown(state, VIEW, NO_MARKS).hover, WORKMAN);
  assert.equal(shown(state, { ...VIEW, aqueducts: [] }, NO_MARKS).hover, null);
  assert.equal(bare(state, VIEW).hover, null);
});

test("an empty board has nothing to draw", () => {
  assert.deepEqual(layersOf(EMPTY, []), {});
});

test("the keyboard points at what can be used in a cell, and is asked where several workmen can", () => {
  assert.deepEqual(meantIn(EMPTY, D1.column, D1.row), null);
  const one = at({ workmen: [{ port: "D1s", state: USABLE }] });
  assert.deepEqual(meantIn(one, D1.column, D1.row), { target: WORKMAN });
  assert.deepEqual(focusedIn(one, D1.column, D1.row)?.target, WORKMAN);
  const aqueducts = [...VIEW.aqueducts, { ...VIEW.aqueducts[1], id: 3, course: ["D1e"] }];
  const workmen = ["D1s", "D1e"].map((port) => ({ port, state: USABLE }));
  const meant = meantIn(shown(EMPTY, { ...VIEW, aqueducts }, { ...NO_MARKS, workmen }), D1.column, D1.row);
  assert.ok(meant && "workmen" in meant);
  assert.deepEqual(meant.workmen.map(({ target }) => target.name).sort(), ["D1e", "D1s"]);
});

test("ways to lay a tile come before everything else in their cell", () => {
  const ghosts = ["Cne", "Ces"].map((face) => ({ square: "D2", face, state: USABLE, color: "yellow" }));
  const state = at({ ghosts: /** @type {any} */ (ghosts) });
  const { column, row } = cellOf({ what: "square", name: "D2" });
  assert.deepEqual(meantIn(state, column, row), { square: "D2" });
  assert.equal(focusedIn(state, column, row)?.ghosts?.length, 2);
});
