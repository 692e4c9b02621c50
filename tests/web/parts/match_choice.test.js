// What the seats are worth, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { wholePercents } from "../../../src/aquaromana/web/js/parts/match_choice.js";

test("percents add up to a hundred, and none is a point away from its share", () => {
  assert.deepEqual(wholePercents([0.275, 0.218, 0.269, 0.238]), [27, 22, 27, 24]);
  assert.deepEqual(wholePercents([0.29, 0.308, 0.402]), [29, 31, 40]);
  assert.deepEqual(wholePercents([0.512, 0.488]), [51, 49]);
  assert.deepEqual(wholePercents([0.25, 0.75]), [25, 75]);
});
