/**
 * The editor of positions: tools for tiles and builders on the board, and fields for workmen, podiums, hands and the
 * turn. Every change goes to the server, which makes it or names the clause that forbids it; the page knows no rules.
 *
 * @import {Target, View} from "../types.js"
 * @import {Change, Tool} from "./editor_fields.js"
 */

import { announce } from "../lib/announce.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { chips } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { press } from "./buttons.js";
import { createDrafts } from "./draft.js";
import { faultList, handRows, podiumRows, toolRow, workmenRows } from "./editor_fields.js";

/**
 * @param {{
 *   names: () => readonly string[],
 *   onDraft: (view: View) => void,
 *   onDone: (view: View) => void,
 *   onPlay: (view: View) => void,
 *   onCancel: () => void,
 * }} wishes
 */
export function createEditor({ names, onDraft, onDone, onPlay, onCancel }) {
  const element = h("section", { class: "sheet study-editor", hidden: true });
  /** @type {Tool} */
  let tool = { type: "erase" };
  const drafts = createDrafts({
    onDraft(draft) {
      onDraft(draft.view);
      draw();
      const [fault] = draft.faults ?? [];
      if (fault) announce(errorText(fault, { names: names() }));
    },
    onTrouble: (error) => toast(errorText(error, { names: names() }), { kind: "error", more: details(error) }),
  });
  const { change, undo } = drafts;

  function draw() {
    const draft = drafts.current();
    element.hidden = !draft;
    if (!draft) return fill(element);
    const { view } = draft;
    const isWrong = Boolean(draft.faults?.length);
    const restore = placesIn(element);
    fill(
      element,
      h("h2", { class: "study-heading" }, t("study.editor")),
      h("p", { class: "soft small" }, t("study.editor-text")),
      toolRow(tool, (next) => {
        tool = next;
        draw();
      }),
      faultList(draft, names()),
      chips({
        name: "study-turn",
        label: t("study.turn"),
        options: view.seats.map(({ seat }) => [String(seat), names()[seat] ?? ""]),
        value: String(view.turn),
        onChange: (seat) => change([{ what: "turn", seat: Number(seat) }]),
      }),
      workmenRows(view, change),
      podiumRows(view, change),
      handRows(view, names(), change),
      h(
        "div",
        { class: "row" },
        press(t("study.analyse"), () => drafts.use(finish), { class: "button primary", disabled: isWrong }),
        press(t("study.play"), () => drafts.use(onPlay), { disabled: isWrong || view.phase === "over" }),
        press(t("study.undo"), undo, { disabled: !drafts.canUndo() }),
        press(t("common.cancel"), cancel),
      ),
    );
    restore();
  }

  function shut() {
    drafts.close();
    draw();
  }

  /** @param {View} view */
  function finish(view) {
    shut();
    onDone(view);
  }

  function cancel() {
    shut();
    onCancel();
  }

  return {
    element,
    /** What the tool in hand does where somebody points. @param {Target} target */
    pointAt(target) {
      const made = changeAt(tool, target, drafts.current()?.view);
      if (typeof made === "string") announce(made);
      else if (made) change([made]);
    },
    draw,
    undo,
    isOpen: () => drafts.current() !== null,
    view: () => drafts.current()?.view ?? null,
    open: drafts.open,
    cancel,
  };
}

/**
 * The change that a tool makes where somebody points, or why it makes none there.
 * @param {Tool} tool
 * @param {Target} target
 * @param {View} [view]
 * @returns {Change | string | undefined}
 */
function changeAt(tool, { what, name }, view) {
  const isPath = what === "builder" || what === "path";
  const square = name.slice(0, 2);
  if (tool.type === "tile") return isPath ? t("study.tile-on-board") : { what: "tile", square, face: tool.face };
  if (tool.type === "builder") {
    return isPath ? { what: "builder", path: Number(name), kind: tool.kind } : t("study.builder-on-path");
  }
  if (isPath) return { what: "builder", path: Number(name) };
  if (what !== "workman") return { what: "tile", square };
  const found = view?.aqueducts.find(({ open, course }) => open && course[course.length - 1] === name);
  return found && { what: "workman", aqueduct: found.id, stands: false };
}

/**
 * Where the focus is and what is unfolded; call the result after everything was drawn again.
 * @param {Element} element
 */
function placesIn(element) {
  const focus = document.activeElement;
  const spot = element.contains(focus) ? focus?.getAttribute("aria-label") : null;
  const open = [...element.querySelectorAll("details")].map((one) => one.open);
  return () => {
    [...element.querySelectorAll("details")].forEach((one, index) => (one.open = open[index] ?? false));
    const labelled = /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[aria-label]"));
    if (spot) [...labelled].find((one) => one.getAttribute("aria-label") === spot)?.focus();
  };
}
