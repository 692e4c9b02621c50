/** The settings page: every change takes effect immediately and is stored in this browser. */

import { fill, h } from "../lib/dom.js";
import { chips, toggle } from "../lib/fields.js";
import { LANGUAGES, LANGUAGE_NAMES, language, setLanguage, t } from "../lib/i18n.js";
import { change, keep, recall, settings } from "../lib/settings.js";
import { playStep } from "../lib/sound.js";
import { botInfos } from "../parts/bots.js";
import { createProgressPanel } from "../parts/progress_panel.js";
import { LONGEST_NAME } from "../parts/seating.js";

export const areas = ["settings"];

/** Speeds that can be chosen. */
const SPEEDS = ["0.5", "1", "2", "4"];

/** @param {HTMLElement} host */
export function open(host) {
  const progress = h("div");
  /** @type {import("../types.js").BotInfo[]} */
  let bots = [];
  const drawProgress = () => fill(progress, createProgressPanel(bots));
  botInfos().then(
    (found) => {
      bots = found;
      drawProgress();
    },
    () => {}, // the ratings are shown without a suggestion
  );

  function draw() {
    drawProgress();
    const groups = [
      group("language", [languageField()]),
      group("name", [nameField()]),
      group("look", lookFields()),
      group("moves", moveFields()),
      group("sounds", soundFields()),
      group("play", playFields()),
      group("progress", [progress]),
    ];
    const note = h("p", { class: "soft small" }, t("settings.kept"));
    fill(host, h("div", { class: "settings" }, h("h1", null, t("settings.title")), groups, note));
  }

  draw();
  return {
    get title() {
      return t("settings.title");
    },
    close() {},
    translate() {
      const focused = document.activeElement?.getAttribute("name");
      draw();
      /** @type {HTMLElement | null} */ (host.querySelector(`[name="${focused}"]:checked`))?.focus();
    },
  };
}

/**
 * @param {string} name
 * @param {Element[]} fields
 */
function group(name, fields) {
  return h("section", { class: "sheet setting-group" }, h("h2", null, t(`settings.group.${name}`)), fields);
}

/** The name by which one sits down with friends. */
function nameField() {
  const input = h("input", {
    type: "text",
    name: "setting-name",
    value: recall("name") ?? "",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    spellcheck: "false",
    onchange: () => keep("name", input.value.trim() || undefined),
  });
  return h(
    "label",
    { class: "field" },
    h("span", { class: "unseen" }, t("settings.group.name")),
    input,
    h("span", { class: "soft small" }, t("settings.name-hint")),
  );
}

function languageField() {
  return chips({
    name: "setting-language",
    label: t("common.language"),
    options: LANGUAGES.map((name) => [name, LANGUAGE_NAMES[name]]),
    value: language(),
    bare: true,
    onChange: (value) => void setLanguage(/** @type {any} */ (value)),
  });
}

function lookFields() {
  return [
    chips({
      name: "theme",
      label: t("settings.theme"),
      options: ["auto", "light", "dark"].map((value) => [value, t(`settings.theme.${value}`)]),
      value: settings.theme,
      onChange: (value) => change("theme", /** @type {any} */ (value)),
    }),
    toggle({
      label: t("settings.patterns"),
      hint: t("settings.patterns-hint"),
      checked: settings.patterns,
      onChange: (value) => change("patterns", value),
    }),
  ];
}

function moveFields() {
  return [
    chips({
      name: "motion",
      label: t("settings.motion"),
      options: ["auto", "on", "off"].map((value) => [value, t(`settings.motion.${value}`)]),
      value: settings.motion,
      onChange: (value) => change("motion", /** @type {any} */ (value)),
    }),
    chips({
      name: "speed",
      label: t("settings.speed"),
      options: SPEEDS.map((value) => [value, t(`settings.speed.${value}`)]),
      value: String(settings.speed),
      onChange: (value) => change("speed", Number(value)),
    }),
  ];
}

function soundFields() {
  return [
    chips({
      name: "sounds",
      label: t("settings.group.sounds"),
      options: ["off", "turn", "all"].map((value) => [value, t(`settings.sounds.${value}`)]),
      value: settings.sounds,
      bare: true,
      onChange(value) {
        change("sounds", /** @type {any} */ (value));
        playStep(["tile", "water"]);
      },
    }),
    h("p", { class: "soft small" }, t("settings.sounds-hint")),
  ];
}

function playFields() {
  return [
    toggle({
      label: t("settings.auto-confirm"),
      hint: t("settings.auto-confirm-hint"),
      checked: settings.autoConfirm,
      onChange: (value) => change("autoConfirm", value),
    }),
    toggle({
      label: t("settings.thinking"),
      hint: t("settings.thinking-hint"),
      checked: settings.thinking,
      onChange: (value) => change("thinking", value),
    }),
    toggle({
      label: t("settings.coach"),
      hint: t("settings.coach-hint"),
      checked: settings.coach,
      onChange: (value) => change("coach", value),
    }),
  ];
}
