/**
 * Everybody's points and whose turn it is, in one line: for phones held sideways, where the cards of the seats have to
 * be scrolled to. Screen readers have the cards.
 *
 * @import {Standing} from "./model/standing.js"
 */

import { workmanSign } from "../board/draw/signs.js";
import { h, keyed, set, write } from "../lib/dom.js";

/** @param {HTMLElement} host */
export function createScoreStrip(host) {
  const list = h("ol", { class: "scores" });
  host.append(list);

  /** @param {readonly Standing[]} seats */
  function update(seats) {
    keyed(list, seats, {
      key: ({ seat }) => seat,
      create: ({ colors }) =>
        h("li", { class: "score" }, colors.map((color) => workmanSign(color)), h("span"), h("strong")),
      update(item, { name, points, isMover, isResigned }) {
        const [called, total] = [...item.children].slice(-2);
        set(item, { title: name, "data-mover": isMover, "data-out": isResigned });
        write(called, name);
        write(total, points);
      },
    });
  }

  return { update };
}
