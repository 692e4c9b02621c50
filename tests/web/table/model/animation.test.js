// What the board shows, and which decisions lead there as a film.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  arrived, confirmed, returned, travelled, undone,
} from "../../../../src/aquaromana/web/js/table/model/actions.js";
import {
  isBehind, isSame, momentOf, narratedStep, stepsBetween, toldAfter,
} from "../../../../src/aquaromana/web/js/table/model/animation.js";
import { received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { decided, opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { stateOf } from "../data.js";
import { at, preview, step } from "../states.js";

/** @import {Step} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {TableState} from "../../../../src/aquaromana/web/js/table/model/state.js" */
/** @import {Moment} from "../../../../src/aquaromana/web/js/table/model/animation.js" */

const MESSAGE = { ...stateOf("2p-build"), since: 0 };
const START = at("2p-build");

/** @param {TableState} state @param {Step[]} steps */
function changed(state, steps) {
  const view = { ...MESSAGE.view, position: `v${state.version + steps.length}` };
  const version = state.version + steps.length;
  return received(state, { ...MESSAGE, version, ply: version, moved: version, since: state.version, steps, view });
}

/** @param {TableState} state @returns {Moment} */
const moment = (state) => momentOf(state) ?? assert.fail("no moment");
const movesOf = (/** @type {Step[]} */ steps) => steps.map(({ move }) => move);

test("nothing is shown before the first state, and nothing is animated with it", () => {
  assert.equal(momentOf(opened("t")), null);
  assert.deepEqual(stepsBetween(START, null, moment(START)), []);
});

test("what others decide is a film, also when more has come meanwhile", () => {
  const once = changed(START, [step(41, 1, "a")]);
  assert.deepEqual(movesOf(stepsBetween(once, moment(START), moment(once))), ["a"]);
  const twice = changed(once, [step(42, 1, "b")]);
  assert.deepEqual(movesOf(stepsBetween(twice, moment(START), moment(twice))), ["a", "b"]);
});

test("a game that is far ahead is not filmed: the board goes where it stands", () => {
  const turns = (/** @type {number} */ count) =>
    [...Array(2 * count).keys()].map((index) => ({ ...step(41 + index, 1, "a"), turn: 20 + Math.floor(index / 2) }));
  const near = changed(START, turns(2));
  assert.equal(stepsBetween(near, moment(START), moment(near)).length, 4, "two turns of two decisions");
  const far = changed(START, turns(3));
  assert.deepEqual(stepsBetween(far, moment(START), moment(far)), []);
  assert.ok(isBehind(far, 41) && !isBehind(far, 43), "what a film shows already does not wait");
  const [table, four] = [far.table ?? assert.fail(), MESSAGE.table.players[0]];
  assert.ok(!isBehind({ ...far, table: { ...table, players: [four, four, four, four] } }, 41), "a round may be seen");
  assert.ok(!isBehind({ ...far, table: { ...table, status: "over" } }, 41), "the end is worth watching");
});

test("that nothing was closed does not take away what has just been told", () => {
  const [built, passed] = [step(41, 1, "a"), { ...step(42, 1, "-"), type: /** @type {const} */ ("pass") }];
  assert.equal(toldAfter(null, built), built);
  assert.equal(toldAfter(built, passed), built);
  assert.equal(toldAfter(null, passed), passed, "all that the seat did");
  const closes = [{ aqueduct: 1, seat: 1, color: /** @type {const} */ ("red"), length: 1, podium: 1, forced: true }];
  const closing = { ...passed, effects: { closes } };
  assert.equal(toldAfter(built, closing), closing);
});

test("no film leads on from a stretch that was decided elsewhere", () => {
  const begun = preview(START, "a", [step(41, 0, "a")]);
  const made = changed(begun, [step(41, 0, "a"), step(42, 1, "b")]);
  assert.deepEqual(stepsBetween(made, moment(begun), moment(made)), []);
});

test("each decision of our stretch is a film once, and taking it back is none", () => {
  const one = preview(START, "a", [step(41, 0, "a")]);
  assert.deepEqual(movesOf(stepsBetween(one, moment(START), moment(one))), ["a"]);
  const two = preview(one, "b", [step(41, 0, "a"), step(42, 0, "b")]);
  assert.deepEqual(movesOf(stepsBetween(two, moment(one), moment(two))), ["b"]);
  const back = undone(two);
  assert.deepEqual(stepsBetween(back, moment(two), moment(back)), []);
  const sent = received(
    { ...two, frames: two.frames.map((frame) => ({ ...frame, complete: true })) },
    { type: "pong" },
  );
  const made = changed(confirmed(sent, "x"), [step(41, 0, "a"), step(42, 0, "b"), step(43, 1, "c")]);
  assert.deepEqual(movesOf(stepsBetween(made, moment(two), moment(made))), ["c"], "ours has been seen");
});

test("one step forward in the past is a film, every other way is a jump", () => {
  const view = MESSAGE.view;
  const steps = [...Array(41).keys()].map((ply) => step(ply, 0, `m${ply}`));
  const known = { ...START, steps };
  const at = (/** @type {number} */ ply) => arrived(travelled(known, ply), ply, view);
  assert.equal(momentOf(travelled(known, 12)), null, "until the view is there the board stays");
  assert.deepEqual(movesOf(stepsBetween(at(13), moment(at(12)), moment(at(13)))), ["m12"]);
  assert.deepEqual(stepsBetween(at(11), moment(at(12)), moment(at(11))), []);
  assert.deepEqual(stepsBetween(at(20), moment(at(12)), moment(at(20))), []);
  assert.deepEqual(stepsBetween(at(12), moment(known), moment(at(12))), []);
  assert.deepEqual(stepsBetween(returned(at(12)), moment(at(12)), moment(returned(at(12)))), []);
});

test("the same moment is the same, another one is not", () => {
  assert.ok(isSame(moment(START), moment({ ...START, hover: { builder: 4 } })));
  assert.ok(!isSame(null, moment(START)));
  const one = preview(START, "a", [step(41, 0, "a")]);
  assert.ok(!isSame(moment(START), moment(one)));
});

test("a takeback is not animated: the board simply shows the earlier position", () => {
  const later = changed(START, [step(41, 0, "a"), step(42, 1, "b")]);
  const counts = { version: 44, ply: 41, moved: 44, since: 41 };
  const back = received(later, { ...MESSAGE, ...counts, steps: [], view: { ...MESSAGE.view, position: "back" } });
  assert.deepEqual(stepsBetween(back, moment(later), moment(back)), []);
  assert.equal(isSame(moment(later), moment(back)), false);
  const again = received(later, { ...MESSAGE, ...counts, version: 45, ply: 42, moved: 45, steps: [step(41, 0, "c")] });
  assert.deepEqual(stepsBetween(again, moment(later), moment(again)), [], "what is shown does not lead there");
  assert.deepEqual(movesOf(stepsBetween(again, moment(back), moment(again))), ["c"]);
});

test("the next question came while one's own move was still shown, before the bot's answer to it", () => {
  const own = step(41, 0, "a");
  const begun = preview(START, "a", [own]);
  const film = moment(begun);
  assert.equal(narratedStep(begun, own, film), null, "a stretch can be composed on while its tile is laid");
  const sent = confirmed(begun, "s");
  assert.equal(narratedStep(sent, own, film), null);
  const accepted = changed(sent, [own]);
  const answered = changed(accepted, [step(42, 1, "b")]);
  for (const state of [accepted, answered]) assert.equal(narratedStep(state, own, film), own);
  const next = moment(answered);
  assert.equal(narratedStep(answered, step(42, 1, "b"), next)?.move, "b", "what others do is always told");
  assert.equal(narratedStep(answered, null, next), null, "then it is asked");
  const past = arrived(travelled(answered, 41), 41, MESSAGE.view);
  assert.equal(narratedStep(past, own, moment(past)), null, "in the past nothing is ahead");
});
