// Hints and the coach: which rung is asked for, when a hint still fits, what stands in the bar, what is counted.

import assert from "node:assert/strict";
import test from "node:test";

import { asks, pointed, unpointed } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { decided, opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import {
  areAllowed, asked, canAsk, hidden, hintContent, hintMarks, hintNow, hintStep, hintsTaken, hintsTakenWords, insisted,
  judged, needsCoach, requestOf, told, unfolded, used, weighed,
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
  for (let rung = 2; rung < rungs + 2; rung += 1) {
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

test("the first time a hint says where to look, the second time it tells the move", () => {
  const first = asked(table());
  assert.equal(first.hint?.rung, 2);
  assert.equal(asked(first), first, "not before it was told");
  assert.deepEqual([1, 2, 3].map((times) => after(times).hint?.rung), [2, 3, 3]);
  assert.equal(requestOf(after(1), /** @type {any} */ (after(1).hint)).rung, 2);
});

test("a rung says what it says and no more", () => {
  const [where, whole] = [1, 2].map((times) => hintContent(after(times), NAMES));
  assert.match(where?.lines.join() ?? "", /^Look at your workman on \w+\. Who can reach podium 9 next\?$/);
  assert.deepEqual(where?.reasons, []);
  assert.match(whole?.reasons[0] ?? "", /red aqueduct 2 squares longer/);
  assert.match(whole?.more ?? "", /31 points/);
});

test("the button for hints stays and says what it brings next", () => {
  const states = [table(), asked(table()), after(1), asked(after(1)), after(2), used(after(2))];
  const steps = states.map((state) => hintStep(state));
  assert.deepEqual(steps.map((step) => step?.name), ["title", "title", "whole", "whole", "use", "title"]);
  assert.deepEqual(steps.map((step) => step?.isReady), [true, false, true, false, true, false]);
  assert.deepEqual(steps.map((step) => step?.isBusy), [false, true, false, true, false, false]);
  const company = /** @type {any} */ ({ ...table(), lesson: {} });
  assert.equal(hintStep(company), null);
});

test("a hint that goes another way than what is pointed at says so", () => {
  const choices = offerOf("2p-build").choices;
  const same = { workman: choices[0].workman };
  const other = { workman: choices.find(({ workman }) => workman !== same.workman)?.workman };
  for (const times of [1, 2]) {
    const state = after(times);
    const said = (/** @type {any[]} */ ...parts) => hintContent({ ...state, parts }, NAMES)?.lines[0] ?? "";
    assert.doesNotMatch(said(), /differently/);
    assert.doesNotMatch(said(same), /differently/);
    assert.match(said(other), /^The computer would choose differently\./);
  }
});

test("an open hint hid what was asked next, and an old refusal stayed below it", () => {
  const refused = { ...table(), asked: /** @type {any} */ ({ id: "x", answered: true, why: null }) };
  assert.equal(asked(refused).asked, null);
  for (const times of [1, 2]) {
    const state = after(times);
    const { choices } = offerOf("2p-build");
    const isOpen = ({ workman = "" }) => choices.filter((one) => one.workman === workman).length > 1;
    const choice = choices.find(isOpen) ?? assert.fail();
    assert.ok(!hintContent(state, NAMES)?.isFolded);
    const chosen = pointed(state, { workman: choice.workman });
    assert.ok(chosen);
    const folded = hintContent(chosen, NAMES);
    assert.deepEqual([folded?.isFolded, folded?.lines.length, folded?.reasons, folded?.more], [true, 1, [], ""]);
    assert.equal(hintMarks(chosen)?.workman, undefined, "its ring does not lie on what is chosen");
    assert.equal(hintContent(unfolded(chosen), NAMES)?.isFolded, false);
    assert.equal(hintContent(unpointed(chosen), NAMES)?.isFolded, true, "nor does it come back with a step back");
    assert.equal(hintContent(asks(state, "y", "square", "C3"), NAMES)?.isFolded, true);
  }
  const elsewhere = offerOf("2p-build").choices.find(({ workman }) => workman !== move.slice(0, 3));
  assert.equal(hintMarks(pointed(after(2), { workman: elsewhere?.workman }) ?? assert.fail()), undefined);
});

test("a hint is about a decision: it goes when another one is made, and stays while somebody follows it", () => {
  assert.equal(hintNow(decided(after(1), move)), null);
  assert.ok(hintNow(decided(after(2), move)));
  assert.equal(hintNow(decided(after(2), "-")), null);
  assert.equal(hintNow({ ...after(2), moved: 99 }), null);
  assert.equal(hidden(after(2)).hint, null);
});

test("a whole hint can be taken over and is not confirmed by that", () => {
  const state = used(after(2));
  assert.deepEqual(state.decisions.map((one) => one.move), MOVES);
  assert.equal(state.sent, null);
});

test("the board marks the place at once, and the tile with the move", () => {
  assert.equal(hintMarks(after(1))?.workman, move.slice(0, 3));
  assert.deepEqual(hintMarks(after(1))?.tiles, []);
  assert.equal(hintMarks(after(2))?.tiles.length, 1);
});

test("a better answer took the place of the move that somebody was about to use", () => {
  const before = after(2);
  const answered = (/** @type {any} */ state, /** @type {any} */ answer) => told(state, state.hint, answer);
  const said = (/** @type {any} */ state) => ({ ...hintContent(state, NAMES), newer: "" });
  const same = answered(before, { ...hint(3), stage: 1, points: 12 });
  assert.equal(hintContent(same, NAMES)?.newer, "");
  assert.deepEqual(said(same), said(before), "nor do its figures change");
  assert.equal(requestOf(same, /** @type {any} */ (same.hint)).after, 1);
  const other = answered(before, { ...hint(3, ["-"]), stage: 2 });
  assert.match(hintContent(other, NAMES)?.newer ?? "", /prefers another move/);
  assert.deepEqual(said(other), said(before));
  assert.deepEqual(hintMarks(other), hintMarks(before));
  assert.equal(requestOf(other, /** @type {any} */ (other.hint)).after, 2);
  const following = used(other);
  assert.deepEqual(following.decisions.map((one) => one.move), MOVES, "what is used is what is shown");
  assert.equal(hintContent(unfolded(following), NAMES)?.newer, "");
  assert.deepEqual(hintContent(asked(following), NAMES), hintContent(following, NAMES));
  const back = answered(other, { ...hint(3), stage: 2 });
  assert.equal(hintContent(back, NAMES)?.newer, "", "it prefers what is shown after all");
  const late = told(hidden(before), /** @type {any} */ (before.hint), /** @type {any} */ (hint(3)));
  assert.equal(late.hint, null, "what was closed stays closed");
  const over = answered(before, { ...hint(1), final: true });
  assert.deepEqual(over, before, "nobody needs an answer of a lower rung");
});

test("what was found since is shown to those who ask for it", () => {
  const before = after(2);
  const other = told(before, /** @type {any} */ (before.hint), /** @type {any} */ (hint(3, ["-"])));
  const shown = asked(other);
  assert.equal(shown.hint?.rung, 3);
  assert.equal(hintContent(shown, NAMES)?.newer, "");
  assert.deepEqual(used(shown).decisions.map((one) => one.move), ["-"]);
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
  const news = [1, 2, 2, 3, 0].map((rung, version) => ({ version, at: 0, seat: 0, event: hinted(rung) }));
  assert.deepEqual(hintsTaken(/** @type {any} */ (news)), [{ seat: 0, hints: 2, whole: 1, coached: 1 }]);
  assert.deepEqual(hintsTakenWords(/** @type {any} */ (news), NAMES), [
    "Anna: 2 hints, 1 with the move shown",
    "Anna: asked to look again once",
  ]);
});
