// Tables of puzzles: those that nobody needs any more are removed, and no others.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPuzzle } from "../../../src/aquaromana/web/js/parts/puzzles.js";

const MINUTE = 60;

test("a new table removes the one before, untouched ones of the same puzzle and old ones", async () => {
  const now = Date.now() / 1000;
  /** @param {string} id @param {string} puzzle @param {number} minutes */
  const table = (id, puzzle, minutes, origin = "puzzle") => ({ id, puzzle, origin, changed: now - minutes * MINUTE });
  const tables = [
    table("new", "p", 0),
    table("before", "q", 1),
    table("other-tab", "p", 5),
    table("untouched", "p", 15),
    table("unsolved", "r", 60),
    table("old", "r", 2 * 24 * 60),
    table("game", "", 2 * 24 * 60, "new"),
  ];
  /** @type {string[]} */
  const removed = [];
  globalThis.fetch = async (path, { method = "" } = {}) => {
    if (method === "DELETE") removed.push(String(path).split("/").at(-1) ?? "");
    return new Response(JSON.stringify(method === "POST" ? { id: "new" } : tables));
  };
  assert.equal(await openPuzzle("p", "before"), "new");
  while (removed.length < 3) await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(removed, ["before", "untouched", "old"]);
});
