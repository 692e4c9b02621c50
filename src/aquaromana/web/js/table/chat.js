/**
 * The chat of the table: the messages, ready-made phrases that everyone reads in their own language, and a text field.
 * Messages are only ever inserted as text.
 *
 * @import {SaidMessage} from "../types.js"
 */

import { fill, h, keyed, set, write } from "../lib/dom.js";
import { has, language, t } from "../lib/i18n.js";
import { keep, recall } from "../lib/settings.js";
import { icon } from "./icons.js";

/** What can be said with one click, in this order. */
export const PHRASES = ["hello", "luck", "nice", "thanks", "oops", "moment", "time", "again"];

/** The maximum length of a message, in characters. */
const LONGEST = 200;

/** Tables of which it is remembered how far their chat was read. */
const TABLES = 40;

/**
 * A message in the reader's language; nothing if we have no words for it.
 *
 * @param {Pick<SaidMessage, "text" | "phrase">} said
 */
export function saidWords({ text = "", phrase = "" }) {
  if (!phrase) return text;
  return has(`chat.phrase.${phrase}`) ? t(`chat.phrase.${phrase}`) : "";
}

/**
 * The number of unread messages; people's own do not count.
 *
 * @param {readonly SaidMessage[]} said
 * @param {readonly number[]} yours
 * @param {number} read the number of the last that was read
 */
export function unread(said, yours, read) {
  return said.filter((one) => one.number > read && !yours.includes(one.seat) && saidWords(one)).length;
}

/** Whether what others say is not to be shown here. */
export const isMuted = () => recall("chat-muted") === true;

/** @param {boolean} on */
export const mute = (on) => keep("chat-muted", on || undefined);

/** The number of the last thing that was read at a table. @param {string} id @returns {number} */
export function readAt(id) {
  const number = recall("chat-read")?.[id];
  return Number.isInteger(number) ? number : -1;
}

/**
 * @param {string} id
 * @param {number} number
 */
export function keepRead(id, number) {
  const { [id]: before, ...others } = recall("chat-read") ?? {};
  if (before === number) return;
  keep("chat-read", Object.fromEntries([...Object.entries(others).slice(1 - TABLES), [id, number]]));
}

/**
 * @typedef {object} ChatModel
 * @property {readonly SaidMessage[]} said
 * @property {readonly string[]} names
 * @property {readonly (readonly string[])[]} colors
 * @property {readonly number[]} yours
 * @property {boolean} isOn the host lets people talk
 * @property {boolean} canSpeak
 * @property {string} language so that a change of it is noticed
 */

/**
 * @param {{ onSay: (words: { text?: string, phrase?: string }) => void, onMute: () => void }} actions
 */
export function createChat({ onSay, onMute }) {
  const empty = h("p", { class: "soft chat-empty" });
  const list = h("ol", { class: "chat-list", role: "list" });
  const lines = h("div", { class: "chat-lines", role: "log", tabindex: 0 }, list);
  const phrases = h("ul", { class: "chat-phrases", role: "list" });
  const field = h("input", { type: "text", maxlength: LONGEST, autocomplete: "off", enterkeyhint: "send" });
  const send = h("button", { type: "submit", class: "button" });
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text) onSay({ text });
    typed = text;
    field.value = "";
  };
  const form = h("form", { class: "chat-form", onsubmit }, field, send);
  const quiet = h("button", { type: "button", class: "icon-button chat-mute", onclick: onMute }, icon("mute"));
  const foot = h("div", { class: "chat-foot" }, form, quiet);
  const element = h("div", { class: "chat" }, empty, lines, phrases, foot);
  let spoken = "";
  /** What was said last in own words. */
  let typed = "";

  /** @param {string} language */
  function translate(language) {
    spoken = language;
    set(lines, { "aria-label": t("chat.title") });
    set(field, { "aria-label": t("chat.field"), placeholder: t("chat.field") });
    set(phrases, { "aria-label": t("chat.phrases") });
    write(send, t("chat.send"));
    keyed(list, [], { key: () => "", create: () => list });
    fill(
      phrases,
      PHRASES.map((phrase) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: "chat-phrase", onclick: () => ((typed = ""), onSay({ phrase })) },
            t(`chat.phrase.${phrase}`),
          ),
        ),
      ),
    );
  }

  /** @param {ChatModel} model */
  function update(model) {
    if (model.language !== spoken) translate(model.language);
    const isQuiet = isMuted();
    const shown = isQuiet ? [] : model.said.filter((one) => saidWords(one));
    write(empty, emptyWords(model, isQuiet));
    empty.hidden = shown.length > 0 && model.isOn;
    lines.hidden = shown.length === 0;
    keyed(list, shown, {
      key: (one) => one.number,
      create: (one) => line(one),
      update: (item, one) => refresh(item, one, model),
    });
    const canSpeak = model.canSpeak && model.isOn && !isQuiet;
    phrases.hidden = form.hidden = !canSpeak;
    set(quiet, { "aria-pressed": String(isQuiet), "aria-label": t("chat.mute"), title: t("chat.mute") });
  }

  /** @param {SaidMessage} one */
  function line(one) {
    return h(
      "li",
      { class: "chat-line" },
      h("strong", { class: "chat-name" }),
      h("span", { class: "chat-words" }, saidWords(one)),
      timeOf(new Date(one.at * 1000)),
    );
  }

  /**
   * @param {HTMLElement} item
   * @param {SaidMessage} one
   * @param {ChatModel} model
   */
  function refresh(item, { seat }, { names, colors, yours }) {
    set(item, { "data-color": colors[seat]?.[0], "data-own": yours.includes(seat) });
    write(item.children[0], names[seat] ?? "");
  }

  return {
    element,
    update,
    focus: () => (form.hidden ? lines : field).focus(),
    /** What was said last is not lost if it was refused. */
    restore: () => void (field.value ||= typed),
    /** It is laid out from its end, which stays in sight when there is less room: company.css. */
    toEnd: () => (lines.scrollTop = 0),
  };
}

/** @param {Date} moment */
function timeOf(moment) {
  const words = moment.toLocaleTimeString(language(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return h("time", { datetime: moment.toISOString(), title: moment.toLocaleString(language()) }, words);
}

/**
 * @param {ChatModel} model
 * @param {boolean} isQuiet
 */
function emptyWords({ isOn, canSpeak }, isQuiet) {
  if (isQuiet) return t("chat.muted");
  if (!isOn) return t("chat.off");
  return t(canSpeak ? "chat.empty" : "chat.empty-watching");
}
