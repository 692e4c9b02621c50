/**
 * Marks scrollable elements that have more content above or below: the style sheet fades them out there, and a count
 * says how many answers are below.
 */

import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** How much of an answer, in pixels, may be faded. */
const FADED = 12;

/**
 * @param {HTMLElement} element
 * @param {string} answers a selector of those that are counted
 * @returns {HTMLElement} how many there are, for the eye; it stands after the element
 */
export function createScrollCues(element, answers) {
  const scroll = () => element.scrollTo({ top: element.scrollHeight });
  const more = h("span", { class: "bar-more", "aria-hidden": "true", hidden: true, onclick: scroll });
  const bottom = (/** @type {Element} */ one) => one.getBoundingClientRect().bottom;
  const look = () => {
    const end = bottom(element);
    // By its parts: a round button that stands out of its line is nothing to scroll for.
    const isMore = Math.max(...[...element.children].map(bottom)) > end + 1;
    const count = [...element.querySelectorAll(answers)].filter((one) => bottom(one) > end + FADED).length;
    const isScrolled = element.scrollTop > 1;
    // By the keyboard one gets to the end through the buttons inside, or through the element itself.
    const isStop = (isMore || isScrolled) && !element.querySelector("button, a");
    set(element, { "data-more": isMore, "data-scrolled": isScrolled, tabindex: isStop && 0 });
    if (count) write(more, t("table.more", { count }));
    if (more.hidden !== !count) more.hidden = !count;
  };
  // Told after each layout that concerns it: to look does not have the page laid out once more.
  const observer = new ResizeObserver(look);
  for (const one of [element, ...element.children]) observer.observe(one);
  element.addEventListener("scroll", look, { passive: true });
  return more;
}
