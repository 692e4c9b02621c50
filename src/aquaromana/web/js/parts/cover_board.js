/**
 * The board on the lid of the box: a moment of a game, with water that runs. It is decoration: the page asks for it
 * when everything else is there.
 */

/** @typedef {import("../types.js").View} View */

import { get } from "../lib/api.js";
import { h } from "../lib/dom.js";

/** A board in the middle of a game. */
const MOMENT =
  "4.c.1d0.1H2N1W2X1I2NINXXXXJX2NJ2IQ2I6NN2LHHH1FNW1NH1FXHHNNW4I1FNIIIIW2L2N1N2W1" +
  ".DB1S2S6B2C2C1C2B1D1S6SD1.---J.oxo-ooo-ooo-xoo.1Y";

/** Milliseconds after which a busy browser draws it all the same. */
const LATEST = 500;

/** @param {() => void} work */
function whenIdle(work) {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(work, { timeout: LATEST });
  else setTimeout(work);
}

/** @param {AbortSignal} signal ends it */
export function createCoverBoard(signal) {
  const report = (/** @type {unknown} */ error) => signal.aborted || console.warn(error);
  const element = h("div", { class: "lid-board", "aria-hidden": "true", inert: true });
  return {
    element,
    /** Load and draw it once the page is painted: it takes more to load than all the rest. Called once. */
    showWhenIdle() {
      const draw = () => signal.aborted || show(element, signal).catch(report);
      requestAnimationFrame(() => whenIdle(draw));
    },
  };
}

/**
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
async function show(host, signal) {
  /** @type {[typeof import("../board/board.js"), View]} */
  const [{ createBoard }, view] = await Promise.all([
    import("../board/board.js"),
    get(`/api/positions/${MOMENT}`, { signal }),
  ]);
  if (signal.aborted) return;
  const board = createBoard(host);
  signal.addEventListener("abort", board.destroy);
  board.update(view);
}
