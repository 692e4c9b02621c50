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

  /** Each change begins with what the one before has made. */
  const queue = createQueue();

  /**
   * Have the server make a position; it becomes the draft.
   * @param {string} position
   * @param {readonly Change[]} changes
   * @param {string[]} before the positions to go back to from there
   */
  async function ask(position, changes, before) {
    const isDropped = queue.watch();
    try {
      /** @type {Draft} */
      const next = await post("/api/positions/edit", { position, changes });
      if (isDropped()) return;
      past = before;
      draft = next;
      onDraft(next.view);
      draw();
      const [fault] = next.faults ?? [];
      if (fault) announce(errorText(fault, { names: names() }));
    } catch (error) {
      if (!isDropped()) toast(errorText(error, { names: names() }), { kind: "error", more: details(error) });
    }
  }

  /** @param {readonly Change[]} changes */
  function change(changes) {
    return queue.add(() => {
      const position = draft?.view.position;
      return position && ask(position, changes, [...past, position]);
    });
  }

  function undo() {
    return queue.add(() => {
      const before = past.at(-1);
      return before && ask(before, [], past.slice(0, -1));
    });
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
        press(t("study.analyse"), () => withDraft(finish), { class: "button primary", disabled: isWrong }),
        press(t("study.play"), () => withDraft(onPlay), { disabled: isWrong || view.phase === "over" }),
        press(t("study.undo"), undo, { disabled: !past.length }),
        press(t("common.cancel"), cancel),
      ),
    );
    restore();
  }

  /** Go on with the draft, if it is a position, once all changes are made. @param {(view: View) => void} then */
  function withDraft(then) {
    return queue.add(() => draft && !draft.faults?.length && then(draft.view));
  }

  function shut() {
    queue.drop();
    draft = null;
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
    pointAt,
    draw,
    undo,
    isOpen: () => draft !== null,
    view: () => draft?.view ?? null,
    /** @param {string} position */
    open(position) {
      queue.drop();
      return queue.add(() => ask(position, [], []));
    },
    cancel,
  };
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

/** Tasks, one after the other. */
function createQueue() {
  let last = Promise.resolve();
  /** Raised when tasks are dropped. */
  let round = 0;

  /** Says later whether tasks were dropped since. */
  function watch() {
    const mine = round;
    return () => mine !== round;
  }

  return {
    watch,
    /** @param {() => unknown} task */
    add(task) {
      const isDropped = watch();
      last = last.then(async () => {
        if (!isDropped()) await task();
      });
      return last;
    },
    /** Forget the tasks that wait, and do not wait for the one that is under way. */
    drop() {
      round += 1;
      last = Promise.resolve();
    },
  };
}
