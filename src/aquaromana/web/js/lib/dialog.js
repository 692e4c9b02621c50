/**
 * Dialogs and toasts.
 *
 *   const sure = await confirm({title, text, yes: t("common.delete"), danger: true})      true or false
 *   const dialog = openDialog({title, body: [h("p", null, …)], actions: [{label, primary: true, run: () => …}]})
 *   dialog.close()
 *   toast(t("common.copied"))                        a toast that disappears by itself; it is announced too
 *   toast(errorText(error), {kind: "error"})              stays until it is closed; {more: details(error)} is under it
 *
 *   dropErrors()                                     errors of a page go with it
 *
 * A dialog is the browser's own: it keeps the focus inside, Escape closes it, the focus goes back where it was.
 * Notices lie above it, and can be closed there: they move into the dialog that is on top.
 * An action closes the dialog after `run`, unless that returns false.
 */

import { announce } from "./announce.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";

/** @typedef {import("./dom.js").Children} Children */
/** @typedef {{label: string, run?: () => unknown, primary?: boolean, danger?: boolean}} Action */

let count = 0;

/**
 * Show a dialog above the page.
 * @param {{
 *   title: string,
 *   body: Children,
 *   actions?: readonly Action[],
 *   onClose?: () => void,
 *   wide?: boolean,
 *   class?: string,
 * }} what
 * @returns {{element: HTMLDialogElement, close: () => void}}
 */
export function openDialog({ title, body, actions = [], onClose, wide = false, class: extra = "" }) {
  count += 1;
  const id = `dialog-${count}`;
  const close = () => element.close();
  const element = h(
    "dialog",
    { class: `dialog ${wide ? "dialog-wide" : ""} ${extra}`.trim(), "aria-labelledby": id },
    h(
      "header",
      { class: "dialog-head" },
      h("h2", { id, tabindex: -1 }, title),
      h("button", { type: "button", class: "icon-button", "aria-label": t("common.close"), onclick: close }, "×"),
    ),
    h("div", { class: "dialog-body" }, body),
    actions.length > 0 && h("footer", { class: "dialog-foot" }, actions.map((action) => actionButton(action, close))),
  );
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  element.addEventListener("close", () => {
    raise();
    element.remove();
    onClose?.();
  });
  document.body.append(element);
  element.showModal();
  raise();
  return { element, close };
}

/**
 * @param {Action} action
 * @param {() => void} close
 */
function actionButton({ label, run, primary, danger }, close) {
  const look = danger ? "button danger" : primary ? "button primary" : "button";
  const onclick = async () => {
    if ((await run?.()) !== false) close();
  };
  return h("button", { type: "button", class: look, autofocus: primary && !danger, onclick }, label);
}

/**
 * Ask whether something should be done.
 * @param {{title: string, text: string, yes: string, no?: string, danger?: boolean}} question
 * @returns {Promise<boolean>}
 */
export function confirm({ title, text, yes, no = t("common.cancel"), danger = false }) {
  return new Promise((resolve) => {
    let answer = false;
    openDialog({
      title,
      body: h("p", null, text),
      actions: [{ label: no }, { label: yes, primary: true, danger, run: () => void (answer = true) }],
      onClose: () => resolve(answer),
    });
  });
}

const SHOWN = 5000;

/**
 * Show a notice at the edge of the page.
 * @param {string} text
 * @param {{kind?: "info" | "error", more?: Node | null}} [how]
 */
export function toast(text, { kind = "info", more = null } = {}) {
  const place = document.getElementById("toasts");
  if (!place) return;
  for (const old of place.querySelectorAll(".toast")) if (old.getAttribute("data-text") === text) old.remove();
  const close = () => {
    notice.remove();
    raise();
  };
  const notice = h(
    "div",
    { class: `toast toast-${kind}`, "data-text": text },
    h("div", null, h("p", null, text), more),
    h("button", { type: "button", class: "icon-button", "aria-label": t("common.close"), onclick: close }, "×"),
  );
  place.append(notice);
  raise();
  announce(text, { urgent: kind === "error" });
  if (kind === "info") setTimeout(close, SHOWN);
}

/** Take away what went wrong on a page that is being left. */
export function dropErrors() {
  for (const notice of document.querySelectorAll(".toast-error")) notice.remove();
  raise();
}

/** Bring the notices above everything else, into the dialog on top: what is outside of it cannot be used. */
function raise() {
  const place = document.getElementById("toasts");
  if (!place) return;
  const home = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (place.parentNode !== home) home.append(place);
  if (place.matches(":popover-open")) place.hidePopover();
  if (place.firstChild) place.showPopover();
}
