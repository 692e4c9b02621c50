import assert from "node:assert/strict";
import { test } from "node:test";

import { onTheWay } from "../../../../src/aquaromana/web/js/board/draw/stages.js";

/** @param {string} keys @param {string} [symbol] */
const layer = (keys, symbol = "a") => [...keys].map((key) => ({ tag: "use", key, attrs: { href: `#${symbol}` } }));
/** @param {readonly {key: string}[] | undefined} nodes */
const keys = (nodes) => (nodes ?? []).map(({ key }) => key).join("");
const each = () => 10;

test("what there is room for comes at once", () => {
  const wanted = { land: layer("abc"), tiles: layer("de") };
  assert.equal(onTheWay({}, wanted, 50, each), wanted);
});

test("more than there is room for comes in parts, each larger than the one before, the lowest layer first", () => {
  const wanted = { land: layer("abc"), tiles: layer("de") };
  const first = onTheWay({}, wanted, 20, each);
  assert.deepEqual([keys(first.land), keys(first.tiles)], ["ab", ""]);
  const second = onTheWay(first, wanted, 20, each);
  assert.deepEqual([keys(second.land), keys(second.tiles)], ["abc", "d"]);
  assert.equal(onTheWay(second, wanted, 20, each), wanted);
});

test("what goes lies under what comes, and stays until that is complete", () => {
  const wanted = { land: layer("bcde") };
  const first = onTheWay({ land: layer("xb") }, wanted, 20, each);
  assert.equal(keys(first.land), "xbcd");
  assert.equal(onTheWay(first, wanted, 20, each), wanted);
});

test("what goes stays where it lay: nothing has to be moved", () => {
  const first = onTheWay({ land: layer("axbyc") }, { land: layer("abdefc") }, 20, each);
  assert.equal(keys(first.land), "axbydec");
});

test("another symbol on the same place counts as new, another place of the same symbol does not", () => {
  const before = { tiles: layer("abc", "a") };
  const first = onTheWay(before, { tiles: layer("abc", "b") }, 10, each);
  assert.deepEqual(first.tiles?.map(({ attrs }) => attrs?.href), ["#b", "#a", "#a"]);
  const moved = { tiles: layer("abc", "a").map((node) => ({ ...node, attrs: { ...node.attrs, transform: "x" } })) };
  assert.equal(onTheWay(before, moved, 0, each), moved);
});

test("however little room there is, something comes", () => {
  let drawn = {};
  const wanted = { land: layer("abcdef") };
  for (let frame = 0; frame < 7; frame += 1) drawn = onTheWay(drawn, wanted, 1, each);
  assert.equal(drawn, wanted);
});
