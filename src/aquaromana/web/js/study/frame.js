/**
 * The frame of the analysis board: its heading, the buttons beside it, and those that step through a line.
 *
 * @import {View} from "../types.js"
 */

import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { icon } from "../table/icons.js";
import { press } from "./buttons.js";
import { openHelp } from "./files.js";

const STEPS = /** @type {const} */ (["first", "back", "forward", "last"]);

/** @typedef {"open" | "save" | "picture" | "link" | "edit" | "play" | "first" | "back" | "forward" | "last"} Way */

/** @param {Record<Way, () => unknown>} ways */
export function createFrame(ways) {
  const title = h("h1", { class: "replay-title" });
  const play = press("", ways.play, { class: "button primary" });
  const link = press("", ways.link);
  const edit = press("", ways.edit);
  // What needs a position waits for one.
  for (const button of [link, edit, play]) button.disabled = true;
  /** Buttons and the keys of their words. @type {[Element, string][]} */
  const labelled = [
    [press("", ways.open), "study.open"],
    [press("", ways.save), "study.save"],
    [link, "study.link"],
    [press("", ways.picture), "study.picture"],
    [edit, "study.edit"],
    [play, "study.play"],
    [press("", openHelp, { class: "button for-keys" }), "study.help"],
  ];
  const steps = STEPS.map((name) => press(icon(name), ways[name], { class: "icon-button" }));
  return {
    head: h(
      "div",
      { class: "replay-head" },
      h("div", { class: "replay-words" }, title),
      h("div", { class: "row" }, labelled.map(([button]) => button)),
    ),
    controls: h(
      "div",
      { class: "replay-controls sheet study-controls" },
      h("div", { class: "replay-buttons" }, steps),
    ),
    translate() {
      write(title, t("study.title"));
      for (const [button, words] of labelled) write(button, t(words));
      steps.forEach((button, index) => {
        const words = t(`replay.${STEPS[index]}`);
        set(button, { "aria-label": words, title: words });
      });
    },
    /**
     * @param {View} view
     * @param {{ isStart: boolean, isEnd: boolean }} where
     */
    update(view, { isStart, isEnd }) {
      steps.forEach((button, index) => (button.disabled = index < 2 ? isStart : isEnd));
      link.disabled = edit.disabled = false;
      play.disabled = view.phase === "over";
    },
  };
}
