/**
 * What a scoring means for the players, in words: who loses a bonus to whom, who has no workman left, and for whom the
 * reserve is empty. Those at this screen are called "you".
 *
 * @import {SeatChange, Step} from "../../types.js"
 */

import { t } from "../../lib/i18n.js";

/** @typedef {{ names: readonly string[], yours?: readonly number[] }} Reader names by seat, and the reader's seats */

/**
 * Whether a seat is the reader's, so that it is called "you".
 *
 * @param {number} seat
 * @param {Reader} reader
 */
export function isReader(seat, { names, yours = [] }) {
  return (yours.length === 1 && yours[0] === seat) || names[seat] === t("common.you");
}

/**
 * All that a decision changed for the players. The end of the game is counted step by step: nothing is told ahead.
 *
 * @param {Step} step
 * @param {Reader} reader
 * @returns {string[]}
 */
export function changeWords(step, reader) {
  const { seats = [], ends } = step.effects ?? {};
  if (ends) return [];
  return [
    ...seats.map((change) => gainWords(change, reader)),
    ...seats.map((change) => lossWords(change, step, reader)),
    ...seats.map((change) => missedWords(change, reader)),
    ...seats.map((change) => outWords(change, reader)),
  ].filter(Boolean);
}

/**
 * What decisions of others changed for a seat, and who else has no workman left since. Of several losses only the
 * last one is told.
 *
 * @param {readonly Step[]} steps
 * @param {number} seat
 * @param {Reader} reader
 * @returns {string[]}
 */
export function changesFor(steps, seat, reader) {
  const all = steps.flatMap((step) =>
    step.effects?.ends ? [] : (step.effects?.seats ?? []).map((change) => ({ step, change })),
  );
  const own = all.filter(({ change }) => change.seat === seat);
  const loss = own.findLast(({ change }) => (change.bonus ?? 0) < 0);
  return [
    loss ? gainWords(loss.change, reader) || lossWords(loss.change, loss.step, reader) : "",
    ...own.map(({ change }) => missedWords(change, reader)),
    ...all.filter(({ change }) => change.seat !== seat).map(({ change }) => outWords(change, reader)),
  ].filter(Boolean);
}

/**
 * What a podium brings whose bonus, or that of the seat's other workmen, has changed: the podium alone is told with it.
 *
 * @param {SeatChange} change
 * @param {Reader} reader
 */
function gainWords({ seat, change = 0, bonus = 0 }, reader) {
  if (!bonus || change === bonus) return "";
  const signed = (/** @type {number} */ count) => (count < 0 ? `−${-count}` : `+${count}`);
  return t(`log.gains${isReader(seat, reader) ? "-you" : ""}`, {
    name: reader.names[seat] ?? "",
    podium: signed(change - bonus),
    bonus: signed(bonus),
    count: signed(change),
  });
}

/**
 * A bonus moves on to who stands higher now.
 *
 * @param {SeatChange} change
 * @param {Step} step
 * @param {Reader} reader
 */
function lossWords({ seat, change = 0, bonus = 0 }, { effects }, reader) {
  const [winner] = (effects?.closes ?? [])
    .filter((closed) => closed.seat !== seat)
    .sort((one, other) => other.podium - one.podium);
  if (change >= 0 || change !== bonus || !winner) return "";
  const who = isReader(seat, reader) ? "-you" : isReader(winner.seat, reader) ? "-to-you" : "";
  const { names } = reader;
  return t(`log.loses${who}`, { name: names[seat] ?? "", other: names[winner.seat] ?? "", count: -change });
}

/**
 * Who has no workman left does not miss a builder.
 *
 * @param {SeatChange} change
 * @param {Reader} reader
 */
function missedWords({ seat, missed, out }, reader) {
  if (!missed || out) return "";
  return t(`log.missed${isReader(seat, reader) ? "-you" : ""}`, { name: reader.names[seat] ?? "" });
}

/**
 * @param {Pick<SeatChange, "seat" | "points" | "out">} change
 * @param {Reader} reader
 */
export function outWords({ seat, points, out }, reader) {
  if (!out) return "";
  return t(`log.out${isReader(seat, reader) ? "-you" : ""}`, { name: reader.names[seat] ?? "", count: points });
}
