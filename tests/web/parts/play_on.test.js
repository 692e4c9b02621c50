// A new table from a moment of a game: who sits where.

import assert from "node:assert/strict";
import { test } from "node:test";

import { playersAfter, seatsBefore, WATCHING } from "../../../src/aquaromana/web/js/parts/play_on.js";

/** @import {Player} from "../../../src/aquaromana/web/js/types.js" */

/** @type {Player[]} */
const GAME = [
  { seat: 0, kind: "person", name: "" },
  { seat: 1, kind: "bot", bot: "level:5", name: "Agrippa" },
  { seat: 2, kind: "bot", bot: "level:2", name: "Livia" },
];

test("you are not a bot at the new table, whoever is to move", () => {
  for (const mover of [0, 1, 2]) {
    const { you, seats } = seatsBefore(mover, GAME);
    assert.equal(you, 0);
    assert.deepEqual(playersAfter(you, seats), [
      { kind: "person", name: "" },
      { kind: "bot", bot: "level:5", name: "Agrippa" },
      { kind: "bot", bot: "level:2", name: "Livia" },
    ]);
  }
});

test("names keep their seats and with them their colors when you take another one", () => {
  const { seats } = seatsBefore(2, GAME);
  const players = playersAfter(2, seats);
  assert.deepEqual(players.map(({ kind }) => kind), ["bot", "bot", "person"]);
  assert.deepEqual(players.slice(1).map((player) => player.name), ["Agrippa", "Livia"]);
  assert.ok(!["", "Agrippa", "Livia"].includes(players[0]?.name ?? ""), "a bot in your seat has a name of its own");
  assert.deepEqual(playersAfter(WATCHING, seats).map(({ kind }) => kind), ["bot", "bot", "bot"]);
});

test("in a game of others you take the seat to move, and people at one screen stay people", () => {
  const bots = GAME.map((player) => ({ ...player, kind: /** @type {const} */ ("bot") }));
  assert.equal(seatsBefore(2, bots).you, 2);
  const people = GAME.map((player) => ({ ...player, kind: /** @type {const} */ ("person") }));
  const { you, seats } = seatsBefore(1, people);
  assert.equal(you, 1);
  assert.deepEqual(playersAfter(you, seats).map(({ kind }) => kind), ["person", "person", "person"]);
  assert.equal(seatsBefore(1, people, [2]).you, 2, "who plays elsewhere has another seat");
});
