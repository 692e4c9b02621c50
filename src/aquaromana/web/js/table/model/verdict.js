/**
 * How a game ended: the steps of its scoring as data, and the winners. finale.js shows it.
 *
 * @import {Mounted, Player, Step, View} from "../../types.js"
 */

import { t } from "../../lib/i18n.js";
import { places } from "../../lib/ranking.js";

/**
 * Who has won, in a sentence.
 *
 * @param {View} view
 * @param {readonly string[]} names
 * @param {readonly Player[]} [players]
 */
export function verdict(view, names, players = []) {
  const ranks = places(view, players);
  const best = view.seats.filter(({ seat }) => ranks[seat] === 1);
  if (view.phase !== "over") {
    const name = names[best[0].seat];
    return name === t("common.you") ? t("table.finale.left-you") : t("table.finale.left", { name });
  }
  const count = best[0]?.points ?? 0;
  if (best.length > 1) return t("table.finale.shared", { names: best.map((seat) => names[seat.seat]), count });
  const name = names[best[0].seat];
  return name === t("common.you") ? t("table.finale.you", { count }) : t("table.finale.winner", { name, count });
}

/**
 * Why the game has ended (R6.1): if aqueducts were still open, nobody could build for a whole round (R4.8), and the end
 * scored them, so that the board is empty too. Nothing if all others resigned.
 *
 * @param {View} view
 * @param {readonly Step[]} steps
 */
export function ending(view, steps) {
  const last = steps[steps.length - 1];
  if (view.phase !== "over" || !last) return "";
  const wasOpen = last.effects?.closes?.some(({ final }) => final) ?? false;
  return t(wasOpen ? "table.finale.no-tile" : "table.finale.no-workman");
}

/**
 * Why a game is not decided by points alone: who has resigned. Nothing if nobody has.
 *
 * @param {View} view
 * @param {readonly string[]} names
 * @param {readonly Player[]} players
 */
export function remark(view, names, players) {
  const out = players.filter((player) => player.resigned).map(({ seat }) => names[seat]);
  if (!out.length) return "";
  return t(view.phase === "over" ? "table.finale.resigned-last" : "table.finale.resigned", { names: out });
}

/**
 * One step of the scoring: the number of lines of the score sheet that are shown, lowest podium first, and the bonuses
 * that count. `value` is what this step adds: the podium or the bonus.
 * @typedef {object} ScoringStage
 * @property {"podium" | "bonus" | "winner"} name
 * @property {number} lines
 * @property {readonly number[]} bonuses
 * @property {number} value
 *
 * What a seat has at a stage.
 * @typedef {{ seat: number, lines: (Mounted & { counted: boolean })[], total: number, place: number }} Row
 */

/**
 * The steps of the scoring: one for each podium with somebody on it, one for each bonus, and the end.
 *
 * @param {View} view
 * @returns {ScoringStage[]}
 */
export function scoringStages(view) {
  const sheet = view.sheet.toReversed();
  const bonuses = [...new Set(sheet.flatMap((line) => line.bonus ?? []))].sort((a, b) => a - b);
  /** @type {ScoringStage[]} */
  const podiums = sheet.flatMap(({ podium }, index) =>
    sheet[index + 1]?.podium === podium ? [] : { name: "podium", lines: index + 1, bonuses: [], value: podium },
  );
  return [
    ...podiums,
    ...bonuses.map((value, index) => ({
      name: /** @type {const} */ ("bonus"),
      lines: sheet.length,
      bonuses: bonuses.slice(0, index + 1),
      value,
    })),
    { name: "winner", lines: sheet.length, bonuses, value: 0 },
  ];
}

/**
 * What every seat has at a stage, in the order of the seats.
 *
 * @param {View} view
 * @param {ScoringStage} stage
 * @param {readonly Player[]} [players]
 * @returns {Row[]}
 */
export function rows(view, stage, players = []) {
  const ranks = places(view, players);
  const sheet = view.sheet.toReversed().slice(0, stage.lines);
  return view.seats.map(({ seat }) => {
    const lines = sheet
      .filter((line) => line.seat === seat)
      .map((line) => ({ ...line, counted: stage.bonuses.includes(line.bonus ?? 0) }));
    const total = lines.reduce((sum, line) => sum + line.podium + (line.counted ? (line.bonus ?? 0) : 0), 0);
    return { seat, lines, total, place: ranks[seat] };
  });
}

/**
 * The same rows, the best first.
 *
 * @param {readonly Row[]} found
 * @returns {Row[]}
 */
export function byPlace(found) {
  return found.toSorted((one, other) => one.place - other.place);
}
