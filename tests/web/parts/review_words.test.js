// What a review says about a turn.

import assert from "node:assert/strict";
import { test } from "node:test";

import { useTexts } from "../../../src/aquaromana/web/js/lib/i18n.js";
import { certainWords } from "../../../src/aquaromana/web/js/parts/review_words.js";

useTexts("en", {
  common: { you: "You" },
  replay: { "decided-you": "you have won" },
  review: { decided: "{seat} has won" },
});

test("a certain win is told of others by name, and of the reader as theirs", () => {
  assert.equal(certainWords({ certain: 1 }, ["You", "Livia"]), "Livia has won");
  assert.equal(certainWords({ certain: 0 }, ["You", "Livia"]), "you have won");
  assert.equal(certainWords({ certain: null }, ["You", "Livia"]), "");
});
