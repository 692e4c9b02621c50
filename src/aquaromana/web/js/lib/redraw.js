/**
 * At most one redraw per frame, however often it is requested.
 *
 *   const redraw = createRedraw(() => draw(state))
 *   redraw.request()      soon, once
 *   redraw.now()          immediately; this also serves a pending request
 *   redraw.stop()         nothing more is drawn
 *
 *   createRedraws(first, others)   the same for a large page: `first` with the next frame, the others one by one with
 *                                  the frames after it, so that no frame takes long; all of them at once if `first`
 *                                  says by returning true that they belong together
 *
 * A hidden page gets no frames and draws nothing; it draws once when it is shown again.
 */

/**
 * @param {() => void} draw
 * @returns {{request: () => void, now: () => void, stop: () => void}}
 */
export function createRedraw(draw) {
  let frame = 0;
  let stopped = false;

  function now() {
    if (frame) cancelAnimationFrame(frame);
    frame = 0;
    if (!stopped) draw();
  }

  return {
    now,
    request() {
      if (!frame && !stopped) frame = requestAnimationFrame(now);
    },
    stop() {
      stopped = true;
      if (frame) cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}

/**
 * A part that returns true has more to draw: it comes with the next frame too.
 * @param {() => unknown} first
 * @param {readonly (() => boolean | void)[]} others
 * @returns {{request: () => void, now: () => void, stop: () => void}}
 */
export function createRedraws(first, others) {
  let isDue = false;
  let isOver = false;
  /** The others that are to be drawn, in their order. @type {Set<() => boolean | void>} */
  const waiting = new Set();
  const frames = createRedraw(advance);

  function drawFirst() {
    isDue = false;
    for (const part of others) waiting.add(part);
    return first();
  }

  function drawOthers() {
    for (const part of waiting) while (part());
    waiting.clear();
  }

  function advance() {
    const [next] = waiting;
    if (isDue && drawFirst() === true) drawOthers();
    else if (next && !next()) waiting.delete(next);
    if (waiting.size) frames.request();
  }

  return {
    request() {
      isDue = true;
      frames.request();
    },
    now() {
      if (isOver) return;
      drawFirst();
      drawOthers();
    },
    stop() {
      isOver = true;
      frames.stop();
    },
  };
}
