// What is on the board, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { describe } from "../../../src/aquaromana/web/js/board/words.js";
import { stateOf } from "../table/data.js";
import { speak } from "../table/texts.js";

/** @import {Target, Ghost} from "../../../src/aquaromana/web/js/types.js" */

const { view } = stateOf("2p-build");
const NAMES = ["Ana", "Agrippa"];
/** @param {Target} target @param {Ghost} [ghost] */
const told = (target, ghost) => describe(view, target, { ghost, names: NAMES });
const red = view.aqueducts.find(({ color, open }) => color === "red" && open) ?? assert.fail();
/** @type {Target} */
const workman = { what: "workman", name: red.course[red.course.length - 1] };
/** @type {Ghost} */
const ghost = { square: "E5", face: "Sns", state: "usable", closes: [{ aqueduct: 3, color: "red", podium: 2, own: false }] };

test("labels on the board named a color where panel and log name a player", () => {
  speak("en");
  assert.match(told(workman), /^red workman \(Agrippa\), at /);
  const { squares: [square], color } = view.reservoirs[0];
  assert.equal(told({ what: "square", name: square }), `${square}, ${color} reservoir (Ana)`);
  assert.match(told({ what: "ghost", name: "E5", face: "Sns" }, ghost), /ends a red aqueduct \(Agrippa\), podium 2$/);
  speak("de");
  assert.match(told(workman), /^Arbeiter von Rot \(Agrippa\) auf /);
  speak("fr");
  assert.match(told(workman), /^ouvrier rouge \(Agrippa\) en /);
});

test("without names a color is enough", () => {
  speak("en");
  assert.match(describe(view, workman), /^red workman, at /);
  assert.match(describe(view, { what: "ghost", name: "E5", face: "Sns" }, { ghost }), /ends a red aqueduct, podium 2$/);
});
