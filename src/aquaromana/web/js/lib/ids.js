/** Ids for requests: random, so that two browsers never choose the same one. */

/**
 * A new random id.
 *
 * @returns {string}
 */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
