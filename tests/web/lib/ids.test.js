// Ids for requests.

import assert from "node:assert/strict";
import { test } from "node:test";

import { freshId } from "../../../src/aquaromana/web/js/lib/ids.js";

test("ids do not repeat", () => {
  const ids = new Set(Array.from({ length: 1000 }, freshId));
  assert.equal(ids.size, 1000);
  assert.ok([...ids].every((id) => id.length > 0 && id.length <= 64));
});
