/**
 * The tree of a study on the page: every decision is a button, variations are set apart, comments stand between them.
 *
 * @import {Line, Place, Study} from "./tree.js"
 */

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isSame } from "./tree.js";

/** @param {{ onGo: (place: Place) => void }} wishes */
export function createMoves({ onGo }) {
  const element = h("div", { class: "study-moves", role: "region", tabindex: 0 });

  /**
   * @param {Line} line
   * @param {Place} at
   * @returns {Node[]}
   */
  function lineNodes(line, at) {
    /** @type {Node[]} */
    const nodes = [];
    if (line.comment) nodes.push(h("span", { class: "study-comment" }, line.comment));
    line.plies.forEach((ply, index) => {
      const place = { line, index: index + 1 };
      nodes.push(
        h(
          "button",
          {
            type: "button",
            class: "study-move notation",
            "aria-current": isSame(place, at) ? "true" : false,
            onclick: () => onGo(place),
          },
          ply.move,
        ),
      );
      if (ply.comment) nodes.push(h("span", { class: "study-comment" }, ply.comment));
      for (const variation of ply.variations) {
        nodes.push(
          h(
            "span",
            { class: "study-variation", role: "group", "aria-label": t("study.variation") },
            "(",
            lineNodes(variation, at),
            ")",
          ),
        );
      }
    });
    return nodes;
  }

  return {
    element,
    /**
     * @param {Study} study
     * @param {Place} at
     */
    update(study, at) {
      const isStart = at.line === study.main && at.index === 0;
      const start = { line: study.main, index: 0 };
      element.setAttribute("aria-label", t("study.moves"));
      fill(
        element,
        h(
          "button",
          {
            type: "button",
            class: "study-move",
            "aria-current": isStart ? "true" : false,
            onclick: () => onGo(start),
          },
          t("study.start"),
        ),
        lineNodes(study.main, at),
      );
      const now = /** @type {HTMLElement | null} */ (element.querySelector("[aria-current]"));
      if (now) element.scrollTop = now.offsetTop - element.clientHeight / 2; // the page itself stays where it is
    },
  };
}
