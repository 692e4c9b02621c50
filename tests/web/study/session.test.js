// What is on the analysis board: only what the server allows gets into the tree, and nothing that was kept is replaced.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useTexts } from "../../../src/aquaromana/web/js/lib/i18n.js";
import { openedStudy } from "../../../src/aquaromana/web/js/study/opening.js";
import { createSession } from "../../../src/aquaromana/web/js/study/session.js";
import { recordOf } from "../../../src/aquaromana/web/js/study/tree.js";

const FIRST = { start: "s", record: { version: 1, players: 2, moves: [{ move: "a" }, { move: "b" }] } };
const world = /** @type {any} */ (globalThis);

/** A server that allows each decision once in a line. */
function serve() {
  world.fetch = async (/** @type {string} */ _path, /** @type {any} */ { body }) => {
    const { moves } = JSON.parse(body);
    const isLegal = new Set(moves).size === moves.length;
    return new Response(JSON.stringify(isLegal ? { view: { moves } } : { code: "move/illegal" }), {
      status: isLegal ? 200 : 422,
    });
  };
}

function begun() {
  serve();
  /** @type {any[]} */
  const troubles = [];
  let changes = 0;
  const session = createSession(structuredClone(FIRST), {
    onShow() {},
    onChange: () => (changes += 1),
    onTrouble: (error) => troubles.push(error),
  });
  return { session, troubles, changes: () => changes };
}

/** @param {any} session */
const record = (session) => JSON.stringify(recordOf(session.study()).moves);

test("a decision that is made twice at once is made once", async () => {
  const { session, troubles, changes } = begun();
  await session.toEnd();
  assert.deepEqual(await Promise.all([session.play("c"), session.play("c")]), [true, false]);
  assert.equal(record(session), '[{"move":"a"},{"move":"b"},{"move":"c"}]');
  assert.equal(session.at().index, 3);
  assert.deepEqual([troubles.length, changes()], [0, 1]);
});

test("what the server refuses never gets into the tree", async () => {
  const { session, troubles, changes } = begun();
  await session.toEnd();
  const before = record(session);
  assert.equal(await session.play("a"), false);
  assert.equal(await session.addLine(["c", "c"]), false);
  assert.equal(record(session), before);
  assert.deepEqual([troubles.map(({ code }) => code), changes()], [["move/illegal", "move/illegal"], 0]);
  assert.equal(await session.addLine(["c", "d"]), true);
  assert.equal(session.at().index, 2, "what is shown stays");
  assert.match(record(session), /"c".*"d"/);
});

test("people who have gone elsewhere meanwhile stay there, and nothing is added", async () => {
  const { session } = begun();
  await session.toEnd();
  const before = record(session);
  const playing = session.play("c");
  await session.toStart();
  assert.equal(await playing, false);
  assert.deepEqual([record(session), session.at().index], [before, 0]);
});

test("a study that was kept and cannot be opened is an error, not an empty board", async () => {
  const kept = JSON.stringify({ moves: ["a", "a"] });
  const store = new Map([["aqua-study", kept]]);
  world.sessionStorage = { getItem: (/** @type {string} */ key) => store.get(key) ?? null };
  serve();
  await assert.rejects(openedStudy({}), { code: "move/illegal" });
  assert.equal(store.get("aqua-study"), kept);
  assert.ok(await openedStudy({ players: "2" }));
});

test("a nameless seat of two colors has one name, as a verb in the singular needs it", () => {
  useTexts("de", { common: { "color.yellow": "Gelb", "color.red": "Rot", "color.blue": "Blau", "color.green": "Grün" } });
  assert.deepEqual(begun().session.names(), ["Gelb-Blau", "Rot-Grün"]);
});
