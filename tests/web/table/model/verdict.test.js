// The final scoring step by step, and who has won.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  byPlace, ending, remark, rows, scoringStages, verdict,
} from "../../../../src/aquaromana/web/js/table/model/verdict.js";
import { stateOf } from "../data.js";
import { speak } from "../texts.js";

const { view } = stateOf("over");

test("every podium with somebody on it is a step, from the lowest up, then the bonuses, then the end", () => {
  const steps = scoringStages(view);
  const podiums = [...new Set(view.sheet.map((line) => line.podium))].sort((a, b) => a - b);
  assert.deepEqual(steps.filter((step) => step.name === "podium").map((step) => step.value), podiums);
  assert.deepEqual(steps.filter((step) => step.name === "bonus").map((step) => step.value), [2, 3, 4]);
  assert.equal(steps.at(-1)?.name, "winner");
});

test("each bonus counts from its own step on", () => {
  const counted = (/** @type {string} */ name) =>
    scoringStages(view)
      .filter((stage) => stage.name === name)
      .map((stage) => rows(view, stage).flatMap((row) => row.lines.filter((line) => line.counted)))
      .map((lines) => [...new Set(lines.map((line) => line.bonus))].sort());
  assert.deepEqual(counted("bonus"), [[2], [2, 3], [2, 3, 4]]);
  assert.ok(counted("podium").every((bonuses) => bonuses.length === 0));
});

test("the sums only grow, and end at the points of the seats", () => {
  const totals = scoringStages(view).map((stage) => rows(view, stage).map((row) => row.total));
  totals.slice(1).forEach((sums, index) => {
    assert.ok(sums.every((sum, seat) => sum >= totals[index][seat]));
  });
  assert.deepEqual(totals.at(-1), view.seats.map((seat) => seat.points));
  assert.ok(totals[0].reduce((a, b) => a + b) < view.seats.reduce((sum, seat) => sum + seat.points, 0));
});

test("the worked example R8.1", () => {
  const sheet = [
    [17, "blue", 2, 4], [14, "green", 3, 3], [12, "yellow", 0, 2], [11, "red", 1], [7, "red", 1], [6, "yellow", 0],
    [5, "blue", 2], [4, "green", 3], [3, "yellow", 0], [2, "red", 1], [1, "green", 3],
  ].map(([podium, color, seat, bonus]) => ({ podium, color, seat, ...(bonus && { bonus }) }));
  const seats = [23, 20, 26, 22].map((points, seat) => ({ seat, points, place: 1 }));
  const example = /** @type {any} */ ({ sheet, seats });
  const last = /** @type {any} */ (scoringStages(example).at(-1));
  assert.deepEqual(rows(example, last).map((row) => row.total), [23, 20, 26, 22]);
});

test("one wins, or several share it", () => {
  speak("en");
  const winner = { ...view, seats: view.seats.map((seat) => ({ ...seat, place: seat.seat === 1 ? 1 : 2, points: 9 })) };
  assert.equal(verdict(winner, ["You", "Anna", "B", "C"]), "Anna wins with 9 points.");
  const mine = { ...view, seats: view.seats.map((seat, index) => ({ ...seat, place: index ? 2 : 1, points: 1 })) };
  assert.equal(verdict(mine, ["You", "Anna", "B", "C"]), "You win with 1 point!");
  const tie = { ...view, seats: view.seats.map((seat) => ({ ...seat, place: seat.seat < 2 ? 1 : 3, points: 7 })) };
  assert.equal(verdict(tie, ["You", "Anna", "B", "C"]), "A tie: You and Anna share the victory with 7 points.");
});

test("a game in which nobody reached a podium has its end at once", () => {
  const empty = { ...view, sheet: [], seats: view.seats.map((seat) => ({ ...seat, points: 0, place: 1 })) };
  assert.deepEqual(scoringStages(empty).map((stage) => stage.name), ["winner"]);
  assert.deepEqual(rows(empty, scoringStages(empty)[0]).map((row) => row.total), view.seats.map(() => 0));
});

/** @param {...number} out seats that have given up */
const without = (...out) =>
  view.seats.map(({ seat }) => ({ seat, kind: /** @type {const} */ ("person"), resigned: out.includes(seat) }));

test("a player who has resigned does not win, whatever their points", () => {
  const best = view.seats.findIndex((seat) => seat.place === 1);
  speak("en");
  const names = ["Anna", "Ben", "Cleo", "Dora"];
  assert.doesNotMatch(verdict(view, names, without(best)), new RegExp(names[best]));
  assert.equal(remark(view, names, without(best)), `Resigned, and therefore placed last: ${names[best]}.`);
  assert.equal(remark(view, names, without()), "");
});

test("at the end the best come first", () => {
  const last = scoringStages(view).at(-1) ?? assert.fail();
  const found = byPlace(rows(view, last, without(0)));
  assert.deepEqual(found.map((row) => row.place), [1, 2, 3, 4]);
  assert.equal(found.at(-1)?.seat, 0);
});

test("when all others have given up there are no points to speak of", () => {
  speak("en");
  const early = { ...stateOf("2p-build").view };
  const players = [0, 1].map((seat) => ({ seat, kind: /** @type {const} */ ("person"), resigned: seat === 0 }));
  assert.equal(verdict(early, ["Anna", "Ben"], players), "Ben wins.");
  assert.equal(verdict(early, ["Anna", "You"], players), "You win!");
  assert.equal(remark(early, ["Anna", "Ben"], players), "Resigned: Anna.");
});

test("why the game has ended depends on whether aqueducts were still open", () => {
  speak("en");
  const closed = { aqueduct: 0, seat: 0, color: /** @type {const} */ ("red"), length: 3, podium: 3 };
  const step = { ply: 0, turn: 1, seat: 0, move: "-", type: /** @type {const} */ ("pass") };
  const last = (/** @type {boolean} */ final) => [{ ...step, effects: { closes: [{ ...closed, final }] } }];
  assert.match(ending(view, last(true)), /nobody could build for a whole round, and the last workmen were scored/);
  assert.match(ending(view, last(false)), /no workman is left/);
  assert.equal(ending(stateOf("2p-build").view, last(true)), "");
});
