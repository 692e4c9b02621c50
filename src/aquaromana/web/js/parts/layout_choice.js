/**
 * Where the reservoirs lie: the field of a form. With some numbers of players there is only one layout to choose.
 *
 *   const choice = createLayoutChoice(readLayout(kept), odds, onChange)
 *   choice.element                 the field
 *   choice.resize(players)         another number of players
 *   oddsOn(layout, odds)           what the seats are worth on a layout, by the number of players
 */

import { chips } from "../lib/fields.js";
import { t } from "../lib/i18n.js";

/** @typedef {import("../types.js").LayoutName} LayoutName */
/** @typedef {Record<string, Record<string, readonly number[]>>} Odds as the server tells them */

/** @type {readonly LayoutName[]} */
const LAYOUTS = ["balanced", "standard"];

/**
 * What was chosen last, as far as it is valid.
 * @param {unknown} kept
 * @returns {LayoutName}
 */
export const readLayout = (kept) => LAYOUTS.find((layout) => layout === kept) ?? "balanced";

/**
 * Where the server names no odds for a layout, it is the standard one.
 * @param {LayoutName} layout
 * @param {Odds} odds
 */
export const oddsOn = (layout, odds) => ({ ...odds.standard, ...odds[layout] });

/**
 * @param {LayoutName} layout
 * @param {Odds} odds
 * @param {(layout: LayoutName) => void} onChange
 */
export function createLayoutChoice(layout, odds, onChange) {
  const element = chips({
    name: "layout",
    label: t("start.layout"),
    options: LAYOUTS.map((each) => [each, t(`start.layout.${each}`)]),
    value: layout,
    onChange: (value) => onChange(readLayout(value)),
  });
  return {
    element,
    /** @param {number} players */
    resize(players) {
      element.hidden = !odds.balanced?.[players];
    },
  };
}
