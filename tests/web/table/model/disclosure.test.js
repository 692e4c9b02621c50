// What may be told of the game: no more than the board and the scoring have shown.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { seen, travelled } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { barContent } from "../../../../src/aquaromana/web/js/table/model/bar.js";
import {
  isCaughtUp, pointsBefore, scored, toldNews, toldPly, toldSteps, toldView, UNSCORED,
} from "../../../../src/aquaromana/web/js/table/model/disclosure.js";
import { received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { standings } from "../../../../src/aquaromana/web/js/table/model/standing.js";
import { opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { scoringStages } from "../../../../src/aquaromana/web/js/table/model/verdict.js";
import { stateOf } from "../data.js";
import { at, step } from "../states.js";
import { speak } from "../texts.js";

/** @import {News} from "../../../../src/aquaromana/web/js/types.js" */

beforeEach(() => speak("en"));

const START = at("2p-build");
const { ply } = START;
const STEPS = [step(ply, 1, "a"), step(ply + 1, 1, "b"), step(ply + 2, 1, "c")];
const AHEAD = { ...START, steps: [...START.steps, ...STEPS], ply: ply + 3, shown: ply };
const END = stateOf("over");
const NAMES = ["You", "Anna", "Ben", "Cleo"];

/** A game that ends while it is watched. */
function ended() {
  const before = received(opened("t"), { ...stateOf("2p-build"), since: 0 });
  const counts = { version: before.version + 1, moved: before.version + 1, ply: before.ply + 1, since: before.ply };
  return received(before, { ...END, ...counts, steps: [step(before.ply, 1, "a")] });
}

test("no more decisions are told than the board has shown", () => {
  assert.equal(toldPly(AHEAD), ply);
  assert.deepEqual(toldSteps(AHEAD), START.steps);
  assert.equal(isCaughtUp(AHEAD), false);
  const later = seen(AHEAD, ply + 2);
  assert.deepEqual(toldSteps(later).slice(-2), STEPS.slice(0, 2));
  const all = seen(AHEAD, ply + 3);
  assert.equal(toldSteps(all), all.steps);
  assert.ok(isCaughtUp(all));
  assert.equal(toldPly(seen(all, ply + 1)), ply + 3, "all of it is shown once more");
  assert.equal(toldPly(travelled(AHEAD, 3)), ply + 3, "somebody looks back");
});

test("what happened after a decision is told after it", () => {
  /** @type {(version: number, ply: number) => News} */
  const resigned = (version, at) => ({ version, at: 0, seat: 1, event: { what: "resigned", seat: 1 }, ply: at });
  const state = { ...AHEAD, news: [resigned(50, ply), resigned(51, ply + 2)] };
  assert.deepEqual(toldNews(state).map(({ version }) => version), [50]);
  assert.equal(toldNews(seen(state, ply + 3)), state.news);
});

test("the points of a game that has just ended come with its scoring, and so does the winner", () => {
  const state = ended();
  const view = state.view ?? assert.fail();
  assert.equal(state.scoring, UNSCORED);
  const points = (/** @type {typeof state} */ now) => standings(toldView(now, view), END.table.players, NAMES).slice(0, 2);
  const totals = (/** @type {typeof state} */ now) => points(now).map((seat) => seat.points);
  const final = view.seats.slice(0, 2).map((seat) => seat.points);
  const had = stateOf("2p-build").view.seats.map((seat) => seat.points);
  assert.notDeepEqual(had, final);
  assert.deepEqual(totals(state), had);
  assert.equal(barContent(state, NAMES).text, "The game is over. “Final scoring” counts the points.");
  const [first, ...rest] = scoringStages(view);
  const begun = scored(state, first);
  assert.deepEqual(totals(begun), had, "those from before stay until all is counted");
  assert.equal(toldView(begun, view), toldView(begun, view), "it is not drawn again");
  const last = rest.at(-1) ?? assert.fail();
  const told = rest.reduce(scored, begun);
  assert.equal(last.name, "winner");
  assert.deepEqual(totals(told), final);
  assert.equal(toldView(told, view), view);
  assert.notEqual(barContent(told, NAMES).text, "The game is over. “Final scoring” counts the points.");
  assert.equal(scored(told, first), told, "whoever has seen it is not kept waiting again");
});

test("all points fell to 0 when the game ended, instead of staying until they were counted", () => {
  const before = received(opened("t"), { ...stateOf("2p-build"), since: 0 });
  const scores = { ...step(before.ply, 1, "a"), effects: { seats: [{ seat: 1, points: 9, change: 9 }] } };
  const ends = { ...step(before.ply + 1, 0, "b"), effects: { seats: [{ seat: 0, points: 99, change: 99 }], ends: true } };
  const had = before.view?.seats.map((seat) => seat.points) ?? assert.fail();
  assert.deepEqual(pointsBefore(before, [scores, ends]), [had[0], 9]);
});

test("nothing is held back where the scoring is not shown", () => {
  assert.equal(received(opened("t"), { ...END, since: 0 }).scoring, null, "it was over before");
  assert.equal(scored(ended(), null).scoring, null, "it was closed, or could not be loaded");
});
