// Where things lie. That it is the same as in the drawing is compared in the browser; here is what both build on.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  CHANNELS, FOUNTAINS, SQUARE_NAMES, beyond, cellAt, cellBox, channel, channelLength, channelPoint, fountainAfter,
  lengthOf, nextPath, number, pathBox, pathMiddle, squareBox, walkCourse,
} from "../../../../src/aquaromana/web/js/board/draw/geometry.js";
import { feeders, passesOf, streamOf, workmanCourse } from "../../../../src/aquaromana/web/js/board/draw/streams.js";
import { VIEW } from "../sample.js";

test("numbers have at most two decimals and no needless ones", () => {
  assert.deepEqual([1, 1.5, 1.25, 1.999, -0, -0.001, 100.004].map(number), ["1", "1.5", "1.25", "2", "0", "0", "100"]);
});

test("the grid of 13 by 10 holds every square, every path square and the fountains once", () => {
  const seen = new Map();
  for (let row = 0; row < 10; row += 1) {
    for (let column = 0; column < 13; column += 1) {
      const cell = cellAt(column, row);
      const [[what, name]] = Object.entries(cell);
      seen.set(`${what} ${name}`, cellBox(column, row));
    }
  }
  assert.equal(seen.size, 130);
  for (const square of SQUARE_NAMES) assert.deepEqual(seen.get(`square ${square}`), squareBox(square));
  for (let path = 1; path <= 38; path += 1) assert.deepEqual(seen.get(`path ${path}`), pathBox(path));
  assert.equal([...seen.keys()].filter((key) => key.startsWith("fountain")).length, 4);
});

test("path squares run clockwise, with a fountain between 11 and 12, 19 and 20, 30 and 31, 38 and 1", () => {
  for (let path = 1; path <= 38; path += 1) {
    const [a, b] = [pathMiddle(path), pathMiddle(nextPath(path))];
    assert.equal(fountainAfter(path) >= 0, a.x !== b.x && a.y !== b.y, `${path}`);
  }
  assert.deepEqual([11, 19, 30, 38].map((path) => FOUNTAINS[fountainAfter(path)]), [
    { x: 1148, y: -48 }, { x: 1148, y: 848 }, { x: -48, y: 848 }, { x: -48, y: -48 },
  ]);
});

test("a walk turns at the fountains and never leaves the path", () => {
  assert.deepEqual(walkCourse(11, 12), [pathMiddle(11), FOUNTAINS[1], pathMiddle(12)]);
  assert.deepEqual(walkCourse(38, 2), [pathMiddle(38), FOUNTAINS[0], pathMiddle(1), pathMiddle(2)]);
  for (let from = 1; from <= 38; from += 1) {
    const points = walkCourse(from, from);
    assert.ok(points.length > 38, "once around");
    for (const { x, y } of points) assert.ok(x === -48 || x === 1148 || y === -48 || y === 848);
  }
});

test("channels begin and end in the middle of their sides, whichever way they are followed", () => {
  for (const channels of Object.values(CHANNELS)) {
    for (const [a, b] of channels) {
      for (const [from, to] of /** @type {const} */ ([[a, b], [b, a]])) {
        const start = channelPoint(from, to, channelLength(from, to));
        const end = channelPoint(from, to, 0);
        const line = channel(from, to, { x: 0, y: 0 });
        assert.ok(line.startsWith(`M${number(start.x)} ${number(start.y)}`), line);
        assert.ok(line.endsWith(`${number(end.x)} ${number(end.y)}`), line);
      }
    }
  }
});

test("a course passes from square to square, and beyond the edge there is none", () => {
  assert.deepEqual(passesOf(["D1e", "E1e", "F1s"]), [
    { square: "E1", enter: 3, leave: 1 },
    { square: "F1", enter: 3, leave: 2 },
  ]);
  assert.equal(beyond("F1s"), "F2");
  assert.deepEqual(["A1n", "A1w", "K8e", "K8s"].map(beyond), [null, null, null, null]);
});

test("a workman walks from where he stands to where he will stand", () => {
  const grown = workmanCourse(["D1e", "E1e", "F1s"], ["F2s", "F3e"]);
  const round = (/** @type {{x: number, y: number}} */ { x, y }) => [number(x), number(y)];
  assert.deepEqual(round(grown[0]), round(streamOf(["D1e", "E1e", "F1s"]).stand));
  assert.deepEqual(round(grown[grown.length - 1]), round(streamOf(["D1e", "E1e", "F1s", "F2s", "F3e"]).stand));
  assert.ok(lengthOf(grown) > 150 && lengthOf(grown) < 250);
  const first = workmanCourse(["D1s"], ["D2s"]);
  assert.deepEqual(round(first[first.length - 1]), round(streamOf(["D1s", "D2s"]).stand));
});

test("an empty square knows the aqueducts that face it", () => {
  const found = feeders(VIEW.aqueducts, "F2");
  assert.deepEqual([...found].map(([side, { id }]) => [side, id]), [[0, 2]]);
  assert.deepEqual([...feeders(VIEW.aqueducts, "B1").keys()], [1]);
  assert.equal(feeders(VIEW.aqueducts, "H5").size, 0);
});
