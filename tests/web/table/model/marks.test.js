// What the board highlights.

import assert from "node:assert/strict";
import { test } from "node:test";

import { confirmed } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { momentOf } from "../../../../src/aquaromana/web/js/table/model/animation.js";
import { barContent } from "../../../../src/aquaromana/web/js/table/model/bar.js";
import { lastMarks, marksOf } from "../../../../src/aquaromana/web/js/table/model/marks.js";
import { stakes } from "../../../../src/aquaromana/web/js/table/model/standing.js";
import { stateOf } from "../data.js";
import { at, preview, step } from "../states.js";

/** @import {TableState} from "../../../../src/aquaromana/web/js/table/model/state.js" */

const START = at("2p-build");

/** @param {TableState} state */
const moment = (state) => momentOf(state) ?? assert.fail("no moment");

test("the last marks are where tiles lie and builders stand now", () => {
  const { view } = stateOf("2p-build");
  const [path] = Object.keys(view.builders).map(Number);
  const steps = [
    { ...step(1, 1, "a"), effects: { laid: ["D2", "B"], walk: [2, path] } },
    { ...step(2, 1, "b"), effects: { laid: ["D2", "B"], walk: [path, 99] } },
    { ...step(3, 1, "c"), effects: { placed: ["C", String(path)] } },
  ];
  assert.deepEqual(lastMarks(steps, view), { squares: ["D2"], paths: [path] });
  assert.deepEqual(lastMarks([], view), { squares: [], paths: [] });
});

test("board, bar and stairs preview the same way: what is looked at, or else the first that closes nothing", () => {
  const asked = { ...START, parts: [{ workman: "K7n" }, { builder: 11 }] };
  const looked = (/** @type {TableState} */ state) => {
    const { ghosts } = marksOf(state, moment(state));
    const { offers } = barContent(state, ["You", "Anna"]);
    const [ghost, ...others] = ghosts.filter((one) => one.isLooked);
    assert.deepEqual(others, []);
    assert.deepEqual(offers.filter((one) => one.isLooked).map(({ part }) => part.face), [ghost.face]);
    assert.deepEqual(stakes(state).map(({ podium }) => podium), ghost.podium ? [ghost.podium] : []);
    return ghost.face;
  };
  const { ghosts } = marksOf(asked, moment(asked));
  assert.ok(ghosts.length > 1);
  assert.equal(looked(asked), ghosts[0].face);
  for (const { square, face } of ghosts) assert.equal(looked({ ...asked, hover: { square, face } }), face);
});

test("the board marks what can be chosen, and what was decided last", () => {
  const found = marksOf(START, moment(START));
  assert.ok(found.workmen.length > 0);
  const sent = confirmed(preview(START, "D1s.4.Bs", []), "c");
  assert.deepEqual(marksOf({ ...START, sent: sent.sent, travel: { ply: 1, view: null } }, moment(START)).workmen, []);
  const past = { ...moment(START), ply: 1 };
  assert.deepEqual(marksOf(START, past).last, lastMarks(START.steps.filter((one) => one.ply === 0), past.view));
});
