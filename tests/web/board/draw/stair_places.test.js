// Where drops are on the stairs.

import assert from "node:assert/strict";
import { test } from "node:test";

import { dropPlaces } from "../../../../src/aquaromana/web/js/board/draw/stair_places.js";

const DROP = 16; // the width of one that is not made smaller
const COLORS = ["yellow", "red", "blue", "green"];
/** The first so many drops of so many players. @param {number} count @param {number} players */
const drops = (count, players) => [...Array(count).keys()].map((id) => ({ id, color: COLORS[id % players] }));

test("drops on podium 1 lay over each other", () => {
  for (const width of [61, 36, 70, 102]) {
    for (let count = 1; count <= 12; count += 1) {
      const places = dropPlaces(drops(count, 4), 100, 100 + width);
      const boxes = places.map(({ x, scale }) => [x - (scale * DROP) / 2, x + (scale * DROP) / 2]);
      assert.ok(boxes[0][0] >= 100 && boxes[boxes.length - 1][1] <= 100 + width, `${count} in ${width}`);
      for (const [index, [left]] of boxes.slice(1).entries()) assert.ok(left >= boxes[index][1], `${count} in ${width}`);
      const colors = new Set(places.map(({ drop }) => drop.color));
      assert.equal(colors.size, Math.min(count, 4), "every color is seen");
    }
  }
});

test("where there is room every aqueduct has its drop, otherwise every color, which tells that it has several", () => {
  assert.deepEqual(dropPlaces([], 0, 60), []);
  const three = dropPlaces(drops(3, 2), 0, 61);
  assert.deepEqual(three.map(({ drop, scale, isSeveral }) => [drop.id, scale, isSeveral]), [
    [0, 1, false], [1, 1, false], [2, 1, false],
  ]);
  const many = dropPlaces(drops(5, 2), 0, 61);
  assert.deepEqual(many.map(({ drop, isSeveral }) => [drop.color, isSeveral]), [["yellow", true], ["red", true]]);
  assert.deepEqual(dropPlaces(drops(4, 3), 0, 61).map(({ isSeveral }) => isSeveral), [true, false, false]);
});
