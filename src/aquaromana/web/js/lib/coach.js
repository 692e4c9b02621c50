/**
 * The coach, who asks to look again before a turn that gives away a lot is sent.
 *
 *   isCoached("k7Qm2xRtY4")        whether the coach is on at a table: the setting, unless that table has its own
 *   setCoach("k7Qm2xRtY4", true)   for one table; the guided first game switches it on in this way
 *   change("coach", true)          of settings.js, for all others
 */

import { change, keep, recall, settings } from "./settings.js";

/** Tables of which it is remembered. */
const MOST = 20;

/** @param {string} table */
export function isCoached(table) {
  const own = stored().find(([id]) => id === table);
  return own ? own[1] : settings.coach;
}

/**
 * Switch the coach on or off at one table.
 * @param {string} table
 * @param {boolean} on
 */
export function setCoach(table, on) {
  keep("coach", [[table, on], ...stored().filter(([id]) => id !== table)].slice(0, MOST));
}

/** Switch it off, here and at all other tables. @param {string} table */
export function switchCoachOff(table) {
  setCoach(table, false);
  change("coach", false);
}

/** @returns {[string, boolean][]} */
function stored() {
  const found = recall("coach");
  if (!Array.isArray(found)) return [];
  return found.filter((one) => Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "boolean");
}
