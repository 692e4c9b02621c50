/**
 * Which seats this browser has at which table: lists of tables do not say.
 *
 *   rememberPlaces(table, yours, isHost)  when a table has said so; by chairs, which stay when lots are drawn
 *   mySeats(table, "shared")              [1]; on a server for this machine alone, all seats of people
 *   isHostOf(table, "shared")             whether it may be deleted here
 *   visitTable(id), lastTable()           the table that was looked at last in this tab
 */

import { keep, recall } from "./settings.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {"local" | "shared"} Access */

const NAME = "places";
/** Tables that are remembered, the last ones: as many as the server lists. */
const MOST = 60;

/** @returns {Record<string, {chairs?: number[], host?: boolean}>} */
function kept() {
  const found = recall(NAME);
  return found && typeof found === "object" && !Array.isArray(found) ? found : {};
}

/**
 * @param {TableInfo} table
 * @param {readonly number[]} yours seats
 * @param {boolean} host
 */
export function rememberPlaces({ id, players }, yours, host) {
  const place = { chairs: yours.map((seat) => players[seat]?.chair ?? 0), host };
  const { [id]: before, ...others } = kept();
  if (JSON.stringify(before) === JSON.stringify(place)) return;
  keep(NAME, Object.fromEntries(Object.entries({ ...others, [id]: place }).slice(-MOST)));
}

/** Where the table is kept that this tab looked at last. */
const VISITED = "aqua.table";

/** Remember the table that this tab looks at; nothing if it is gone. @param {string} id */
export function visitTable(id) {
  try {
    sessionStorage.setItem(VISITED, id);
  } catch {
    // Where nothing may be kept there is no way back but the browser's own.
  }
}

/** The table that this tab looked at last, or nothing. */
export function lastTable() {
  try {
    return sessionStorage.getItem(VISITED) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {TableInfo} table
 * @param {Access} access
 * @returns {number[]}
 */
export function mySeats({ id, players }, access) {
  const chairs = kept()[id]?.chairs ?? [];
  const mine = (/** @type {number} */ chair) => access === "local" || chairs.includes(chair);
  return players.flatMap(({ kind, seat, chair = 0 }) => (kind === "person" && mine(chair) ? [seat] : []));
}

/**
 * @param {TableInfo} table
 * @param {Access} access
 */
export function isHostOf({ id }, access) {
  return access === "local" || kept()[id]?.host === true;
}
