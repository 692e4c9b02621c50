/**
 * Modules that are loaded when they are needed: dialogs and panels that most visits never show.
 *
 *   const { createGuide } = await loaded(import("./guide.js"))
 *   await openLoaded(HELP, ({ openHelp }) => openHelp(), { signal, onTrouble })      a dialog
 *
 * A dialog that is still being loaded is not opened any more if people press Escape, leave the page or open another.
 */

import { ApiError } from "./api.js";

/**
 * A module that is being imported; ApiError if the server cannot be reached.
 * @template T
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export async function loaded(module) {
  try {
    return await module;
  } catch (error) {
    throw error instanceof TypeError ? new ApiError("network/unreachable") : error;
  }
}

/** Loaders whose modules have arrived. @type {WeakSet<() => Promise<unknown>>} */
const arrived = new WeakSet();
/** Ends the opening that is under way. */
let cancel = () => {};

/**
 * Open something whose module is loaded first. What goes wrong is reported once, and can be tried again.
 * @template T
 * @param {() => Promise<T>} load the same function each time
 * @param {(module: T, signal: AbortSignal) => unknown} open has to look at the signal after whatever it waits for
 * @param {{ onTrouble: (error: unknown) => void, signal?: AbortSignal }} how `signal`: the page has been left
 * @returns {Promise<boolean>} whether it was opened
 */
export async function openLoaded(load, open, { onTrouble, signal }) {
  cancel();
  const [opening, listening] = [new AbortController(), new AbortController()];
  const wanted = opening.signal;
  const stop = (cancel = () => opening.abort());
  // By hand: some browsers have no AbortSignal.any. It stays, so that whoever leaves the page closes the dialog too.
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopImmediatePropagation(); // it goes back one thing only
    stop();
  };
  addEventListener("keydown", onKey, { capture: true, signal: listening.signal });
  addEventListener("hashchange", stop, { signal: listening.signal });
  try {
    if (!arrived.has(load)) await reach();
    const module = wanted.aborted ? null : await loaded(load());
    if (module) arrived.add(load);
    if (!module || wanted.aborted) return false;
    await open(module, wanted);
    return !wanted.aborted;
  } catch (error) {
    if (!wanted.aborted) onTrouble(error);
    return false;
  } finally {
    listening.abort();
    if (cancel === stop) cancel = () => {};
  }
}

/** Some browsers never ask again for a module that once did not come: ask for it only while the server answers. */
async function reach() {
  const answer = await fetch(import.meta.url, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (!answer || answer.status >= 500) throw new ApiError("network/unreachable");
}
