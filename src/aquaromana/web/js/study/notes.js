/**
 * The tree of a study with what can be done to it: go anywhere, comment, promote, delete.
 *
 * @import {Session} from "./session.js"
 */

import { h, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { press } from "./buttons.js";
import { createMoves } from "./moves.js";
import * as tree from "./tree.js";

/** Milliseconds after which a comment is kept. */
const TYPED = 400;

/** @param {() => Session} session */
export function createNotes(session) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let typing;
  const moves = createMoves({ onGo: (place) => session().go(place) });
  const comment = h("textarea", { rows: 2, id: "study-comment", oninput: onComment });
  const label = h("label", { for: "study-comment", class: "small soft" });
  const promote = press("", () => session().promote());
  const remove = press("", () => session().remove());
  const element = h(
    "section",
    { class: "sheet study-tree" },
    moves.element,
    label,
    comment,
    h("div", { class: "row" }, promote, remove),
  );

  function onComment() {
    const place = session().at();
    clearTimeout(typing);
    typing = setTimeout(() => {
      session().comment(place, comment.value);
      moves.update(session().study(), session().at());
    }, TYPED);
  }

  return {
    element,
    translate() {
      write(label, t("study.comment"));
      write(promote, t("study.promote"));
      write(remove, t("study.remove"));
    },
    update() {
      const at = session().at();
      moves.update(session().study(), at);
      if (document.activeElement !== comment) comment.value = tree.commentAt(at);
      promote.disabled = !at.line.parent;
      remove.disabled = at.index === 0;
    },
    promote: () => promote.click(),
    remove: () => remove.click(),
    close: () => clearTimeout(typing),
  };
}
