// One redraw a frame, however often it is asked for.
//
//   const redraw = createRedraw(() => draw(state))
//   redraw.request()      soon, once
//   redraw.now()          at once; a request that waits is done with it
//   redraw.stop()         nothing more is drawn
//
// A hidden page gets no frames and draws nothing; it draws once when it is shown again.

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
