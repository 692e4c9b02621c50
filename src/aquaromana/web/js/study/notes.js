/**
 * The tree of a study with what can be done to it: go anywhere, comment, promote, delete.
 *
 * @import {Session} from "./session.js"
 * @import {Place} from "./tree.js"
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
  /** The place whose comment is in the field. @type {Place | null} */
  let shown = null;
  /** What was typed and is not kept yet. @type {{ place: Place, text: string } | null} */
  let typed = null;
  const moves = createMoves({ onGo: (place) => session().go(place) });
  const comment = h("textarea", { rows: 2, id: "study-comment", oninput: onComment, onblur: flush });
  const label = h("label", { for: "study-comment", class: "small soft" });
  const promote = press("", () => {
    flush();
    session().promote();
  });
  const remove = press("", () => {
    flush(); // afterwards another decision may stand at the same place
    session().remove();
  });
  const element = h(
    "section",
    { class: "sheet study-tree" },
    moves.element,
    label,
    comment,
    h("div", { class: "row" }, promote, remove),
  );

  function onComment() {
    typed = { place: shown ?? session().at(), text: comment.value };
    clearTimeout(typing);
    typing = setTimeout(() => {
      flush();
      moves.update(session().study(), session().at());
    }, TYPED);
  }

  /** Keep what was typed. The tree is drawn later: a decision in it that is just being pressed has to stay there. */
  function flush() {
    if (!typed) return;
    const { place, text } = typed;
    typed = null;
    session().comment(place, text);
  }

  return {
    element,
    translate() {
      write(label, t("study.comment"));
      write(promote, t("study.promote"));
      write(remove, t("study.remove"));
    },
    flush,
    update() {
      flush();
      clearTimeout(typing);
      const at = session().at();
      moves.update(session().study(), at);
      const isOther = !shown || !tree.isSame(shown, at);
      if (isOther || document.activeElement !== comment) comment.value = tree.commentAt(at);
      shown = at;
      promote.disabled = !at.line.parent;
      remove.disabled = at.index === 0;
    },
    promote: () => promote.click(),
    remove: () => remove.click(),
    close() {
      clearTimeout(typing);
      flush();
    },
  };
}
