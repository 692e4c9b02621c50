// Hints and the coach: which rung is asked for, when a hint still fits, what stands in the bar, what is counted.

import assert from "node:assert/strict";
import test from "node:test";

import { received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { decided, opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import {
  areAllowed, asked, canAsk, hidden, hintContent, hintMarks, hintNow, hintsTaken, hintsTakenWords, insisted, judged,
  needsCoach, requestOf, told, used, weighed,
} from "../../../../src/aquaromana/web/js/table/model/hints.js";
import { offerOf, stateOf } from "../data.js";
import { speak } from "../texts.js";

speak("en");

const NAMES = ["Anna", "Ben"];

/** A table at which somebody has to build. @param {Record<string, unknown>} [options] */
function table(options = {}) {
  const message = { ...stateOf("2p-build"), since: 0, yours: [0] };
  const players = message.table.players.map((player, seat) => ({ ...player, kind: seat ? "bot" : "person" }));
  message.table = { ...message.table, status: "playing", players, options };
  return received(received(opened("t"), message), { ...offerOf("2p-build"), version: message.version });
}

const move = offerOf("2p-build").choices[0].move;
const MOVES = [move, "-"];
const FACT = { code: "grow/many", clause: "R4.5", args: { color: "red", count: 2 } };

/** @param {number} rung @param {string[]} [moves] */
function hint(rung, moves = MOVES) {
  const place = { what: "workman", name: move.slice(0, 3) };
  const step = { ply: 0, turn: 1, seat: 0, move, type: "build", effects: offerOf("2p-build").choices[0].effects };
  return {
    version: 0, seat: 0, rung, question: { code: "question/podium", args: { podium: 9 } }, stage: 0,
    ...(rung > 1 ? { place } : {}),
    ...(rung > 2
      ? { moves, steps: [step], facts: [FACT], share: 0.5, points: 31 }
      : {}),
  };
}

/** After so many rungs were asked for and told. @param {number} rungs */
function after(rungs) {
  let state = table();
  for (let rung = 1; rung <= rungs; rung += 1) {
    state = asked(state);
    state = told(state, /** @type {any} */ (state.hint), /** @type {any} */ (hint(rung)));
  }
  return state;
}

test("hints are for one person against bots, for one screen, and where they were agreed", () => {
  const state = table();
  assert.ok(areAllowed(state));
  assert.ok(canAsk(state));
  const players = [{ seat: 0, kind: "person" }, { seat: 1, kind: "person" }];
  const company = /** @type {any} */ ({ ...state, table: { ...state.table, players, options: {} } });
  assert.ok(!areAllowed(company));
  assert.ok(!canAsk(company));
  assert.ok(areAllowed({ ...company, isLocal: true }));
  assert.ok(areAllowed({ ...company, table: { ...company.table, options: { hints: true } } }));
});

test("each time it is asked for, a rung more is wanted, and no more than three", () => {
  const first = asked(table());
  assert.equal(first.hint?.rung, 1);
  assert.equal(asked(first), first, "not before it was told");
  assert.deepEqual([1, 2, 3, 4].map((rungs) => after(rungs).hint?.rung), [1, 2, 3, 3]);
  assert.equal(requestOf(after(2), /** @type {any} */ (after(2).hint)).rung, 2);
});

test("a rung says what it says and no more", () => {
  const [one, two, three] = [1, 2, 3].map((rungs) => hintContent(after(rungs), NAMES));
  assert.deepEqual(one?.lines, ["Who can reach podium 9 next?"]);
  assert.deepEqual([one?.actions, two?.actions, three?.actions], [["where"], ["whole"], ["use"]]);
  assert.equal(two?.lines.length, 2);
  assert.match(three?.reasons[0].text ?? "", /red aqueduct 2 squares longer/);
  assert.match(three?.more ?? "", /31 points/);
});

test("a hint is about a decision: it goes when another one is made, and stays while somebody follows it", () => {
  assert.equal(hintNow(decided(after(1), move)), null);
  assert.ok(hintNow(decided(after(3), move)));
  assert.equal(hintNow(decided(after(3), "-")), null);
  assert.equal(hintNow({ ...after(3), moved: 99 }), null);
  assert.equal(hidden(after(3)).hint, null);
});

test("a whole hint can be taken over and is not confirmed by that", () => {
  const state = used(after(3));
  assert.deepEqual(state.decisions.map((one) => one.move), MOVES);
  assert.equal(state.sent, null);
});

test("the board marks the place from the second rung on, and the tile on the third", () => {
  assert.equal(hintMarks(after(1)), undefined);
  assert.equal(hintMarks(after(2))?.workman, move.slice(0, 3));
  assert.deepEqual(hintMarks(after(2))?.tiles, []);
  assert.equal(hintMarks(after(3))?.tiles.length, 1);
});

test("a better answer replaces the one that is shown, and says so once", () => {
  const before = after(3);
  const same = told(before, /** @type {any} */ (before.hint), /** @type {any} */ ({ ...hint(3), stage: 1 }));
  assert.equal(same.hint?.isRevised, false);
  const other = told(before, /** @type {any} */ (before.hint), /** @type {any} */ (hint(3, ["-"])));
  assert.equal(other.hint?.isRevised, true);
  assert.match(hintContent(other, NAMES)?.lines[0] ?? "", /looked further/);
  const late = told(hidden(before), /** @type {any} */ (before.hint), /** @type {any} */ (hint(3)));
  assert.equal(late.hint, null, "what was closed stays closed");
});

test("the coach asks once a turn, and then the stretch can be played anyway", () => {
  const state = table();
  assert.ok(needsCoach(state));
  const busy = weighed(state);
  const quiet = judged(busy, null, "id");
  assert.equal(quiet.caution, null);
  const loud = judged(busy, { version: 0, again: true, share: 0.27 }, "id");
  assert.equal(loud.sent, null);
  assert.ok(!needsCoach(loud));
  assert.deepEqual(hintContent(loud, NAMES)?.actions, ["change", "play", "off"]);
  assert.match(hintContent(loud, NAMES)?.lines[0] ?? "", /27 ?% of a win/);
  assert.equal(insisted(loud, "id").caution, null);
});

test("hints are counted by decision, with those that told everything, and so is the coach", () => {
  const hinted = (/** @type {number} */ rung) => ({ what: "hinted", seat: 0, rung });
  const news = [1, 2, 1, 2, 3, 0].map((rung, version) => ({ version, at: 0, seat: 0, event: hinted(rung) }));
  assert.deepEqual(hintsTaken(/** @type {any} */ (news)), [{ seat: 0, hints: 2, whole: 1, coached: 1 }]);
  assert.deepEqual(hintsTakenWords(/** @type {any} */ (news), NAMES), [
    "Anna: 2 hints, 1 with the whole turn",
    "Anna: asked by the coach once",
  ]);
});
