/**
 * Translations: the texts of the page in three languages.
 *
 *   await loadAreas(["table", "log"])         the router does this for what a page exports as `areas`, and `common`
 *   t("start.play")                           locale/<language>/start.json, key "play"
 *   t("games.finished", {count: 3})           a plural entry {"one": "{count} Partie", "other": "{count} Partien"}
 *   t("replay.winners", {names: ["A", "B"]})  lists are joined as the language does: "A und B"
 *   has("reasons.build/joins")                whether there is such a text
 *   number(1234.5), list(names), day(seconds), moment(seconds), duration(seconds), percent(0.25)
 *   language() is "de", "en" or "fr"; await setLanguage("fr") changes it, keeps it and tells listeners of onLanguage
 *
 * A text is a string with {placeholders}, or an object of plural forms ("zero", "one", "two", "few", "many", "other";
 * French has "one" for 0 too) chosen by the argument `count`. Numbers are written as the language does. A form of an
 * argument is a placeholder with a full stop: {kind.a}; the caller passes "kind.a".
 * A key that is missing is a mistake that tests find; readers get the words of the key instead of a hole.
 */

import { recall, keep } from "./settings.js";

/** @typedef {"de" | "en" | "fr"} Language */
/** @typedef {string | Record<string, string>} Entry */
/** @typedef {Record<string, string | number | readonly string[] | undefined>} Arguments */

/** @type {readonly Language[]} */
export const LANGUAGES = ["de", "en", "fr"];

/** What each language calls itself. @type {Record<Language, string>} */
export const LANGUAGE_NAMES = { de: "Deutsch", en: "English", fr: "Français" };

/** @type {Record<string, Record<string, Entry>>} */
let catalogues = {};
/** @type {Language} */
let current = "en";
/** @type {Set<string>} */
const wanted = new Set(["common"]);
/** @type {Set<(language: Language) => void>} */
const listeners = new Set();
/** How often another language was asked for. */
let changes = 0;

/**
 * The language to begin with: the one chosen before, else the first of the browser's that we have.
 * @param {string | null | undefined} chosen
 * @param {readonly string[]} preferred
 * @returns {Language}
 */
export function pickLanguage(chosen, preferred) {
  for (const name of [chosen ?? "", ...preferred]) {
    const found = LANGUAGES.find((language) => name.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

/** @returns {Language} */
export function language() {
  return current;
}

/** Load the first language; called once by the application. */
export async function startLanguage() {
  await change(pickLanguage(recall("language"), navigator.languages ?? [navigator.language]));
}

/**
 * Speak another language from now on, and remember it.
 * @param {Language} name
 */
export async function setLanguage(name) {
  if (!(await change(name))) return;
  keep("language", name);
  for (const listener of [...listeners]) listener(name);
}

/**
 * Subscribe to changes of the language. Returns a function that unsubscribes.
 * @param {(language: Language) => void} listener
 */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Load everything that is wanted, then speak the language. While it loads more may be wanted, or another language: the
 * last one asked for wins.
 * @param {Language} name
 * @returns {Promise<boolean>} whether it is spoken now
 */
async function change(name) {
  const mine = (changes += 1);
  /** @type {typeof catalogues} */
  const loaded = {};
  for (let missing = [...wanted]; missing.length > 0; missing = [...wanted].filter((area) => !(area in loaded))) {
    await load(name, missing, loaded);
  }
  if (mine !== changes) return false;
  catalogues = loaded;
  current = name;
  formats.clear();
  document.documentElement.lang = name;
  return true;
}

/**
 * Make sure that these areas can be used by `t`.
 * @param {readonly string[]} areas
 */
export async function loadAreas(areas) {
  for (const area of areas) wanted.add(area);
  // A change of the language meanwhile puts other catalogues here, perhaps without these areas: look again.
  for (let missing = [...areas]; missing.length > 0; missing = areas.filter((area) => !(area in catalogues))) {
    const into = catalogues;
    await load(current, missing.filter((area) => !(area in into)), into);
  }
}

/**
 * @param {Language} name
 * @param {readonly string[]} areas
 * @param {typeof catalogues} into
 */
async function load(name, areas, into) {
  await Promise.all(areas.map(async (area) => void (into[area] = await fetched(name, area))));
}

/**
 * @param {Language} name
 * @param {string} area
 * @returns {Promise<Record<string, Entry>>}
 */
async function fetched(name, area) {
  const response = await fetch(`/locale/${name}/${area}.json`);
  if (!response.ok) throw new Error(`no texts for ${area} in ${name}: ${response.status}`);
  return response.json();
}

/**
 * Use these texts; for tests.
 * @param {Language} name
 * @param {Record<string, Record<string, Entry>>} texts by area
 */
export function useTexts(name, texts) {
  current = name;
  catalogues = texts;
  formats.clear();
}

/** @param {string} key */
function entry(key) {
  const dot = key.indexOf(".");
  return catalogues[key.slice(0, dot)]?.[key.slice(dot + 1)];
}

/**
 * Whether there is a text with this key.
 * @param {string} key
 */
export function has(key) {
  return entry(key) !== undefined;
}

/**
 * The text with this key.
 * @param {string} key
 * @param {Arguments} [args]
 * @returns {string}
 */
export function t(key, args = {}) {
  const found = entry(key);
  if (found === undefined) {
    console.error(`no text for ${key}`);
    return key.slice(key.lastIndexOf(".") + 1).replaceAll("-", " ");
  }
  return filled(typeof found === "string" ? found : pluralForm(found, Number(args.count)), args);
}

/**
 * @param {Record<string, string>} forms
 * @param {number} count
 */
function pluralForm(forms, count) {
  const exact = count === 0 ? forms.zero : undefined;
  return exact ?? forms[plurals().select(count)] ?? forms.other ?? "";
}

/**
 * @param {string} text
 * @param {Arguments} args
 */
function filled(text, args) {
  return text.replace(/\{([\w.]+)\}/g, (whole, name) => {
    const value = args[name];
    if (value === undefined) return whole;
    if (typeof value === "number") return number(value);
    return typeof value === "string" ? value : list(value);
  });
}

/** Formats of Intl are slow to make. @type {Map<string, any>} */
const formats = new Map();

/**
 * @template T
 * @param {string} name
 * @param {() => T} make
 * @returns {T}
 */
function format(name, make) {
  if (!formats.has(name)) formats.set(name, make());
  return formats.get(name);
}

const plurals = () => format("plural", () => new Intl.PluralRules(current));

/** @param {number} value */
export function number(value) {
  // Every language writes these alike, and the first format takes longer to make than everything else on the page.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return format("number", () => new Intl.NumberFormat(current)).format(value);
}

/** @param {number} share 0 to 1 */
export function percent(share) {
  return format("percent", () => new Intl.NumberFormat(current, { style: "percent" })).format(share);
}

/**
 * "A, B und C"
 * @param {readonly string[]} items
 * @param {"conjunction" | "disjunction"} [type] and, or
 */
export function list(items, type = "conjunction") {
  return format(`list ${type}`, () => new Intl.ListFormat(current, { type })).format(items);
}

/**
 * A day: "3. Mai 2025".
 * @param {number} seconds since 1970
 */
export function day(seconds) {
  return format("day", () => new Intl.DateTimeFormat(current, { dateStyle: "long" })).format(seconds * 1000);
}

/** @type {readonly [Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["minute", 60], ["hour", 3600], ["day", 86400]];

/**
 * A moment as people say it: "vor 5 Minuten", "gestern", and the day if it is a week ago or more.
 * @param {number} seconds since 1970
 * @param {number} [now]
 */
export function moment(seconds, now = Date.now() / 1000) {
  const past = Math.max(0, now - seconds);
  if (past >= 7 * 86400) return day(seconds);
  const relative = format("relative", () => new Intl.RelativeTimeFormat(current, { numeric: "auto" }));
  if (past < 60) return relative.format(0, "second");
  const [unit, size] = [...UNITS].reverse().find(([, each]) => past >= each) ?? ["minute", 60];
  return relative.format(-Math.floor(past / size), unit);
}

/** @type {readonly [string, number][]} */
const LENGTHS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/**
 * A length of time in the largest unit that says it exactly: "2 Minuten", "90 Sekunden", "3 Tage".
 * @param {number} seconds
 */
export function duration(seconds) {
  const [unit, size] = LENGTHS.find(([, each]) => seconds >= each && seconds % each === 0) ?? ["second", 1];
  const make = () => new Intl.NumberFormat(current, { style: "unit", unit, unitDisplay: "long" });
  return format(`duration ${unit}`, make).format(seconds / size);
}
