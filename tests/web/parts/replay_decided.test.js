// From where on a game was decided, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useTexts } from "../../../src/aquaromana/web/js/lib/i18n.js";
import {
  askTurningPoint, decidedWords, turningPoint, turnOf,
} from "../../../src/aquaromana/web/js/parts/replay_decided.js";

/** @import {TableInfo} from "../../../src/aquaromana/web/js/types.js" */

useTexts("en", {
  common: { you: "You" },
  replay: { decided: "{name} has won", "decided-you": "you have won", "decided-shared": "{names} share" },
});

const table = /** @type {TableInfo} */ (
  /** @type {unknown} */ ({
    status: "over",
    players: [{ seat: 0, kind: "person", name: "" }, { seat: 1, kind: "bot", name: "Livia" }],
  })
);
const never = new AbortController().signal;

/** @param {unknown} body @param {boolean} [ok] */
function server(body, ok = true) {
  let asked = 0;
  const fetch = async () => {
    asked += 1;
    return new Response(JSON.stringify(body), { status: ok ? 200 : 503 });
  };
  Object.assign(globalThis, { fetch });
  return () => asked;
}

test("there is a turning point only inside the game", () => {
  assert.deepEqual(turningPoint({ ply: 7, turn: 1, seats: [0] }, 9), { ply: 7, seats: [0] });
  assert.deepEqual(turningPoint({ ply: 0, turn: 0, seats: [1] }, 9), { ply: 0, seats: [1] });
  assert.equal(turningPoint({ ply: null, turn: null, seats: null }, 9), null);
  assert.equal(turningPoint({ ply: 9, turn: 1, seats: [0] }, 9), null);
});

test("where it was is told by the turn", () => {
  const steps = /** @type {any[]} */ ([0, 0, 1, 1, 2, 3].map((turn, ply) => ({ ply, turn })));
  assert.deepEqual(turnOf(4, steps), { turn: 1, turns: 3 });
  assert.deepEqual(turnOf(0, steps), { turn: 1, turns: 3 });
});

test("the words say who had won there", () => {
  const names = ["You", "Livia"];
  const words = (/** @type {number[]} */ ...seats) => decidedWords({ ply: 3, seats }, table, names);
  assert.deepEqual([words(1), words(0), words(0, 1)], ["Livia has won", "you have won", "You and Livia share"]);
});

test("failure is silent, and nothing is requested needlessly", async () => {
  const asked = server({ ply: 3, turn: 0, seats: [1] });
  assert.deepEqual(await askTurningPoint("/t", table, 9, never), { ply: 3, seats: [1] });
  assert.equal(await askTurningPoint("/t", { ...table, status: "playing" }, 9, never), null);
  const players = table.players.map((player) => ({ ...player, resigned: true }));
  assert.equal(await askTurningPoint("/t", { ...table, players }, 9, never), null);
  assert.equal(asked(), 1);
  server({ code: "server/busy", message: "Busy." }, false);
  assert.equal(await askTurningPoint("/t", table, 9, never), null);
});
