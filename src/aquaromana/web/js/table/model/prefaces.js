/**
 * What is said before or instead of a question that is not the usual one: steps were skipped because only one thing was
 * possible, or the builder's kind is out of stock.
 *
 * @import {Kind, View} from "../../types.js"
 * @import {Question} from "./pointing.js"
 * @import {TableState} from "./state.js"
 */

import { t } from "../../lib/i18n.js";
import { remaining, settled } from "./pointing.js";
import { current, pointable } from "./state.js";
import { questionWords } from "./words.js";

/**
 * The question in words, with what people have to know to understand why it is asked.
 *
 * @param {TableState} state
 * @param {Question} asked
 * @param {View} view
 */
export function askedWords(state, asked, view) {
  const kind = outOfStock(state, asked, view);
  const none = kind ? t(`table.none.${kind}`) : "";
  const words = none ? t(`table.ask.${asked.type}-stock`, { none }) : questionWords(asked, view);
  return [skippedWords(state, asked), words].filter(Boolean).join(" ");
}

/**
 * That a workman or a builder was not asked for, because there is only one to choose.
 *
 * @param {TableState} state
 * @param {Question} asked
 */
function skippedWords(state, { type, field }) {
  const { parts, lesson } = state;
  if (type !== "build" || lesson) return "";
  const { workman, builder } = settled(remaining(pointable(state), parts));
  const isPointed = parts.length > 0;
  const isBuilder = field === "face" && builder;
  if (!isPointed && workman) return t(isBuilder ? "table.skipped.both" : "table.skipped.workman");
  return isPointed && isBuilder && parts.every((part) => part.workman) ? t("table.skipped.builder") : "";
}

/**
 * The kind that would be laid if any of it were left (R4.4, R4.7).
 *
 * @param {TableState} state
 * @param {Question} asked
 * @param {View} view
 * @returns {Kind | undefined}
 */
function outOfStock(state, { type, field, options }, { stock, builders }) {
  const isKindAsked = type === "build" ? field === "face" : type === "extra" && field === "kind";
  if (!isKindAsked || options.length < 2) return undefined;
  const { builder } = settled(options.flatMap(({ left }) => left));
  const laid = current(state).steps.findLast((step) => step.type === "build")?.effects?.laid?.[1].charAt(0);
  const kind = type === "build" ? builders[builder ?? 0] : laid;
  return kind && stock[kind] === 0 ? kind : undefined;
}
