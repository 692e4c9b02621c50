/**
 * Studies as files, positions as pictures, and the help of the analysis board.
 *
 * @import {Place, Study} from "./tree.js"
 */

import { openDialog, toast } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { errorText } from "../lib/reasons.js";
import { theme } from "../lib/settings.js";
import { press } from "./buttons.js";
import { picturedRecord, recordOf } from "./tree.js";

/** Milliseconds for which a file is kept: some browsers ask first where to put it. */
const KEPT = 60_000;
/** The keys, and what they do. */
const KEYS = ["← →", "Home End", "N", "G", "B", "E", "C", "P", "Delete", "Escape", "?"];

/** Save a study as a record; the server writes it. @param {Study} study */
export function saveStudy(study) {
  return saveFile("/api/studies/save", recordOf(study), "study.aqr");
}

/**
 * Save a moment of a study as a picture with the study in it; the server draws it.
 * @param {Study} study
 * @param {Place} place
 */
export function savePicture(study, place) {
  const address = `/api/studies/picture?theme=${theme()}&language=${language()}`;
  return saveFile(address, picturedRecord(study, place), "aqua-romana.svg");
}

/**
 * @param {string} address where the server makes the file
 * @param {Record<string, any>} record
 * @param {string} name
 */
async function saveFile(address, record, name) {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(record),
  }).catch(() => null);
  if (!response?.ok) {
    const error = response ? await response.json() : { code: "network/unreachable" };
    toast(errorText(error), { kind: "error" });
    return;
  }
  const file = URL.createObjectURL(await response.blob());
  h("a", { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), KEPT);
}

/**
 * Open a file, a text, or an empty board.
 * @param {{ onText: (content: Blob | string) => Promise<boolean>, onNew: (players: number) => void }} wishes
 */
export function openStudyDialog({ onText, onNew }) {
  const text = h("textarea", { rows: 4, id: "study-text", class: "notation", spellcheck: "false" });
  const file = h("input", { type: "file", id: "study-file", accept: ".aqr,.json,.svg,.png,.gif,.txt" });
  const dialog = openDialog({
    title: t("study.open-title"),
    body: [
      h("p", null, t("study.open-text")),
      h("label", { for: "study-file" }, t("study.open-file")),
      file,
      h("label", { for: "study-text" }, t("study.open-paste")),
      text,
      h("p", null, t("study.open-new")),
      h(
        "div",
        { class: "row" },
        [2, 3, 4].map((players) => {
          const begin = () => {
            dialog.close();
            onNew(players);
          };
          return press(t("study.players", { count: players }), begin);
        }),
      ),
    ],
    actions: [{ label: t("common.cancel") }, { label: t("study.open-do"), primary: true, run: begin }],
  });

  async function begin() {
    const content = file.files?.[0] ?? positionIn(text.value);
    return content ? onText(content) : false;
  }
}

/**
 * A text as it was pasted; of a link to a position only the position.
 * @param {string} text
 */
export function positionIn(text) {
  const found = /[?&]position=([^&\s#]+)|#\/position\/([^?\s]+)/.exec(text.trim());
  const part = found?.[1] ?? found?.[2];
  return part ? decodeURIComponent(part) : text.trim();
}

/** What the keys do. */
export function openHelp() {
  openDialog({
    title: t("study.help-title"),
    body: [
      h("p", null, t("study.help-text")),
      h(
        "table",
        { class: "keys" },
        h(
          "tbody",
          null,
          KEYS.map((keys) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, keys.split(" ").map((key) => h("kbd", null, key))),
              h("td", null, t(`study.key.${keys.split(" ")[0]}`)),
            ),
          ),
        ),
      ),
    ],
  });
}
