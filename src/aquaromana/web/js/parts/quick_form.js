/** The form on the cover: a game against bots in one click, with the choices of last time. */

import { fill, h } from "../lib/dom.js";
import { chips, picker } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { colorChips, seatColors } from "../lib/seats.js";
import { keep, recall } from "../lib/settings.js";
import { BOT_NAMES, levelOptions } from "./bots.js";
import { isNewcomer } from "./lessons.js";
import { keptQuick, quickPlayers, readQuick } from "./quick_game.js";

/** @typedef {import("./quick_game.js").Quick} Quick */
/** @typedef {import("../types.js").NewTable} NewTable */

/**
 * @param {(wanted: NewTable) => Promise<boolean>} begin starts a table; says whether there is one now
 * @param {...(Node | false)} ways other ways to play, below the form
 * @returns {HTMLElement}
 */
export function createQuickForm(begin, ...ways) {
  const quick = readQuick(recall("quick"));
  const rivals = h("div", { class: "bots" });
  const isFirst = isNewcomer();
  const play = h("button", { type: "submit", class: isFirst ? "button hero" : "button primary hero" }, t("start.play"));

  /** @param {Event} event */
  async function playNow(event) {
    event.preventDefault();
    play.disabled = true;
    if (!(await begin({ players: quickPlayers(quick, Math.random()) }))) play.disabled = false;
  }

  /** @param {Partial<Quick>} change */
  function choose(change) {
    Object.assign(quick, change);
    keep("quick", keptQuick(quick, recall("quick"), change));
    if (!change.levels) draw();
  }

  const draw = () => drawRivals(rivals, quick, (levels) => choose({ levels }));
  draw();
  return h(
    "form",
    { class: "play sheet", onsubmit: playNow },
    isFirst && learnButton(),
    h(
      "div",
      { class: "play-options" },
      chips({
        name: "players",
        label: t("start.players"),
        options: [2, 3, 4].map((count) => [String(count), String(count)]),
        value: String(quick.players),
        onChange: (value) => choose({ players: Number(value) }),
      }),
      chips({
        name: "lot",
        label: t("start.who-begins"),
        options: [["no", t("start.you-begin")], ["yes", t("start.lot")]],
        value: quick.lot ? "yes" : "no",
        onChange: (value) => choose({ lot: value === "yes" }),
      }),
    ),
    h("fieldset", { class: "field" }, h("legend", null, t("start.rivals")), rivals),
    h("div", { class: "play-go" }, play),
    h("fieldset", { class: "field" }, h("legend", null, t("start.together")), h("div", { class: "play-ways" }, ways)),
  );
}

/** The way to the guided first game, first of all for those who have never played. */
function learnButton() {
  return h(
    "a",
    { class: "button primary hero learn-first", href: routeTo("learn") },
    h("span", null, t("start.learn-first")),
    h("small", null, t("start.learn-first-text")),
  );
}

/**
 * The rivals with their levels.
 * @param {HTMLElement} host
 * @param {Quick} quick
 * @param {(levels: string[]) => void} onLevels
 */
function drawRivals(host, quick, onLevels) {
  const colors = seatColors(quick.players);
  const rival = (/** @type {string} */ value, /** @type {number} */ index) => {
    const name = BOT_NAMES[index] ?? "";
    const onChange = (/** @type {string} */ level) => onLevels(quick.levels.with(index, level));
    return h(
      "div",
      { class: "bot" },
      !quick.lot && colorChips(colors[index + 1] ?? []),
      h("span", { class: "bot-name", "aria-hidden": "true" }, name),
      picker({ label: t("start.level-of", { name }), options: levelOptions(), value, onChange }),
    );
  };
  const colored = quick.players === 2 && h("p", { class: "soft small" }, t("start.two-colors"));
  fill(host, quick.levels.slice(0, quick.players - 1).map(rival), colored);
}
