// What part of the board is in sight, and where the tray of ways goes.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  MOST, WHOLE, centered, clamped, inSight, isWhole, moved, seenAt, shownAt, zoomedAt,
} from "../../../src/aquaromana/web/js/board/camera.js";
import { stairPlaces } from "../../../src/aquaromana/web/js/board/draw/stair_places.js";
import { trayPlace } from "../../../src/aquaromana/web/js/board/tray.js";

const SIZE = { width: 400, height: 300 };

test("the point that is zoomed at stays where it is", () => {
  const point = { x: 120, y: 80 };
  const near = zoomedAt(WHOLE, point, 2, SIZE);
  assert.deepEqual(seenAt(near, point), point);
  const nearer = zoomedAt(near, { x: 300, y: 200 }, 3, SIZE);
  assert.deepEqual(seenAt(nearer, { x: 300, y: 200 }), seenAt(near, { x: 300, y: 200 }));
});

test("nothing beside the board comes into sight", () => {
  const cameras = [
    zoomedAt(WHOLE, { x: 0, y: 0 }, 2, SIZE),
    moved({ zoom: 2, x: 0, y: 0 }, 500, -5000, SIZE),
    centered({ x: 0, y: 300 }, 3, SIZE),
  ];
  for (const camera of cameras) {
    const all = shownAt(camera, { x: 0, y: 0, ...SIZE });
    assert.ok(all.x <= 0 && all.y <= 0 && all.x + all.width >= SIZE.width && all.y + all.height >= SIZE.height);
  }
  assert.deepEqual(clamped({ zoom: 0.3, x: 10, y: -10 }, SIZE), WHOLE);
  assert.equal(zoomedAt(WHOLE, { x: 0, y: 0 }, 99, SIZE).zoom, MOST);
  assert.ok(isWhole({ zoom: 1.01, x: 0, y: 0 }));
});

test("what is in sight is known", () => {
  const camera = centered({ x: 200, y: 150 }, 2, SIZE);
  assert.ok(inSight(camera, { x: 190, y: 140, width: 20, height: 20 }, SIZE));
  assert.ok(!inSight(camera, { x: 0, y: 0, width: 20, height: 20 }, SIZE));
  assert.ok(inSight(WHOLE, { x: 0, y: 0, ...SIZE }, SIZE));
});

const overlaps = (/** @type {any} */ a, /** @type {any} */ b) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test("the tray hides neither the square nor the edge of the window, on any screen", () => {
  for (const window of [{ width: 380, height: 293 }, { width: 700, height: 550 }, { width: 1400, height: 1100 }]) {
    const unit = window.width / 14;
    for (const tray of [{ width: 80, height: 100 }, { width: 200, height: 100 }]) {
      for (let column = 0; column < 13; column += 1) {
        for (let row = 0; row < 10; row += 1) {
          const square = { x: (column + 0.5) * unit, y: (row + 0.5) * unit, width: unit, height: unit };
          const place = trayPlace(square, tray, window);
          const box = { ...place, ...tray };
          assert.ok(!overlaps(box, square), `${window.width} ${column} ${row}`);
          assert.ok(box.x >= 0 && box.y >= 0);
          assert.ok(box.x + box.width <= window.width && box.y + box.height <= window.height);
        }
      }
    }
  }
});

test("the tray leaves free what can be used", () => {
  const window = { width: 380, height: 293 };
  const square = { x: 150, y: 80, width: 29, height: 29 };
  const tray = { width: 150, height: 100 };
  const low = trayPlace(square, tray, window);
  const used = [{ x: low.x + 20, y: low.y + 20, width: 16, height: 16 }];
  assert.ok(overlaps({ ...low, ...tray }, used[0]));
  assert.ok(!overlaps({ ...trayPlace(square, tray, window, used), ...tray }, used[0]));
  assert.notEqual(low.side, "edge", "beside its square also in a low window, where there is room");
});

test("a strip of steps beside the board is as high as a low window, the highest step on top", () => {
  const { places, width, height } = stairPlaces("tall");
  assert.deepEqual(places.map(({ value }) => value), Array.from({ length: 20 }, (_, index) => index + 1));
  assert.ok(width < height / 5);
  for (const place of places) {
    assert.ok(place.x >= 0 && place.x + place.width <= width && place.top >= 0 && place.bottom <= height);
    const next = places[place.value];
    if (next) assert.equal(next.bottom, place.top);
  }
});

test("twenty steps rise from left to right, two of them wider", () => {
  for (const form of /** @type {const} */ (["wide", "small"])) {
    const { places, width, height } = stairPlaces(form);
    assert.deepEqual(places.map(({ value }) => value), Array.from({ length: 20 }, (_, index) => index + 1));
    for (const place of places) {
      assert.ok(place.x >= 0 && place.x + place.width <= width + 0.01 && place.top >= 50 && place.bottom <= height);
      const next = places[place.value];
      if (next && next.bottom === place.bottom) {
        assert.ok(next.top < place.top);
        assert.ok(Math.abs(next.x - place.x - place.width) < 0.01);
      }
    }
    assert.ok(places[2].width > places[1].width * 1.5 && places[6].width > places[5].width * 1.5);
  }
});
