/**
 * Where the reservoirs lie: the field of a form.
 *
 *   createLayoutChoice(readLayout(kept), onChange)   the field
 */

import { chips } from "../lib/fields.js";
import { t } from "../lib/i18n.js";

/** @typedef {"balanced" | "standard"} LayoutName */

/** @type {readonly LayoutName[]} */
const LAYOUTS = ["balanced", "standard"];

/**
 * What was chosen last, as far as it is valid.
 * @param {unknown} kept
 * @returns {LayoutName}
 */
export const readLayout = (kept) => LAYOUTS.find((layout) => layout === kept) ?? "balanced";

/**
 * @param {LayoutName} layout
 * @param {(layout: LayoutName) => void} onChange
 */
export function createLayoutChoice(layout, onChange) {
  return chips({
    name: "layout",
    label: t("start.layout"),
    options: LAYOUTS.map((each) => [each, t(`start.layout.${each}`)]),
    value: layout,
    onChange: (value) => onChange(readLayout(value)),
  });
}
