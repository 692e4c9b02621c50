/**
 * When nobody has done anything for a while and nothing happens, the board rests: its water stands still and what glows
 * stays lit. Moving all day would cost a fifth of a processor's core where there is no graphics hardware.
 */

/** Milliseconds; what pulses on the board has ended by then (board.css). */
const CALM = 8_000;

const SIGNS_OF_LIFE = ["pointermove", "pointerdown", "keydown", "wheel"];

/**
 * @param {HTMLElement} element
 * @param {() => boolean} isBusy something plays on the board
 */
export function watchRest(element, isBusy) {
  const own = { timer: 0, position: "" };
  for (const name of SIGNS_OF_LIFE) window.addEventListener(name, wake, { capture: true, passive: true });
  wake();

  /** Something happens. */
  function wake() {
    clearTimeout(own.timer);
    own.timer = setTimeout(() => (isBusy() ? wake() : element.classList.add("resting")), CALM);
    element.classList.remove("resting");
  }

  return {
    wake,
    /** Another position on the board is a sign of life too. @param {string} position */
    shows(position) {
      if (position === own.position) return;
      own.position = position;
      wake();
    },
    stop() {
      clearTimeout(own.timer);
      for (const name of SIGNS_OF_LIFE) window.removeEventListener(name, wake, { capture: true });
    },
  };
}
