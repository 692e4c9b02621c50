// The texts of the page, for tests of sentences.

import { useTexts } from "../../../src/aquaromana/web/js/lib/i18n.js";
import { textsOf } from "./data.js";

export const LANGUAGES = /** @type {const} */ (["de", "en", "fr"]);

/** @param {"de" | "en" | "fr"} language */
export function speak(language) {
  const areas = ["common", "board", "table", "log", "chat", "friends", "hints", "facts", "lesson", "reasons", "help"];
  useTexts(language, Object.fromEntries(areas.map((area) => [area, textsOf(language, area)])));
}
