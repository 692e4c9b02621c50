// The tree of a study: what is opened is saved as it was, and variations grow, rise and go.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as tree from "../../../src/aquaromana/web/js/study/tree.js";
import { positionIn } from "../../../src/aquaromana/web/js/study/files.js";

const RECORD = {
  version: 1,
  players: 2,
  comment: "before",
  moves: [
    { move: "a", comment: "first", hash: "0000000000000001" },
    { move: "b", seat: 1, variations: [{ moves: [{ move: "c", variations: [{ moves: [{ move: "d" }] }] }], comment: "or" }] },
    { move: "e" },
  ],
  result: null,
};
const opened = () => tree.studyOf({ start: "s", record: structuredClone(RECORD) });
const moves = (/** @type {any[]} */ line) => line.map(({ move }) => move).join("");

test("a study that is opened and saved is the same, nested variations included", () => {
  assert.deepEqual(tree.recordOf(opened()), RECORD);
});

test("the record for a picture names the place that it shows, and a study opened from it begins there", () => {
  const study = opened();
  const [, , place] = tree.waysFrom({ line: study.main, index: 1 });
  const record = tree.picturedRecord(study, place);
  assert.equal(record.tags.Shown, "a d");
  assert.equal(tree.recordOf(study).tags, undefined);
  const again = tree.studyOf({ start: "s", record: structuredClone(record) });
  assert.deepEqual(tree.movesTo(tree.firstPlace(again)), ["a", "d"]);
  assert.deepEqual(again.head.tags, {});
  const other = tree.studyOf({ start: "s", record: { ...RECORD, tags: { Shown: "a x" } } });
  assert.deepEqual(tree.movesTo(tree.firstPlace(other)), []);
  assert.deepEqual(tree.movesTo(tree.firstPlace(opened())), []);
});

test("all ways on from a place are found, and lead there again", () => {
  const study = opened();
  const place = { line: study.main, index: 1 };
  const ways = tree.waysFrom(place);
  assert.deepEqual(ways.map((way) => tree.movesTo(way).join("")), ["ab", "ac", "ad"]);
  assert.deepEqual(ways.map(tree.before), [place, place, place]);
});

test("a decision that is known is followed, another becomes a variation", () => {
  const study = opened();
  const place = { line: study.main, index: 1 };
  assert.deepEqual(tree.movesTo(tree.played(study, place, "d")), ["a", "d"]);
  const fresh = tree.played(study, place, "x");
  assert.deepEqual(tree.movesTo(fresh), ["a", "x"]);
  assert.equal(study.main.plies[1].variations.length, 2);
  assert.equal("result" in study.head, true);
  tree.played(study, tree.endOf(tree.startOf(study)), "f");
  assert.equal(moves(study.main.plies), "abef");
  assert.equal("result" in study.head, false);
});

test("a variation that is promoted changes places with its line, and nothing is lost", () => {
  const study = opened();
  const [, way] = tree.waysFrom({ line: study.main, index: 1 });
  const place = tree.promoted(study, way);
  assert.deepEqual(tree.movesTo(place), ["a", "c"]);
  assert.equal(moves(study.main.plies), "ac");
  const lines = study.main.plies[1].variations;
  assert.deepEqual(lines.map(({ plies }) => moves(plies)), ["be", "d"]);
  assert.equal(study.main.plies[1].comment, "or");
  for (const line of lines) assert.deepEqual(line.parent, { line: study.main, index: 1 });
});

test("what is removed goes with all that follows; a variation takes its place", () => {
  const study = opened();
  const place = tree.removed(study, { line: study.main, index: 2 });
  assert.deepEqual(tree.movesTo(place), ["a"]);
  assert.equal(moves(study.main.plies), "ac");
  const [, other] = tree.waysFrom(place);
  tree.removed(study, other);
  assert.deepEqual(study.main.plies[1].variations, []);
  tree.removed(study, { line: study.main, index: 1 });
  assert.deepEqual(study.main.plies, []);
});

test("comments belong to their decision, or to the whole study", () => {
  const study = opened();
  assert.equal(tree.commentAt(tree.startOf(study)), "before");
  tree.commented(tree.startOf(study), " now ");
  tree.commented({ line: study.main, index: 3 }, "last");
  const record = tree.recordOf(study);
  assert.equal(record.comment, "now");
  assert.equal(record.moves[2].comment, "last");
});

test("a link to a position is as good as the position", () => {
  assert.equal(positionIn(" 2.s.0d0 "), "2.s.0d0");
  assert.equal(positionIn("http://here/#/study?position=2.s%2E0"), "2.s.0");
  assert.equal(positionIn("http://here/#/position/2.s.0d0"), "2.s.0d0");
});
