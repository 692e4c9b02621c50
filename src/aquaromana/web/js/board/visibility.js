/**
 * Whether the board is visible: the page may be hidden, or the board scrolled out of sight. Then its water stands
 * still.
 */

/**
 * @param {HTMLElement} element
 * @param {() => void} onHide the page was hidden
 */
export function watchVisibility(element, onHide) {
  /** Whether the board is scrolled out of sight. */
  let isAway = false;
  const observer = new IntersectionObserver(([entry]) => {
    isAway = !entry.isIntersecting;
    update();
  });
  observer.observe(element);
  document.addEventListener("visibilitychange", update);

  function update() {
    element.classList.toggle("still", isAway || document.hidden);
    if (document.hidden) onHide();
  }

  return {
    isVisible: () => !document.hidden && !isAway,
    stop() {
      observer.disconnect();
      document.removeEventListener("visibilitychange", update);
    },
  };
}
