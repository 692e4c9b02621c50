// The step of a lesson: its task in each phase, and what has to be tried first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asks, pointed } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { barContent } from "../../../../src/aquaromana/web/js/table/model/bar.js";
import { lessonContent, taskOf } from "../../../../src/aquaromana/web/js/table/model/lesson.js";
import { linked, received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { opened, pointable, trialOf } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { offerOf, stateOf } from "../data.js";
import { speak } from "../texts.js";

/** @import {LessonView} from "../../../../src/aquaromana/web/js/types.js" */

/** @type {(text: string) => Record<string, string>} */
const words = (text) => ({ de: text, en: text, fr: text });

/** @param {Partial<LessonView>} lesson */
function at(lesson) {
  speak("en");
  const step = { id: "first", step: 5, steps: 10, key: "join", title: words("Never join"), text: words("Try 37."), ...lesson };
  const state = received(opened("t"), { ...stateOf("2p-build"), since: 0, ply: 0, steps: [], lesson: step });
  return received(linked(state, "online"), offerOf("2p-build"));
}

test("nothing can be chosen before the builder who cannot be used was tried", () => {
  const state = at({ trial: 37, tried: words("Lay a curve."), paths: [37] });
  assert.equal(trialOf(state), 37);
  assert.deepEqual(pointable(state), []);
  assert.equal(barContent(state, ["You", "Livia"]).text, "Choose the builder on 37.");
  assert.deepEqual(taskOf(state).paths, [37]);
  const other = received(asks(state, "a", "builder", "5"), { type: "answer", id: "a", version: 0 });
  assert.equal(trialOf(other), 37, "another one does not count");
  for (const [subject, name] of /** @type {const} */ ([["builder", "37"], ["move", "E2e.37.Be"]])) {
    const tried = received(asks(state, "q", subject, name), { type: "answer", id: "q", version: 0 });
    assert.equal(trialOf(tried), 0);
    assert.ok(pointable(tried).length);
    assert.equal(taskOf(tried).text, "Lay a curve.");
  }
  assert.equal(pointed(state, { workman: pointable(at({}))[0].workman }), null);
});

test("a turn that closes nothing by itself is not mentioned", () => {
  const state = at({});
  const choice = pointable(state)[0].move;
  const made = { ...state, decisions: [{ move: choice, auto: false }, { move: "-", auto: true }] };
  assert.deepEqual(barContent(made, ["You", "Livia"]).done.map(({ move }) => move), [choice]);
  const chosen = { ...state, decisions: [{ move: choice, auto: false }, { move: "-", auto: false }] };
  assert.deepEqual(barContent(chosen, ["You", "Livia"]).done.map(({ move }) => move), [choice, "-"]);
});

test("a new position is announced, except in the first step", () => {
  assert.equal(lessonContent(at({}))?.fresh, "New position.");
  assert.equal(lessonContent(at({ step: 1 }))?.fresh, "");
});

test("a worse answer is done without praise", () => {
  assert.equal(lessonContent(at({ done: words("Too late."), worse: true }))?.tone, "missed");
  assert.equal(lessonContent(at({ done: words("Well timed.") }))?.tone, "done");
});

test("the task follows the phase of the stretch", () => {
  const state = at({ tasks: [{ phase: "close", text: words("Now close."), squares: ["H4"] }], squares: ["D1"] });
  const { move } = pointable(state)[0];
  assert.equal(taskOf(state).text, "Try 37.");
  const decided = { ...state, decisions: [{ move, auto: false }], previewing: "p" };
  assert.ok(state.view);
  const view = { ...state.view, phase: /** @type {const} */ ("close") };
  const previewed = received(decided, {
    type: "previewed", id: "p", version: 0, moves: [move], view, steps: [], choices: offerOf("close").choices,
  });
  assert.deepEqual({ text: taskOf(previewed).text, squares: taskOf(previewed).squares }, { text: "Now close.", squares: ["H4"] });
});

test("a lesson of another version can only be started over", () => {
  const content = lessonContent(at({ outdated: true }));
  assert.equal(content?.tone, "outdated");
  assert.equal(content?.heading, "This lesson has changed");
  assert.deepEqual([content?.canBack, content?.canAgain, content?.canSkip, content?.canNext], [false, false, false, false]);
});
