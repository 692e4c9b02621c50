// Notation in words, for what bots weigh.

import assert from "node:assert/strict";
import { test } from "node:test";

import { moveWords } from "../../../../src/aquaromana/web/js/table/model/move_words.js";
import { speak } from "../texts.js";

test("what bots weigh was told in codes", () => {
  speak("en");
  const said = (/** @type {string} */ move) => moveWords(move);
  assert.equal(said("D1e.12.Cs"), "Curve on E1, turns south");
  assert.equal(said("H8n.3.Bn"), "Bridge on H7, goes on north");
  assert.equal(said("C@23"), "Curve builder on 23");
  assert.equal(said("+Dne@F5"), "Extra double curve on F5, joins north and east");
  assert.equal(said("+B@F5"), "Extra bridge on F5");
  assert.equal(said("xD2w"), "Close an aqueduct: D2");
  assert.equal(said("*J"), "Joker from the reserve");
  assert.equal(said("-"), "Turn ended, no aqueduct closed");
  assert.equal(said(">8"), ">8");
  speak("de");
  assert.equal(said("D1s.4.Sn"), "Gerade auf D2, führt nach Norden");
});
