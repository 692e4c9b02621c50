/** Marks scrollable elements that have more content above or below: the style sheet fades them out there. */

import { set } from "../lib/dom.js";

/** @param {HTMLElement} element */
export function showMore(element) {
  const look = () => {
    // By its parts: a round button that stands out of its line is nothing to scroll for.
    const ends = [...element.children].map((one) => one.getBoundingClientRect().bottom);
    const isMore = Math.max(...ends) > element.getBoundingClientRect().bottom + 1;
    set(element, { "data-more": isMore, "data-scrolled": element.scrollTop > 1 });
  };
  // Told after each layout that concerns it: to look does not have the page laid out once more.
  const observer = new ResizeObserver(look);
  for (const one of [element, ...element.children]) observer.observe(one);
  element.addEventListener("scroll", look, { passive: true });
}
