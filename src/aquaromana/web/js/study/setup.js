/**
 * Set-up statistics: what features of the builders were worth to the seat that decides, in many games of the engine
 * with itself. Shows only values with a narrow confidence interval.
 *
 * @typedef {{ feature: string, value: string, gain: number, half: number, count: number }} SetupWorth
 */

import { fill, h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { builderName, capital } from "../table/model/words.js";
import { press } from "./buttons.js";

/** Places that are told, the best first. */
const PLACES = 6;

/** A share as signed percent points: "+1.2". @param {number} share */
const signed = (share) => `${share < 0 ? "−" : "+"}${number(Math.round(Math.abs(share) * 1000) / 10)}`;

/** @param {SetupWorth} worth */
function worthWords({ gain, half }) {
  return t("study.worth", { gain: signed(gain), half: number(Math.round(half * 1000) / 10) });
}

/** @param {SetupWorth} worth */
function featureWords({ feature, value }) {
  return t(`study.feature.${feature}`, { count: Number(value) });
}

/** @param {{ onMove: (move: string) => void }} wishes */
export function createSetup({ onMove }) {
  const element = h("section", { class: "sheet study-setup", hidden: true });
  return {
    element,
    /**
     * @param {readonly SetupWorth[]} worths
     * @param {number} games
     * @param {string} name of the seat that decides
     */
    update(worths, games, name) {
      element.hidden = !worths.length;
      if (element.hidden) return fill(element);
      const features = worths.filter(({ feature }) => feature !== "place");
      const places = worths.filter(({ feature }) => feature === "place").sort((a, b) => b.gain - a.gain);
      fill(
        element,
        h("h2", { class: "study-heading" }, t("study.setup")),
        h("p", { class: "soft small" }, t("study.setup-text", { games: number(games), name })),
        places.length > 0 &&
          h(
            "ul",
            { class: "study-places" },
            places.slice(0, PLACES).map((worth) =>
              h(
                "li",
                null,
                press(worth.value, () => onMove(worth.value), { class: "link notation" }),
                " ",
                t("study.reply", { name: capital(builderName(worth.value.charAt(0))), words: worthWords(worth) }),
              ),
            ),
          ),
        features.length > 0 &&
          h(
            "ul",
            { class: "study-features small" },
            features.map((worth) =>
              h("li", null, t("study.reply", { name: featureWords(worth), words: worthWords(worth) })),
            ),
          ),
      );
    },
  };
}
