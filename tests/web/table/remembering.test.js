// A game against levels counts once for the rating, even if the server or this page was away at its end.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { keep, recall } from "../../../src/aquaromana/web/js/lib/settings.js";
import { received } from "../../../src/aquaromana/web/js/table/model/incoming.js";
import { opened } from "../../../src/aquaromana/web/js/table/model/state.js";
import { remember } from "../../../src/aquaromana/web/js/table/remembering.js";
import { stateOf } from "./data.js";

const RATINGS = { 2: 1205, 3: 1203, 4: 1105 };

/** How often the server refuses before it answers, and how often it was asked. */
const server = { refusals: 0, asked: 0 };

globalThis.fetch = async () => {
  server.asked += 1;
  server.refusals -= 1;
  if (server.refusals >= 0) return new Response("{}", { status: 429 });
  return new Response(JSON.stringify([{ name: "level:2", title: "", level: 2, ratings: RATINGS }]));
};

/** A game of one person against a level: over, or with one decision to go. @param {boolean} isOver */
function game(isOver) {
  const message = { ...stateOf("over"), since: 0, yours: [0] };
  const players = message.table.players.map((player, seat) => ({
    ...player, kind: seat ? "bot" : "person", bot: seat ? "level:2" : "",
  }));
  const view = { ...message.view, phase: isOver ? "over" : "build" };
  const table = { ...message.table, origin: "new", status: isOver ? "over" : "playing", players };
  return received(opened("t"), /** @type {any} */ ({ ...message, table, view }));
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const counted = () => (recall("progress")?.games ?? []).map((/** @type {{id: string}} */ { id }) => id);

beforeEach(() => {
  for (const name of ["progress", "unrated", "places", "played"]) keep(name, undefined);
  Object.assign(server, { refusals: 0, asked: 0 });
});

test("a game counts when it ends, and never again", async () => {
  const [playing, over] = [game(false), game(true)];
  remember(opened("t"), playing);
  remember(playing, over);
  await settled();
  assert.deepEqual(counted(), ["t"]);
  keep("progress", undefined);
  remember(opened("t"), over);
  await settled();
  assert.deepEqual(counted(), [], "erased progress stays erased");
  assert.equal(server.asked, 1);
});

test("a game that ended while the page was closed counts at the next visit", async () => {
  remember(opened("t"), game(false));
  remember(opened("t"), game(true));
  await settled();
  assert.deepEqual(counted(), ["t"]);
});

test("a game that was over before this browser saw it does not count", async () => {
  remember(opened("t"), game(true));
  await settled();
  assert.deepEqual(counted(), []);
});

test("a game that ends here makes an experienced player, whoever plays; a puzzle or one that was over does not", () => {
  const ended = (/** @type {string} */ origin, /** @type {boolean} */ wasOver) => {
    keep("played", undefined);
    const [before, after] = [game(wasOver), game(true)];
    const people = (/** @type {any} */ state) => ({
      ...state, table: { ...state.table, origin, players: state.table.players.map((/** @type {any} */ player) => ({ ...player, kind: "person" })) },
    });
    remember(people(before), people(after));
    return recall("played") === true;
  };
  assert.ok(ended("new", false));
  assert.ok(!ended("new", true));
  assert.ok(!ended("puzzle", false));
  assert.ok(!ended("lesson", false));
});

test("the server is asked again where it does not answer", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  server.refusals = 2;
  const playing = game(false);
  remember(opened("t"), playing);
  remember(playing, game(true));
  for (const wait of [2_000, 10_000]) {
    await settled();
    assert.deepEqual(counted(), []);
    context.mock.timers.tick(wait);
  }
  await settled();
  assert.deepEqual(counted(), ["t"]);
});

test("where the server never answers, the next visit counts", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  server.refusals = 4;
  const playing = game(false);
  remember(opened("t"), playing);
  remember(playing, game(true));
  for (let tries = 0; tries < 5; tries += 1) {
    await settled();
    context.mock.timers.tick(60_000);
  }
  assert.equal(server.asked, 4);
  remember(opened("t"), game(true));
  await settled();
  assert.deepEqual(counted(), ["t"]);
});
