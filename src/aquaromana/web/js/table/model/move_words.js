/** Notation in words, where nothing but the text of a decision is known (R7). */

import { t } from "../../lib/i18n.js";
import { capital, deedWords, wayWords } from "./words.js";

const BUILD = /^([A-K])([1-8])([nesw])\.\d+\.([CDSB])[nesw]$/;
const EXTRA = /^\+(([CDSB])[nesw]*)@([A-K][1-8])$/;
const PLACE = /^([CDSBJ])@(\d+)$/;

/** @type {Readonly<Record<string, readonly [number, number]>>} */
const STEPS = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

/**
 * "Curve on E1, turns south" for `D1e.12.Cs`; a decision that says too little by itself stays as it is.
 *
 * @param {string} move
 * @returns {string}
 */
export function moveWords(move) {
  return capital(words(move));
}

/** @param {string} move */
function words(move) {
  const [, column, row, side, kind] = BUILD.exec(move) ?? [];
  if (kind) {
    const [dx, dy] = STEPS[side];
    const square = `${String.fromCharCode(column.charCodeAt(0) + dx)}${Number(row) + dy}`;
    const choice = /** @type {import("../../types.js").Choice} */ ({ type: "build", kind, move });
    return `${deedWords({ type: "build", effects: { laid: [square, kind] } })}, ${wayWords(choice)}`;
  }
  const [, face, , square] = EXTRA.exec(move) ?? [];
  if (square) {
    const way = wayWords(/** @type {import("../../types.js").Choice} */ ({ type: "extra", face, move }));
    return [deedWords({ type: "extra", effects: { laid: [square, face] } }), way].filter(Boolean).join(", ");
  }
  const [, placed, path] = PLACE.exec(move) ?? [];
  if (placed) return deedWords({ type: "place", effects: { placed: [placed, path] } });
  if (move.startsWith("*")) return deedWords({ type: "take", effects: { took: move.slice(1) } });
  if (move.startsWith("x")) return `${t("table.key.close")}: ${move.slice(1, 3)}`;
  return move === "-" ? deedWords({ type: "pass" }) : move;
}
