// What people mean who point somewhere, with mouse, finger or keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";

import { aim, apart, cellOf, distance, isUsable, spotsIn, spotsOf } from "../../../src/aquaromana/web/js/board/aim.js";
import { cellAt, middleOf, pathMiddle, squareBox } from "../../../src/aquaromana/web/js/board/draw/geometry.js";
import { led } from "../../../src/aquaromana/web/js/board/grid.js";
import { currentWay, nearestWay } from "../../../src/aquaromana/web/js/board/ways.js";
import { NO_MARKS } from "../../../src/aquaromana/web/js/board/state.js";
import { VIEW } from "./sample.js";

/** @import {Ghost, Marks} from "../../../src/aquaromana/web/js/types.js" */

const MOUSE = 4;
const FINGER = 80;

/** @param {Partial<Marks>} marks */
const spots = (marks) => spotsOf(VIEW, { ...NO_MARKS, ...marks });
const named = (/** @type {ReturnType<typeof aim>} */ { spot }) => spot && `${spot.target.what} ${spot.target.name}`;
/** @param {Partial<Ghost>} ghost @returns {Ghost} */
const ghost = (ghost) => ({ square: "F2", face: "Cnw", state: "usable", ...ghost });

test("a mouse means what lies under it: figures before what they stand on", () => {
  const all = spots({});
  const workman = all.find(({ target }) => target.name === "F1s");
  assert.ok(workman);
  assert.equal(named(aim(all, middleOf(workman.box), MOUSE)), "workman F1s");
  assert.equal(named(aim(all, { x: 450, y: 450 }, MOUSE)), "square E5");
  assert.equal(named(aim(all, pathMiddle(6), MOUSE)), "builder 6");
  assert.equal(named(aim(all, pathMiddle(7), MOUSE)), "path 7");
  assert.equal(named(aim(all, { x: -50, y: -50 }, MOUSE)), null, "a fountain");
  assert.equal(named(aim(all, { x: 5000, y: 0 }, MOUSE)), null);
});

test("a finger means the nearest thing within its reach that can be used", () => {
  const all = spots({ builders: [{ path: 15, state: "usable" }], squares: [{ square: "J3", state: "usable" }] });
  const { x, y } = pathMiddle(15);
  assert.equal(named(aim(all, { x: x - 70, y }, FINGER)), "builder 15", "the edge of K4, which cannot be used");
  assert.equal(named(aim(all, { x: x - 220, y: y - 30 }, FINGER)), "square J3");
  assert.equal(named(aim(all, { x: 350, y: 650 }, FINGER)), "square D7", "nothing usable is near");
  assert.equal(aim(all, { x: x - 70, y }, FINGER).rival, null);
});

test("a tap in the middle of what cannot be used chose its neighbor instead of being answered", () => {
  const squares = spots({ squares: [{ square: "A4", state: "usable" }] });
  assert.equal(named(aim(squares, middleOf(squareBox("A3")), FINGER)), "square A3");
  assert.equal(named(aim(squares, { x: 65, y: 230 }, FINGER)), "square A3", "not only the very middle");
  assert.equal(named(aim(squares, { x: 50, y: 285 }, FINGER)), "square A4", "the edge is a slip of the finger");
  const paths = spots({ paths: [{ path: 4, state: "usable" }, { path: 7, state: "usable" }] });
  const workman = paths.find(({ target }) => target.name === "D1s");
  assert.ok(workman);
  assert.equal(named(aim(paths, middleOf(workman.box), FINGER)), "workman D1s");
  assert.equal(named(aim(paths, pathMiddle(6), FINGER)), "builder 6", "a builder stands there already");
});

test("a finger beside a small workman means him, and one in the middle of the square before him the square", () => {
  const all = spots({ workmen: [{ port: "D1s", state: "usable" }] });
  const { box } = /** @type {any} */ (all.find(({ target }) => target.name === "D1s"));
  const { x, y } = middleOf(box);
  assert.equal(named(aim(all, { x: x + 36, y }, FINGER)), "workman D1s");
  assert.equal(named(aim(all, middleOf(squareBox("D2")), FINGER)), "square D2");
});

test("a chosen workman was zoomed in on because of the tile before him", () => {
  const all = spots({ workmen: [{ port: "F1s", state: "chosen" }], ghosts: [ghost({})] });
  const { box } = /** @type {any} */ (all.find(({ target }) => target.name === "F1s"));
  assert.equal(named(aim(all, middleOf(box), FINGER)), "workman F1s");
  assert.equal(aim(all, middleOf(box), FINGER).rival, null);
  assert.equal(aim(all, middleOf(squareBox("F2")), FINGER).rival, null);
});

test("what is dim can be asked about, but never wins over what can be used", () => {
  const all = spots({ workmen: [{ port: "F1s", state: "dim" }, { port: "D1s", state: "usable" }] });
  const dim = all.find(({ target }) => target.name === "F1s");
  assert.ok(dim && !isUsable(dim));
  assert.equal(named(aim(all, middleOf(dim.box), MOUSE)), "workman F1s");
  assert.equal(named(aim(all, { x: 400, y: 80 }, FINGER)), "workman D1s");
});

test("two things under one finger are rivals, unless one is far enough away", () => {
  const all = spots({ squares: ["E5", "F5"].map((square) => ({ square, state: "usable" })) });
  const edge = aim(all, { x: 496, y: 450 }, 60);
  assert.equal(named(edge), "square E5");
  assert.equal(edge.rival?.target.name, "F5");
  assert.equal(apart(/** @type {any} */ (edge.spot), /** @type {any} */ (edge.rival)), 100);
  assert.equal(aim(all, { x: 450, y: 450 }, 60).rival, null);
});

test("a square with ghosts is pointed at as a ghost", () => {
  const one = spots({ squares: [{ square: "F2", state: "usable" }], ghosts: [ghost({})] });
  assert.deepEqual(aim(one, { x: 550, y: 150 }, MOUSE).spot?.target, { what: "ghost", name: "F2", face: "Cnw" });
  const two = spots({ ghosts: [ghost({}), ghost({ face: "Cne" })] });
  assert.equal(aim(two, { x: 550, y: 150 }, MOUSE).spot?.target.face, undefined);
  assert.equal(aim(two, { x: 550, y: 150 }, MOUSE).spot?.ghosts?.length, 2);
});

test("of several ways to lie a pointer means the one that leaves where it is", () => {
  const ways = [ghost({ face: "Cnw" }), ghost({ face: "Cne" }), ghost({ face: "Dne" }), ghost({ face: "Sns" })];
  /** @type {(x: number, y: number, now?: Ghost) => string} */
  const at = (x, y, now = ways[0]) => nearestWay(VIEW, ways, { x, y }, now).face;
  assert.equal(at(510, 150), "Cnw");
  assert.equal(at(590, 150), "Cne");
  assert.equal(at(590, 150, ways[2]), "Dne", "the kind that is shown");
  assert.equal(at(550, 195), "Sns");
  assert.equal(currentWay(ways, "Cne", "Sns").face, "Cne");
  assert.equal(currentWay(ways, undefined, "Sns").face, "Sns");
  assert.equal(currentWay([...ways, ghost({ face: "B", state: "chosen" })], undefined, "Sns").face, "B");
  assert.equal(currentWay(ways, undefined, undefined).face, "Cnw");
  const previewed = [...ways, ghost({ face: "B", isLooked: true })];
  assert.equal(currentWay(previewed, "Cne", "Sns").face, "B", "what is previewed beside the board is shown on it");
  const closes = [{ aqueduct: 0, color: /** @type {const} */ ("yellow"), podium: 1, own: true }];
  const [first, ...others] = ways;
  const shown = currentWay([{ ...first, closes }, ...others], undefined, undefined).face;
  assert.equal(shown, "Cne", "not one that closes an aqueduct, before anybody has asked for it");
});

test("every thing is found in its cell", () => {
  const all = spots({ ghosts: [ghost({})] });
  for (const spot of all) {
    const { column, row } = cellOf(spot.target);
    assert.ok(spotsIn(all, column, row).includes(spot), `${spot.target.what} ${spot.target.name}`);
  }
  assert.deepEqual(spotsIn(all, 0, 0), []);
  assert.deepEqual(spotsIn(all, 4, 1).map(({ target }) => target.name), ["D1s", "D1"]);
  assert.equal(distance(squareBox("A1"), { x: 103, y: 104 }), 5);
});

test("arrows lead from cell to cell, with Ctrl to the next that can be used", () => {
  const usable = (/** @type {number} */ column, /** @type {number} */ row) => column === 9 && row === 2;
  const at = { column: 6, row: 5 };
  assert.deepEqual(led("ArrowLeft", false, at, usable), { column: 5, row: 5 });
  assert.deepEqual(led("ArrowUp", false, { column: 6, row: 0 }, usable), { column: 6, row: 0 });
  assert.deepEqual(led("ArrowRight", true, at, usable), { column: 9, row: 2 }, "off its line, if none is on it");
  assert.deepEqual(led("ArrowRight", true, { column: 3, row: 2 }, usable), { column: 9, row: 2 });
  assert.deepEqual(led("ArrowLeft", true, at, usable), at, "none there");
  assert.deepEqual(led("Home", false, at, usable), { column: 0, row: 5 });
  assert.deepEqual(led("End", true, at, usable), { column: 12, row: 9 });
  assert.deepEqual(led("PageDown", false, at, usable), { column: 6, row: 9 });
  assert.equal(led("x", false, at, usable), null);
  assert.deepEqual(cellAt(6, 5), { square: "F5" });
});
