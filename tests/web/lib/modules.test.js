// Modules that are loaded when they are needed.

import assert from "node:assert/strict";
import { test } from "node:test";

import { ApiError } from "../../../src/aquaromana/web/js/lib/api.js";
import { loaded } from "../../../src/aquaromana/web/js/lib/modules.js";

test("a module that arrives is handed on", async () => {
  const found = await loaded(import("../../../src/aquaromana/web/js/lib/ids.js"));
  assert.equal(typeof found.freshId, "function");
});

test("a module that cannot be fetched is an error that can be told in words", async () => {
  const failed = loaded(Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await assert.rejects(failed, (error) => error instanceof ApiError && error.code === "network/unreachable");
});

test("a mistake inside a module stays what it is", async () => {
  await assert.rejects(loaded(Promise.reject(new SyntaxError("unexpected"))), SyntaxError);
});
