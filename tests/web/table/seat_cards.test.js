// What the cards of the players say.

import assert from "node:assert/strict";
import { test } from "node:test";

import { t } from "../../../src/aquaromana/web/js/lib/i18n.js";
import { pointsWords } from "../../../src/aquaromana/web/js/table/seat_cards.js";
import { LANGUAGES, speak } from "./texts.js";

test("points that would fall at the end say why", () => {
  for (const language of LANGUAGES) {
    speak(language);
    const why = t("table.ended-less");
    assert.ok(pointsWords({ points: 55, ended: 53, total: null }).endsWith(why));
    assert.ok(!pointsWords({ points: 53, ended: 53, total: null }).includes(why));
    assert.ok(!pointsWords({ points: 53, ended: null, total: null }).includes(why));
  }
});
