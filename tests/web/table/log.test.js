// The decisions turn by turn.

import assert from "node:assert/strict";
import { test } from "node:test";

import { groups, latest } from "../../../src/aquaromana/web/js/table/log.js";

/** @import {News, Step} from "../../../src/aquaromana/web/js/types.js" */

/** @param {number} ply @param {number} turn @param {number} seat @returns {Step} */
const step = (ply, turn, seat) => ({ ply, turn, seat, move: `m${ply}`, type: "build" });

test("the set-up is one group, whoever places", () => {
  const found = groups([step(0, 0, 0), step(1, 0, 1), step(2, 0, 0), step(3, 1, 0)]);
  assert.deepEqual(found.map((group) => group.lines.length), [3, 1]);
});

test("claims of others inside a turn are groups of their own", () => {
  const found = groups([step(12, 1, 0), step(13, 1, 1), step(14, 1, 2), step(15, 2, 1)]);
  assert.deepEqual(found.map(({ turn, seat }) => [turn, seat]), [[1, 0], [1, 1], [1, 2], [2, 1]]);
});

test("a turn after another of the same seat is another group, with another key", () => {
  const found = groups([step(12, 1, 0), step(13, 1, 0), step(14, 2, 0)]);
  assert.deepEqual(found.map((group) => group.lines.map((line) => line.ply)), [[12, 13], [14]]);
  assert.equal(new Set(found.map((group) => group.key)).size, 2);
});

test("keys stay when decisions are added", () => {
  const some = [step(0, 0, 0), step(1, 1, 0)];
  const more = [...some, step(2, 1, 0), step(3, 2, 1)];
  assert.deepEqual(groups(more).slice(0, 2).map((group) => group.key), groups(some).map((group) => group.key));
});

/** @param {number} version @param {number} ply @param {Partial<News>} [more] @returns {News} */
const news = (version, ply, more = {}) => ({
  version, at: 0, seat: 0, ply, event: { what: "switched", chat: true }, ...more,
});

test("news stand between the decisions, in the group that they come after", () => {
  const found = groups([step(0, 0, 0), step(1, 1, 0), step(2, 1, 0)], [news(1, 0), news(3, 1), news(5, 2), news(7, 3)]);
  const shapes = found.map(({ turn, lines }) => [turn, lines.map((line) => ("event" in line ? "n" : line.ply))]);
  assert.deepEqual(shapes, [[-1, ["n"]], [0, [0, "n"]], [1, [1, "n", 2, "n"]]]);
});

test("news of a stretch that was taken back stand where the game went on", () => {
  const taken = news(9, 1, { event: { what: "taken-back", ply: 1, decisions: 3 } });
  const [first] = groups([step(0, 1, 0), step(1, 1, 0)], [news(6, 4), taken, news(11, 2)]);
  assert.deepEqual(first.lines.map((line) => ("event" in line ? line.version : `p${line.ply}`)), ["p0", 6, 9, "p1", 11]);
});

test("a long log comes in parts, the end of it first", () => {
  const all = groups([0, 1, 2, 3, 4, 5].map((ply) => step(ply, 1 + Math.floor(ply / 2), 0)));
  const turns = (/** @type {typeof all} */ some) => some.map(({ turn }) => turn);
  const first = latest(all, () => 2, 3);
  assert.deepEqual(turns(first), [2, 3]);
  assert.deepEqual(turns(latest(all, (group) => (first.includes(group) ? 0 : 2), 3)), [1, 2, 3]);
});
