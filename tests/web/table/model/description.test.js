// The board in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { aqueductWords, faceWords, spokenBoard } from "../../../../src/aquaromana/web/js/table/model/description.js";
import { stateOf } from "../data.js";
import { LANGUAGES, speak } from "../texts.js";

for (const language of LANGUAGES) {
  test(`everything on the board is told in ${language}, without holes`, () => {
    speak(language);
    for (const name of ["2p-build", "3p-setup", "close", "reserve", "over"]) {
      const { view } = stateOf(name);
      const chapters = spokenBoard(view, ["A", "B", "C", "D"]);
      const text = chapters.flatMap(({ heading, lines }) => [heading, ...lines]).join("\n");
      assert.doesNotMatch(text, /[{}]|undefined|NaN/);
      for (const square of Object.keys(view.tiles)) assert.match(text, new RegExp(`\\b${square} `), square);
      for (const path of Object.keys(view.builders)) assert.match(text, new RegExp(`^${path}\\s?:`, "m"), path);
      for (const podium of Object.keys(view.podiums)) assert.match(text, new RegExp(`\\b${podium}\\s?:`), podium);
      assert.ok(chapters.length >= view.players + 4);
    }
  });
}

test("an aqueduct: color, length, end, podium and whom its workman sees", () => {
  speak("en");
  const { view } = stateOf("close");
  assert.equal(
    aqueductWords(view.aqueducts[3], view),
    "Yellow: length 4, ends at C7, facing south. Podium 4 if closed now. " +
      "Sees: bridge builder on 3 and double curve builder on 32.",
  );
  const blind = { ...view.aqueducts[0], sees: [], podium: 0 };
  assert.match(aqueductWords(blind, view), /No podium if closed now\. Sees no builder\.$/);
});

test("tiles with the sides they join", () => {
  speak("de");
  assert.equal(faceWords("Cne"), "Kurve (Norden und Osten)");
  assert.equal(faceWords("B"), "Brücke");
});
