// Which finished games count for the rating, and with what result.

import assert from "node:assert/strict";
import { test } from "node:test";

import { finishedGame } from "../../../../src/aquaromana/web/js/table/model/finished.js";
import { received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { stateOf } from "../data.js";

const BOTS = [{ name: "level:2", title: "apprentice", level: 2, ratings: { 2: 1205, 3: 1203, 4: 1105 } }];

/** A game that is over, played by one person against a level. @param {object} [more] */
function over(more = {}) {
  const message = { ...stateOf("over"), since: 0, yours: [0] };
  const players = message.table.players.map((player, seat) => ({
    ...player, kind: seat ? "bot" : "person", bot: seat ? "level:2" : "",
  }));
  message.table = /** @type {any} */ ({ ...message.table, status: "over", origin: "new", players, ...more });
  return received(opened("t"), /** @type {any} */ (message));
}

test("a game against levels counts with the ratings of its rivals and the share of the win", () => {
  const state = over();
  const count = state.table?.players.length ?? 0;
  const found = finishedGame(state, BOTS);
  assert.equal(found?.rivals.length, count - 1);
  assert.equal(found?.rivals[0].rating, /** @type {any} */ (BOTS[0].ratings)[count]);
  const first = state.view?.seats.filter(({ place }) => place === 1) ?? [];
  assert.equal(found?.share, first.some(({ seat }) => seat === 0) ? 1 / first.length : 0);
  assert.equal(found?.helped, false);
});

test("hints and takebacks are noticed", () => {
  const news = [{ version: 1, at: 0, seat: 0, event: { what: "hinted", seat: 0, rung: 1 } }];
  assert.equal(finishedGame(/** @type {any} */ ({ ...over(), news }), BOTS)?.helped, true);
});

test("other games do not count", () => {
  assert.equal(finishedGame(over({ origin: "position" }), BOTS), null);
  assert.equal(finishedGame(over(), []), null, "a bot without a level");
  assert.equal(finishedGame({ ...over(), yours: [0, 1] }, BOTS), null);
  const playing = over({ status: "playing" });
  assert.equal(finishedGame(/** @type {any} */ ({ ...playing, view: { ...playing.view, phase: "build" } }), BOTS), null);
});
