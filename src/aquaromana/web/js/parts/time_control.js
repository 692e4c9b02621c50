/**
 * The time control: the form for choosing it, and its description in words.
 *
 *   createClockChoice(readClock(kept), onChange)      the fields of a form
 *   clockOf(choice)                                   what the server takes, or null for none
 *   clockWords(table.options.clock)                   "2 minutes for every turn, then a bot plays on"
 */

import { fill, h } from "../lib/dom.js";
import { chips, picker } from "../lib/fields.js";
import { duration, t } from "../lib/i18n.js";

/** @typedef {import("../types.js").Clock} Clock */
/**
 * @typedef {object} ClockChoice
 * @property {"none" | "stretch" | "game"} per
 * @property {number} stretch seconds for every turn
 * @property {number} game seconds for the whole game
 * @property {number} increment seconds that every turn adds to those of the game
 * @property {"bot" | "resign"} zero
 */

const DAY = 86400;
/** In a game that people play at one go. */
const GRACE = 30;
const PER = /** @type {const} */ (["none", "stretch", "game"]);
const SECONDS = { stretch: [30, 60, 120, 300, DAY, 3 * DAY], game: [600, 1200, 2400], increment: [0, 5, 10, 30] };
const ZERO = /** @type {const} */ (["bot", "resign"]);

/**
 * What was chosen last, as far as it is valid.
 * @param {any} kept
 * @returns {ClockChoice}
 */
export function readClock(kept) {
  /** @template T @param {readonly T[]} all @param {unknown} value @param {T} usual */
  const one = (all, value, usual) => (all.includes(/** @type {T} */ (value)) ? /** @type {T} */ (value) : usual);
  return {
    per: one(PER, kept?.per, "none"),
    stretch: one(SECONDS.stretch, kept?.stretch, 120),
    game: one(SECONDS.game, kept?.game, 1200),
    increment: one(SECONDS.increment, kept?.increment, 10),
    zero: one(ZERO, kept?.zero, "bot"),
  };
}

/**
 * @param {ClockChoice} choice
 * @returns {Clock | null}
 */
export function clockOf({ per, stretch, game, increment, zero }) {
  if (per === "none") return null;
  return per === "stretch" ? { per, seconds: stretch, zero } : { per, seconds: game, increment, zero };
}

/**
 * Seconds that people may be away before a bot can stand in.
 * @param {ClockChoice} choice
 */
export function graceOf({ per, stretch }) {
  return per === "stretch" && stretch >= DAY ? stretch : GRACE;
}

/** @param {Clock} clock */
export function clockWords({ per, seconds, increment = 0, zero = "bot" }) {
  const time = duration(seconds);
  const words = increment
    ? t("friends.clock.game-plus", { time, increment: duration(increment) })
    : t(`friends.clock.words-${per}`, { time });
  return `${words} ${t(`friends.clock.then-${zero}`)}`;
}

/**
 * @param {ClockChoice} start
 * @param {(choice: ClockChoice) => void} onChange
 */
export function createClockChoice(start, onChange) {
  const choice = { ...start };
  const details = h("div", { class: "clock-details" });

  /** @param {Partial<ClockChoice>} change */
  function choose(change) {
    Object.assign(choice, change);
    onChange({ ...choice });
    if (change.per) draw();
  }

  /**
   * @param {keyof ClockChoice} name
   * @param {readonly (readonly [string, string])[]} options
   * @param {(value: string) => Partial<ClockChoice>} chosen
   */
  function field(name, options, chosen) {
    const label = t(`friends.clock.${name}`);
    const onChange = (/** @type {string} */ value) => choose(chosen(value));
    return h(
      "label",
      { class: "field" },
      h("span", { class: "field-label", "aria-hidden": "true" }, label),
      picker({ label, options, value: String(choice[name]), onChange }),
    );
  }

  /** @param {"stretch" | "game" | "increment"} name */
  function times(name) {
    const words = (/** @type {number} */ seconds) =>
      name !== "increment" ? duration(seconds) : seconds ? `+ ${duration(seconds)}` : t("friends.clock.no-increment");
    const options = SECONDS[name].map((seconds) => /** @type {const} */ ([String(seconds), words(seconds)]));
    return field(name, options, (value) => ({ [name]: Number(value) }));
  }

  function draw() {
    const { per } = choice;
    details.hidden = per === "none";
    const zero = ZERO.map((each) => /** @type {const} */ ([each, t(`friends.clock.zero-${each}`)]));
    fill(
      details,
      per === "stretch" && times("stretch"),
      per === "game" && [times("game"), times("increment")],
      per !== "none" && field("zero", zero, (value) => ({ zero: /** @type {ClockChoice["zero"]} */ (value) })),
    );
  }

  draw();
  return h(
    "div",
    { class: "clock-choice" },
    chips({
      name: "clock-per",
      label: t("friends.clock"),
      options: PER.map((each) => [each, t(`friends.clock.per-${each}`)]),
      value: choice.per,
      onChange: (value) => choose({ per: /** @type {ClockChoice["per"]} */ (value) }),
    }),
    details,
  );
}
