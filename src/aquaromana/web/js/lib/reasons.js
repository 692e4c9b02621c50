/**
 * Refusals and errors in words.
 *
 *   errorText(error)                          a sentence for anything with code and args: ApiError, Refused, Why
 *   errorText(why, {names: ["Ann", "Ben"]})   with the names of the seats
 *   clauseLink(why)                           a link "R3.4" to the rules, or null
 *   details(why)                              what is only known in English, folded away, or null
 *
 * Needs the areas `reasons` and `errors`: name them in `areas` of your page. The sentences of `reasons` are for the
 * codes of the game, those of `errors` for everything else; `errors.unknown` stands for a code that is new to us.
 */

import { h } from "./dom.js";
import { has, list, t } from "./i18n.js";
import { routeTo } from "./router.js";
import { seatName } from "./seats.js";

/** @typedef {{code: string, args?: Record<string, string | number>, clause?: string}} Reason */

/** Arguments that are a kind of tile or builder, by its letter. */
const KINDS = new Set(["kind", "builder", "laid"]);
/** Arguments that are a seat. */
const SEATS = new Set(["seat", "owner"]);
/** Arguments that are a port: D1e. */
const PORTS = new Set(["workman", "other"]);
/** Which decision a text was meant for, by the sign in it (R7). */
const SIGNS = /** @type {const} */ ({ "@": "place", ".": "build", "+": "extra", ">": "move", x: "close", "*": "take" });

/**
 * What went wrong, in one sentence or two.
 * @param {unknown} reason
 * @param {{names?: readonly string[]}} [who]
 * @returns {string}
 */
export function errorText(reason, { names = [] } = {}) {
  const { code = "", args = {} } = /** @type {Partial<Reason>} */ (reason ?? {});
  const words = worded(args, names);
  for (const key of [`reasons.${code}`, `errors.${code}`]) if (has(key)) return t(key, words) + place(code, args);
  return t("errors.unknown", { code: code || String(reason) });
}

/**
 * Where in a file it is, if it came from one.
 * @param {string} code
 * @param {Record<string, string | number>} args
 */
function place(code, { line, column = 1, ply, path }) {
  if (line !== undefined) return ` ${t("errors.place", { line, column })}`;
  if (code === "record/json" && path) return ` ${t("errors.path", { path })}`;
  return ply === undefined || code.startsWith("table/") ? "" : ` ${t("errors.ply", { count: Number(ply) })}`;
}

/**
 * The arguments in the language of the reader.
 * @param {Record<string, string | number>} args
 * @param {readonly string[]} names
 * @returns {Record<string, string | number>}
 */
function worded(args, names) {
  /** @type {Record<string, string | number>} */
  const words = {};
  for (const [name, value] of Object.entries(args)) {
    if (KINDS.has(name)) Object.assign(words, kindForms(name, String(value)));
    else if (SEATS.has(name)) words[name] = seatName(names, Number(value));
    else if (name === "paths") words.paths = list(String(value).split(", "));
    else if (name === "subject") words.subject = t(`reasons.subject.${value}`, { name: subjectName(args) });
    else if (name === "asked") words.asked = t(`reasons.asked.${value}`);
    else if (name === "color") words.color = t(`reasons.color.${value}`);
    else if (name === "exit") words.exit = t(`reasons.side.${value}`);
    else if (name === "expected" && has(`errors.expected.${value}`)) words.expected = t(`errors.expected.${value}`);
    else words[name] = inMarks(value);
    if (name === "text") words["text.form"] = t(`reasons.form.${formOf(String(value))}`);
    if (PORTS.has(name)) Object.assign(words, portForms(name, String(value)));
  }
  return words;
}

/**
 * What the server quotes, with the quotation marks of the reader.
 * @param {string | number} value
 */
function inMarks(value) {
  const found = /^(['"])(.*)\1$/s.exec(String(value));
  return found ? t("errors.quoted", { text: found[2] }) : value;
}

/**
 * Which type of decision the text means: its first character decides, else any.
 * @param {string} quoted
 */
function formOf(quoted) {
  const text = quoted.replace(/^'/, "");
  const signs = /** @type {(keyof typeof SIGNS)[]} */ (Object.keys(SIGNS));
  const found = signs.find((sign) => text.startsWith(sign)) ?? signs.find((sign) => text.includes(sign));
  return found ? SIGNS[found] : "any";
}

/** @param {Record<string, string | number>} args */
function subjectName({ subject, name = "" }) {
  return subject === "kind" ? t(`common.kind.${name}`) : squareName(String(name));
}

/**
 * The square of a workman, for people; other names as they are.
 * @param {string} name
 */
export const squareName = (name) => name.replace(/^([A-K][1-8])[nesw]$/, "$1");

/**
 * Where a workman stands, and the way he looks.
 * @param {string} name
 * @param {string} port
 */
function portForms(name, port) {
  const side = port.slice(2);
  return { [`${name}.square`]: squareName(port), [`${name}.side`]: side && t(`reasons.side.${side}`) };
}

/**
 * A kind with and without article, for tiles and for builders: languages differ in what they need.
 * @param {string} name
 * @param {string} letter
 */
function kindForms(name, letter) {
  if (!has(`common.kind.${letter}`)) return { [name]: letter };
  return {
    [name]: t(`common.kind.${letter}`),
    [`${name}.a`]: t(`common.kind-a.${letter}`),
    [`${name}.builder`]: t(`common.kind-builder.${letter}`),
  };
}

/**
 * What a parser or the server adds in English: folded away, for those who want to know more.
 * @param {unknown} reason
 * @returns {HTMLDetailsElement | null}
 */
export function details(reason) {
  const { code = "", args = {} } = /** @type {Partial<Reason>} */ (reason ?? {});
  const why = args.why ?? (code === "record/json" ? args.expected : undefined);
  if (!why) return null;
  const words = args.where ? `${args.where}: ${why}` : why;
  return h(
    "details",
    { class: "details" },
    h("summary", null, t("errors.details")),
    h("p", { lang: "en" }, `${code}: ${words}`),
  );
}

/**
 * The clause that forbids it, as a link to the rules.
 * @param {unknown} reason
 * @returns {HTMLAnchorElement | null}
 */
export function clauseLink(reason) {
  const { clause = "" } = /** @type {Partial<Reason>} */ (reason ?? {});
  if (!/^R\d/.test(clause)) return null;
  return h("a", { href: routeTo("rules", { clause }), class: "clause", "data-clause": clause }, clause);
}
