/**
 * Links for others: to copy, to share through the phone's menu, or to scan as a QR code.
 *
 *   linkTo(link, "watch")                             a link of the server's `links`, marked with what it is for
 *   linkButtons({hash, title, text})                  buttons "copy", "share" where there is such a thing, "QR code"
 *
 * `hash` is what `links` of the server gives: `#/join/TABLE/SECRET`. Needs the area `friends`.
 */

import { qr } from "../lib/api.js";
import { copyText } from "../lib/clipboard.js";
import { openDialog, toast } from "../lib/dialog.js";
import { fill, h, s } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { about, addressOf, isReachable } from "../lib/server.js";

/** @typedef {{hash: string, title: string, text?: string}} Link `title` says where it leads, `text` for whom it is */

const ICONS = {
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 14h2M14 18v2M18 18h2v2h-2",
};

/** @param {keyof typeof ICONS} name */
function icon(name) {
  const attributes = { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" };
  return s("svg", attributes, s("path", { d: ICONS[name] }));
}

/**
 * A link marked with its purpose, so that people who open it are asked for a name only if it is needed.
 * @param {string} hash
 * @param {"watch" | "chair" | "host"} purpose
 */
export function linkTo(hash, purpose) {
  return hash && `${hash}?as=${purpose}`;
}

/** @param {string} hash */
async function copyLink(hash) {
  const done = await copyText(addressOf(await about(), hash));
  toast(t(done ? "friends.link-copied" : "common.copy-failed"), { kind: done ? "info" : "error" });
}

/** @param {Link} link */
async function shareLink({ hash, title }) {
  try {
    await navigator.share({ title: "Aqua Romana", text: title, url: addressOf(await about(), hash) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) await copyLink(hash);
  }
}

/**
 * @param {Link} link
 * @param {{compact?: boolean, primary?: boolean}} [how] compact: pictures alone; primary: to copy is what comes next
 */
export function linkButtons(link, { compact = false, primary = false } = {}) {
  /** @param {keyof typeof ICONS} name @param {() => void} onclick @param {boolean} [worded] */
  const button = (name, onclick, worded = false) => {
    const words = t(`friends.${name}`);
    const named = { "aria-label": `${words}: ${link.title}`, title: worded ? undefined : words };
    const look = !worded ? "icon-button" : primary ? "button primary" : "button";
    return h("button", { type: "button", class: look, ...named, onclick }, icon(name), worded && words);
  };
  return h(
    "span",
    { class: "link-buttons" },
    button("copy", () => copyLink(link.hash), !compact),
    canShare() && button("share", () => shareLink(link)),
    button("code", () => openLink(link)),
  );
}

/**
 * The warning that nobody else can open links to a server that runs only for this machine.
 * @param {{command: string}} info
 */
export function unreachable({ command }) {
  return h("p", { class: "notice" }, t("friends.unreachable", { command: `${command} --lan` }));
}

const canShare = () => typeof navigator.share === "function";

/** @param {Link} link */
async function openLink(link) {
  const { hash, title, text = "" } = link;
  const info = await about();
  const address = addressOf(info, hash);
  const field = h("input", { type: "text", readonly: true, class: "link-field", "aria-label": t("friends.link") });
  field.value = address;
  field.addEventListener("focus", () => field.select());
  const frame = h("div", { class: "qr-frame" });
  const actions = [{ label: t("friends.copy"), primary: true, run: async () => (await copyLink(hash), false) }];
  const sharing = { label: t("friends.share"), primary: false, run: async () => (await shareLink(link), false) };
  let picture = "";
  openDialog({
    title,
    class: "link-dialog",
    body: [text && h("p", null, text), !isReachable(info, location) && unreachable(info), frame, field],
    actions: canShare() ? [sharing, ...actions] : actions,
    onClose: () => URL.revokeObjectURL(picture),
  });
  try {
    picture = URL.createObjectURL(await qr(address));
    fill(frame, h("img", { src: picture, alt: t("friends.code-alt", { title }), width: 240, height: 240 }));
  } catch (error) {
    fill(frame, h("p", { class: "small" }, errorText(error)));
  }
}
