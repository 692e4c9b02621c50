/** Background work in small pieces, while the browser is idle. */

/** Milliseconds after which it is done even if there is always something else to do. */
const LATEST = 400;

/** @param {(deadline?: IdleDeadline) => void} work */
function later(work) {
  if ("requestIdleCallback" in globalThis) return requestIdleCallback(work, { timeout: LATEST });
  return Number(setTimeout(work, 40));
}

/** @param {number} handle */
function never(handle) {
  if ("cancelIdleCallback" in globalThis) cancelIdleCallback(handle);
  else clearTimeout(handle);
}

/**
 * Do something with each of these pieces, some at a time. A new request begins again from the first.
 * @template T
 * @param {readonly T[]} pieces
 * @param {(piece: T) => void} work
 */
export function idly(pieces, work) {
  let next = pieces.length;
  let handle = 0;

  /** @param {IdleDeadline} [deadline] */
  function go(deadline) {
    handle = 0;
    do {
      work(pieces[next]);
      next += 1;
    } while (next < pieces.length && deadline && deadline.timeRemaining() > 4);
    if (next < pieces.length) handle = later(go);
  }

  return {
    request() {
      next = 0;
      handle ||= later(go);
    },
    stop() {
      if (handle) never(handle);
      next = pieces.length;
      handle = 0;
    },
  };
}
