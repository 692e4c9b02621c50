/**
 * The editor of positions: tools for tiles and builders on the board, and fields for workmen, podiums, hands and the
 * turn. Every change goes to the server, which makes it or says by which clause it cannot be; the page knows no rules.
 *
 * @import {Target, View} from "../types.js"
 * @import {Change, Draft, Tool} from "./editor_fields.js"
 */

import { announce } from "../lib/announce.js";
import { post } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { chips } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { details, errorText } from "../lib/reasons.js";
import { press } from "./buttons.js";
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
  /** @type {Draft | null} */
  let draft = null;
  /** Positions before, for going back. @type {string[]} */
  let past = [];
  /** @type {Tool} */
  let tool = { type: "erase" };

  /**
   * Have the server change the position.
   * @param {readonly Change[]} changes
   * @param {string} [from] another position than the one that is shown
   */
  async function change(changes, from) {
    const position = from ?? draft?.view.position ?? "";
    try {
      /** @type {Draft} */
      const next = await post("/api/positions/edit", { position, changes });
      if (draft && changes.length) past.push(draft.view.position);
      draft = next;
      onDraft(next.view);
      draw();
      const [fault] = next.faults ?? [];
      if (fault) announce(errorText(fault, { names: names() }));
    } catch (error) {
      toast(errorText(error, { names: names() }), { kind: "error", more: details(error) });
    }
  }

  function undo() {
    const before = past.pop();
    if (before) change([], before);
  }

  /** What the tool in hand does where somebody points. @param {Target} target */
  function pointAt({ what, name }) {
    const isPath = what === "builder" || what === "path";
    const square = name.slice(0, 2);
    if (tool.type === "tile") {
      if (isPath) announce(t("study.tile-on-board"));
      else change([{ what: "tile", square, face: tool.face }]);
    } else if (tool.type === "builder") {
      if (isPath) change([{ what: "builder", path: Number(name), kind: tool.kind }]);
      else announce(t("study.builder-on-path"));
    } else if (isPath) {
      change([{ what: "builder", path: Number(name) }]);
    } else if (what === "workman") {
      const found = draft?.view.aqueducts.find(({ open, course }) => open && course[course.length - 1] === name);
      if (found) change([{ what: "workman", aqueduct: found.id, stands: false }]);
    } else {
      change([{ what: "tile", square }]);
    }
  }

  function draw() {
    element.hidden = !draft;
    if (!draft) return fill(element);
    const { view } = draft;
    const isWrong = Boolean(draft.faults?.length);
    const focus = /** @type {HTMLElement | null} */ (document.activeElement);
    const spot = element.contains(focus) ? focus?.getAttribute("aria-label") : null;
    const open = [...element.querySelectorAll("details")].map((one) => one.open);
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
        press(t("study.analyse"), () => finish(onDone), { class: "button primary", disabled: isWrong }),
        press(t("study.play"), () => onPlay(view), { disabled: isWrong || view.phase === "over" }),
        press(t("study.undo"), undo, { disabled: !past.length }),
        press(t("common.cancel"), cancel),
      ),
    );
    [...element.querySelectorAll("details")].forEach((one, index) => (one.open = open[index] ?? false));
    if (spot) focusLabelled(spot);
  }

  /** Everything was drawn again: the focus goes back where it was. @param {string} label */
  function focusLabelled(label) {
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll("[aria-label]"))) {
      if (one.getAttribute("aria-label") === label) return one.focus();
    }
  }

  /** @param {(view: View) => void} then */
  function finish(then) {
    const view = draft?.view;
    draft = null;
    draw();
    if (view) then(view);
  }

  function cancel() {
    draft = null;
    draw();
    onCancel();
  }

  return {
    element,
    pointAt,
    draw,
    undo,
    isOpen: () => draft !== null,
    view: () => draft?.view ?? null,
    /** @param {string} position */
    open(position) {
      past = [];
      return change([], position);
    },
    cancel,
  };
}
