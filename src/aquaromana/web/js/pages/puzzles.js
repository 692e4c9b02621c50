/** Puzzles: the next one for the reader, and all of them by task, table size, difficulty and theme. */

import { fill, h, set } from "../lib/dom.js";
import { number, t } from "../lib/i18n.js";
import { nextPuzzle, noPuzzles, readPuzzles } from "../lib/puzzle_progress.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { recall } from "../lib/settings.js";
import { chosen, keepFilter, openPuzzle, puzzleList, readFilter } from "../parts/puzzles.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../parts/puzzles.js").PuzzleInfo} PuzzleInfo */
/** @typedef {import("../parts/puzzles.js").Filter} Filter */

export const areas = ["puzzles", "errors"];

/** Puzzles that are listed at once. */
const LISTED = 60;
const DIFFICULTIES = ["easy", "medium", "hard", "expert"];

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params `id`: this puzzle, at its table; `from`: the table of the one before
 * @param {App} app
 */
export function open(host, { id = "", from = "" }, app) {
  let isClosed = false;
  const sheet = h("section", { class: "sheet puzzles" }, h("h1", null, t("puzzles.title")));
  fill(host, sheet);

  async function begin() {
    try {
      if (id) {
        sheet.append(h("p", null, t("puzzles.opening")));
        const table = await openPuzzle(id, from);
        if (!isClosed) app.go("table", { id: table }, { instead: true });
      } else {
        const puzzles = await puzzleList();
        if (!isClosed) sheet.append(...createList(puzzles));
      }
    } catch (error) {
      if (isClosed) return;
      fill(
        sheet,
        h("h1", null, t("puzzles.title")),
        h("p", { role: "alert" }, errorText(error)),
        details(error),
        h("p", null, wayBack(id)),
      );
    }
  }

  begin();
  return {
    close() {
      isClosed = true;
    },
    get title() {
      return t("puzzles.title");
    },
  };
}

/** From what did not work: to all puzzles, or to the start. @param {string} id */
function wayBack(id) {
  const [page, words] = id ? ["puzzles", t("puzzles.all")] : ["start", t("errors.to-start")];
  return h("a", { class: "button", href: routeTo(page) }, words);
}

/**
 * @param {readonly PuzzleInfo[]} puzzles
 * @returns {HTMLElement[]}
 */
function createList(puzzles) {
  const known = readPuzzles(recall("puzzles"));
  const history = known ?? noPuzzles();
  let filter = readFilter();
  const next = h("a", { class: "button primary puzzles-next" }, t("puzzles.next-for-you"));
  const count = h("p", { class: "soft", role: "status" });
  const list = h("ul", { class: "puzzles-list" });

  function draw() {
    const found = chosen(puzzles, filter);
    const best = nextPuzzle(history, found) ?? found[0];
    set(next, { href: best ? routeTo("puzzles", { id: best.id }) : false, hidden: !best });
    count.textContent = found.length ? t("puzzles.found", { count: found.length }) : t("puzzles.none");
    fill(list, found.slice(0, LISTED).map((puzzle) => h("li", null, entry(puzzle))));
  }

  /** @param {PuzzleInfo} puzzle */
  function entry({ id, kind, players, difficulty }) {
    const state = history.tried[id];
    const words = t("puzzles.entry", {
      kind: t(`puzzles.kind.${kind}`),
      players,
      difficulty: t(`puzzles.difficulty.${difficulty}`),
    });
    const sign = state ? (state.solved ? "✓" : "·") : "";
    const told = state ? t(state.solved ? "puzzles.state.solved" : "puzzles.state.missed") : "";
    return h(
      "a",
      { href: routeTo("puzzles", { id }), "data-state": state ? (state.solved ? "solved" : "missed") : false },
      h("span", { "aria-hidden": "true", class: "puzzles-sign" }, sign),
      h("span", null, words),
      told ? h("span", { class: "unseen" }, ` (${told})`) : null,
    );
  }

  /**
   * @param {keyof Filter} name
   * @param {readonly string[]} values
   * @param {(value: string) => string} words
   */
  function field(name, values, words) {
    const onchange = (/** @type {Event} */ event) => {
      filter = { ...filter, [name]: /** @type {HTMLSelectElement} */ (event.target).value };
      keepFilter(filter);
      draw();
    };
    const option = (/** @type {string} */ value, /** @type {string} */ label) =>
      h("option", { value, selected: filter[name] === value }, label);
    const options = [option("", t("puzzles.filter.any")), ...values.map((value) => option(value, words(value)))];
    return h("label", null, h("span", null, t(`puzzles.filter.${name}`)), h("select", { onchange }, options));
  }

  const kinds = unique(puzzles.map(({ kind }) => kind));
  const themes = unique(puzzles.flatMap((puzzle) => puzzle.themes));
  const byName = themes.toSorted((one, other) => t(`puzzles.theme.${one}`).localeCompare(t(`puzzles.theme.${other}`)));
  draw();
  return [
    h("p", null, t("puzzles.about")),
    h("p", { class: "puzzles-rating" }, known ? standing(history) : t("puzzles.foreign")),
    h("p", null, next),
    h(
      "fieldset",
      { class: "puzzles-filter" },
      h("legend", null, t("puzzles.filter")),
      field("kind", kinds, (value) => t(`puzzles.kind.${value}`)),
      field("players", ["2", "3", "4"], String),
      field("difficulty", DIFFICULTIES, (value) => t(`puzzles.difficulty.${value}`)),
      field("theme", byName, (value) => t(`puzzles.theme.${value}`)),
    ),
    count,
    list,
  ];
}

/** @param {import("../lib/puzzle_progress.js").PuzzleHistory} history */
function standing({ rating, tried }) {
  const first = Object.values(tried).filter(({ right }) => right).length;
  return [
    t("puzzles.rating", { rating: number(rating) }),
    " ",
    first ? `${t("puzzles.solved-count", { count: first })} ` : "",
    h("span", { class: "soft small" }, t("puzzles.rating-how")),
  ];
}

/** @param {readonly string[]} values */
const unique = (values) => [...new Set(values)];
