/**
 * Drafts: the stretch that is being composed, by table, kept in the tab's session storage so that a reload does not
 * lose it.
 *
 * @import {Decision} from "./state.js"
 */

/** @typedef {{ version: number, decisions: readonly Decision[], helped: readonly number[] }} Kept */

/** @type {(id: string) => string} */
const name = (id) => `aqua.stretch.${id}`;

/**
 * @param {string} id
 * @param {Kept} kept
 */
export function remember(id, kept) {
  try {
    if (kept.decisions.length || kept.helped.length) sessionStorage.setItem(name(id), JSON.stringify(kept));
    else sessionStorage.removeItem(name(id));
  } catch {
    // Without storage a reload loses the stretch.
  }
}

/**
 * @param {string} id
 * @returns {Kept | null}
 */
export function remembered(id) {
  try {
    return readable(JSON.parse(sessionStorage.getItem(name(id)) ?? "null"));
  } catch {
    return null;
  }
}

/**
 * What was kept, if it has the shape that it should have.
 *
 * @param {any} value
 * @returns {Kept | null}
 */
export function readable(value) {
  if (!value || !Number.isInteger(value.version) || !Array.isArray(value.decisions)) return null;
  const decisions = value.decisions.filter((/** @type {any} */ one) => typeof one?.move === "string");
  if (decisions.length !== value.decisions.length) return null;
  const helped = Array.isArray(value.helped) ? value.helped.filter(Number.isInteger) : [];
  return {
    version: value.version,
    decisions: decisions.map((/** @type {any} */ one) => ({ move: one.move, auto: one.auto === true })),
    helped,
  };
}
