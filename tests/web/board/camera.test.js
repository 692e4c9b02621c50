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

/** How much of a box lies under another. */
const hidden = (/** @type {any} */ box, /** @type {any} */ over) => {
  const wide = Math.min(box.x + box.width, over.x + over.width) - Math.max(box.x, over.x);
  const high = Math.min(box.y + box.height, over.y + over.height) - Math.max(box.y, over.y);
  return (Math.max(0, wide) * Math.max(0, high)) / (box.width * box.height);
};

const LARGE = { width: 240, height: 212 };
const SMALL = { width: 152, height: 142 };

test("the tray hides neither the square nor its four neighbors nor the edge of the window, on any screen", () => {
  // On a phone the six ways of a joker leave free what they can.
  for (const [window, trays, most] of /** @type {const} */ ([
    [{ width: 1400, height: 1100 }, [{ width: 80, height: 100 }, { width: 200, height: 100 }, LARGE], 0],
    [{ width: 760, height: 600 }, [{ width: 80, height: 100 }, { width: 200, height: 100 }, LARGE], 0],
    [{ width: 380, height: 293 }, [{ width: 52, height: 74 }, { width: 150, height: 74 }], 0],
    [{ width: 380, height: 293 }, [SMALL], 0.4],
  ])) {
    const unit = window.width / 14;
    for (const tray of trays) {
      for (let column = 1; column < 12; column += 1) {
        for (let row = 1; row < 9; row += 1) {
          const square = { x: (column + 0.5) * unit, y: (row + 0.5) * unit, width: unit, height: unit };
          const place = trayPlace(square, tray, window);
          const box = { ...place, ...tray };
          const words = `${window.width} ${tray.width} ${column} ${row}`;
          assert.ok(!overlaps(box, square), words);
          const next = [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([dx, dy]) =>
            hidden({ ...square, x: square.x + dx * unit, y: square.y + dy * unit }, box),
          );
          assert.ok(Math.max(...next) <= most, `${words}: ${next}`);
          assert.ok(box.x >= 0 && box.y >= 0);
          assert.ok(box.x + box.width <= window.width && box.y + box.height <= window.height);
        }
      }
    }
  }
});

test("the tray leaves free what can be used, and a line leads from it to its square", () => {
  const window = { width: 760, height: 600 };
  const square = { x: 300, y: 160, width: 54, height: 54 };
  const first = trayPlace(square, LARGE, window);
  const used = { x: first.x + 20, y: first.y + 20, width: 30, height: 30 };
  const { from, to, ...place } = trayPlace(square, LARGE, window, [{ box: used, worth: 3 }]);
  assert.ok(overlaps({ ...first, ...LARGE }, used));
  assert.ok(!overlaps({ ...place, ...LARGE }, used));
  assert.equal(hidden({ ...to, width: 1, height: 1 }, { x: square.x - 1, y: square.y - 1, width: 57, height: 57 }), 1);
  assert.equal(hidden({ ...from, width: 1, height: 1 }, { x: place.x - 1, y: place.y - 1, width: 243, height: 215 }), 1);
});

test("the line from the tray to its square does not cross who is chosen", () => {
  const window = { width: 760, height: 600 };
  const square = { x: 300, y: 160, width: 54, height: 54 };
  const { from, to } = trayPlace(square, LARGE, window);
  const chosen = { x: (from.x + to.x) / 2 - 15, y: (from.y + to.y) / 2 - 15, width: 30, height: 30 };
  const other = trayPlace(square, LARGE, window, [{ box: chosen, worth: 40 }]);
  const middle = { x: (other.from.x + other.to.x) / 2, y: (other.from.y + other.to.y) / 2, width: 1, height: 1 };
  assert.ok(!overlaps(middle, chosen));
  assert.ok(!overlaps({ ...other, ...LARGE }, chosen));
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
