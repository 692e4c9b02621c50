// What the board highlights.

import assert from "node:assert/strict";
import { test } from "node:test";

import { confirmed, nextPreview, previews } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { momentOf } from "../../../../src/aquaromana/web/js/table/model/animation.js";
import { lastMarks, marksOf } from "../../../../src/aquaromana/web/js/table/model/marks.js";
import { decided, linked, opened, received } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { offerOf, stateOf } from "../data.js";

/** @import {Step} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {TableState} from "../../../../src/aquaromana/web/js/table/model/state.js" */

const MESSAGE = { ...stateOf("2p-build"), since: 0 };
const START = received(linked(received(opened("t"), MESSAGE), "online"), offerOf("2p-build"));

/** @param {number} ply @param {number} seat @param {string} move @returns {Step} */
const step = (ply, seat, move) => ({ ply, turn: 20 + seat, seat, move, type: "build" });

/** @param {TableState} state @param {string} move @param {Step[]} steps */
function preview(state, move, steps) {
  const begun = decided(state, move);
  const view = { ...MESSAGE.view, position: move };
  return received(previews(begun, "p"), {
    type: "previewed", id: "p", version: state.version, moves: nextPreview(begun) ?? [], view, steps,
  });
}

/** @param {TableState} state */
const moment = (state) => momentOf(state) ?? assert.fail("no moment");

test("the last marks are where tiles lie and builders stand now", () => {
  const { view } = MESSAGE;
  const [path] = Object.keys(view.builders).map(Number);
  const steps = [
    { ...step(1, 1, "a"), effects: { laid: ["D2", "B"], walk: [2, path] } },
    { ...step(2, 1, "b"), effects: { laid: ["D2", "B"], walk: [path, 99] } },
    { ...step(3, 1, "c"), effects: { placed: ["C", String(path)] } },
  ];
  assert.deepEqual(lastMarks(steps, view), { squares: ["D2"], paths: [path] });
  assert.deepEqual(lastMarks([], view), { squares: [], paths: [] });
});

test("the board marks what can be chosen, and what was decided last", () => {
  const found = marksOf(START, moment(START));
  assert.ok(found.workmen.length > 0);
  const sent = confirmed(preview(START, "D1s.4.Bs", []), "c");
  assert.deepEqual(marksOf({ ...START, sent: sent.sent, travel: { ply: 1, view: null } }, moment(START)).workmen, []);
  const past = { ...moment(START), ply: 1 };
  assert.deepEqual(marksOf(START, past).last, lastMarks(START.steps.filter((one) => one.ply === 0), past.view));
});
