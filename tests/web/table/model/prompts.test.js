// What people have to settle between them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { absent, prompts } from "../../../../src/aquaromana/web/js/table/model/prompts.js";
import { received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { stateOf } from "../data.js";
import { speak } from "../texts.js";

/** @import {Pending, Player, StateMessage} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {TableState} from "../../../../src/aquaromana/web/js/table/model/state.js" */

const NAMES = ["Anna", "Ben", "Cleo"];
/** @type {Player[]} */
const PLAYERS = NAMES.map((name, seat) => ({ seat, kind: "person", name, chair: seat }));
const NOW = 1000;

/**
 * A table of three people; the first one is here.
 * @param {Partial<TableState>} [more]
 * @param {Partial<StateMessage["table"]>} [table]
 * @returns {TableState}
 */
function at(more = {}, table = {}) {
  speak("en");
  const message = stateOf("close");
  const state = received(opened("t"), { ...message, since: 0, table: { ...message.table, players: PLAYERS, ...table } });
  return { ...state, ...more };
}

/** @param {TableState} state */
const found = (state) => prompts(state, NAMES, NOW);

/** @type {Pending} */
const TAKEBACK = { what: "takeback", by: 1, agreed: [1], waiting: [0, 2], ply: 60 };

test("nothing is to be settled at a quiet table", () => {
  assert.deepEqual(found(at()), []);
  assert.deepEqual(prompts(opened("t"), [], NOW), []);
});

test("whoever is asked answers yes or no, for the seat that is asked", () => {
  const [one, ...others] = found(at({ pending: TAKEBACK }));
  assert.deepEqual(others, []);
  assert.match(one.text, /^Ben .* 2 decisions/);
  assert.ok(one.isAsked);
  assert.deepEqual(one.answers.map(({ wish }) => wish), [
    { type: "consent", seat: 0, yes: true },
    { type: "consent", seat: 0, yes: false },
  ]);
});

test("whoever asks sees who has not answered, and may think better of it", () => {
  const [one] = found(at({ pending: TAKEBACK, yours: [1] }));
  assert.match(one.text, /Anna and Cleo/);
  assert.deepEqual(one.answers.map(({ wish }) => wish), [{ type: "consent", seat: 1, yes: false }]);
  assert.deepEqual(found(at({ pending: TAKEBACK, yours: [] }))[0].answers, [], "whoever watches answers nothing");
});

test("a vote for a bot says for whom", () => {
  const [one] = found(at({ pending: { what: "stand_in", by: 1, agreed: [1], waiting: [0], seat: 2 } }));
  assert.match(one.text, /^Ben suggests .* Cleo/);
  const about = { what: /** @type {const} */ ("stand_in"), by: 1, agreed: [1], waiting: [2], seat: 0 };
  assert.match(found(at({ pending: about }))[0].text, /^Ben suggests .* you\.$/);
});

test("one takes one's seat again, as long as there is time", () => {
  const players = [{ ...PLAYERS[0], stand_in: "search:3" }, ...PLAYERS.slice(1)];
  const [one] = found(at({}, { players }));
  assert.equal(one.text, "A bot plays for you.");
  assert.deepEqual(one.answers.map(({ wish }) => wish), [{ type: "back", seat: 0 }]);
  const options = { clock: { per: /** @type {const} */ ("game"), seconds: 60 } };
  assert.deepEqual(found(at({ clocks: { left: [0, 9, 9] } }, { players, options }))[0].answers, []);
  const resigned = [{ ...players[0], resigned: true }, ...PLAYERS.slice(1)];
  assert.deepEqual(found(at({}, { players: resigned })), []);
});

test("a bot is offered for whoever is to decide and has been away for longer than was agreed", () => {
  const away = at();
  assert.ok(away.view);
  const view = { ...away.view, mover: 2 };
  const presence = { type: /** @type {const} */ ("presence"), present: [0, 1], away: { 2: NOW - 40 }, host: true };
  const host = { ...away, view, presence, host: true };
  assert.deepEqual(found(host).map(({ answers }) => answers[0].wish), [{ type: "stand_in", seat: 2 }]);
  assert.deepEqual(absent(host, NOW - 20), [], "they may come back soon");
  assert.deepEqual(absent({ ...host, host: false }, NOW), [], "that is the host's business");
  assert.deepEqual(absent({ ...host, host: false, presence: { ...presence, host: false } }, NOW), [2], "or a vote's");
  assert.deepEqual(absent({ ...host, yours: [], host: false, presence: { ...presence, host: false } }, NOW), []);
  assert.deepEqual(absent({ ...host, yours: [0, 2] }, NOW), [], "nobody is absent from their own screen");
  assert.ok(host.table);
  const clock = { per: /** @type {const} */ ("stretch"), seconds: 86_400 };
  const slow = { ...host, table: { ...host.table, options: { clock } } };
  assert.deepEqual(found(slow), [], "over days nobody sits and waits");
  assert.deepEqual(absent(slow, NOW), [2], "but one may");
});

test("an open seat is for somebody whom the host invites", () => {
  const players = [PLAYERS[0], { ...PLAYERS[1], kind: /** @type {const} */ ("open") }, PLAYERS[2]];
  assert.deepEqual(found(at({}, { players }))[0].answers, []);
  assert.equal(found(at({ host: true }, { players }))[0].answers[0].way, "links");
});

test("the way to the rematch stands alone", () => {
  const [one, ...others] = found(at({ pending: TAKEBACK }, { status: "over", next: "x" }));
  assert.deepEqual([one.answers[0].way, others], ["rematch", []]);
});
