/** Your progress: ratings by the number of players, what to play next, and the ways to take it along or erase it. */

import { confirm } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { readProgress, suggested } from "../lib/progress.js";
import { readPuzzles } from "../lib/puzzle_progress.js";
import { levelName } from "../lib/seats.js";
import { keep, recall } from "../lib/settings.js";

/** @import {BotInfo} from "../types.js" */

/** The rating for puzzles; nothing if none was tried. @param {unknown} kept */
function puzzleWords(kept) {
  const history = readPuzzles(kept);
  if (!history) return t("settings.progress.puzzles-foreign");
  const count = Object.keys(history.tried).length;
  return count ? t("settings.progress.puzzles", { rating: number(history.rating), count }) : "";
}

/** @param {readonly BotInfo[]} bots */
export function createProgressPanel(bots) {
  const element = h("div", { class: "progress" });

  function draw() {
    const [kept, puzzles] = [recall("progress"), recall("puzzles")];
    const progress = readProgress(kept);
    const all = puzzles ? { ...kept, puzzles } : kept;
    const solved = h("p", null, puzzleWords(puzzles));
    const buttons = all ? [solved, h("p", { class: "row" }, exportLink(all), eraseButton())] : null;
    if (!progress) return fill(element, h("p", null, t("settings.progress.foreign")), buttons);
    const sizes = Object.keys(progress.standings);
    if (!sizes.length) return fill(element, h("p", { class: "soft" }, t("settings.progress.none")), buttons);
    const rows = sizes.map((players) => {
      const { rating, games } = progress.standings[players];
      const levels = bots.map(({ level = 0, ratings }) => ({ level, rating: ratings?.[players] ?? 0 }));
      const next = suggested(progress, Number(players), levels.filter(({ level }) => level));
      const words = { players, rating: number(rating), games: number(games), count: games };
      return h(
        "li",
        null,
        t("settings.progress.rating", words),
        next ? h("span", null, " ", t("settings.progress.next", { level: levelName(`level:${next}`) })) : null,
      );
    });
    return fill(element, h("ul", null, rows), h("p", { class: "soft small" }, t("settings.progress.how")), buttons);
  }

  /** @param {unknown} kept */
  function exportLink(kept) {
    const href = `data:application/json,${encodeURIComponent(JSON.stringify(kept))}`;
    return h("a", { class: "button", href, download: "aqua-romana-progress.json" }, t("settings.progress.export"));
  }

  function eraseButton() {
    const erase = async () => {
      const yes = t("settings.progress.erase");
      const text = t("settings.progress.erase-sure");
      if (!(await confirm({ title: t("settings.group.progress"), text, yes, danger: true }))) return;
      keep("progress", undefined);
      keep("puzzles", undefined);
      draw();
    };
    return h("button", { type: "button", class: "button quiet", onclick: erase }, t("settings.progress.erase"));
  }

  draw();
  return element;
}
