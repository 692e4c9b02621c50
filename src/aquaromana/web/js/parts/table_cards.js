/** Tables and games as cards: a small picture of the board, the players, the status. */

import { fill, h, keyed, s, write } from "../lib/dom.js";
import { language, moment, t } from "../lib/i18n.js";
import { gameWords } from "../lib/match.js";
import { isHostOf, mySeats } from "../lib/own_seats.js";
import { isGivenUp, places } from "../lib/ranking.js";
import { routeTo } from "../lib/router.js";
import { colorChips, seatColors, seatNames } from "../lib/seats.js";
import { theme } from "../lib/settings.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").View} View */
/** @typedef {import("../lib/own_seats.js").Access} Access */

/**
 * The address of a small picture of a table; the version makes it a new one after every change. The large drawing would
 * keep the page busy for too long, a card after the other.
 * @param {TableInfo} table
 */
function pictureOf(table) {
  return `/api/tables/${table.id}/thumbnail.svg?theme=${theme()}&v=${table.version}`;
}

/**
 * Whether it is the turn of somebody here.
 * @param {TableInfo} table
 * @param {readonly number[]} mine the seats that are played here
 */
export function isAsked({ status, mover, players }, mine) {
  return status === "playing" && mine.includes(mover) && !players[mover]?.stand_in;
}

/**
 * The status of a table in a few words. Without `mine`, the reader plays the seats of all people.
 * @param {TableInfo} table
 * @param {readonly number[]} [mine] the seats that are played here
 * @returns {string}
 */
export function standing(table, mine) {
  const names = seatNames(table.players, mine);
  if (table.status === "over") return outcome(table, names);
  const open = table.players.filter((player) => player.kind === "open").length;
  if (table.status === "waiting") return open ? t("games.open-seats", { count: open }) : t("games.ready");
  const people = mine ?? table.players.flatMap(({ kind, seat }) => (kind === "person" ? [seat] : []));
  const unnamed = mine ? true : !table.players[table.mover]?.name;
  if (people.length === 1 && people[0] === table.mover && unnamed) return t("games.your-turn");
  return t("games.to-move", { name: names[table.mover] ?? "" });
}

/**
 * Who has won, and who has given up.
 * @param {TableInfo} table
 * @param {string[]} names
 */
function outcome(table, names) {
  const out = table.players.filter((player) => player.resigned).map(({ seat }) => seat);
  const gone = isYou(table, names, out) ? t("games.resigned-you") : t("games.resigned", { names: named(names, out) });
  return out.length ? `${winners(table, names)} · ${gone}` : winners(table, names);
}

/**
 * @param {TableInfo} table
 * @param {string[]} names
 */
function winners(table, names) {
  const seats = winningSeats(table);
  const isMine = isYou(table, names, seats);
  const args = { names: named(names, seats), count: table.points[seats[0]] ?? 0 };
  // Where a game was given up nobody has won by points.
  if (isGivenUp(table.players)) return t(isMine ? "games.left-you" : "games.left", args);
  if (isMine) return t("games.you-won", args);
  return t(seats.length === 1 ? "games.won" : "games.shared", args);
}

/** @type {(names: readonly string[], seats: readonly number[]) => string[]} */
export const named = (names, seats) => seats.map((seat) => names[seat] ?? "");

/**
 * Whether these seats are the reader's and nobody else's.
 * @type {(table: TableInfo, names: readonly string[], seats: readonly number[]) => boolean}
 */
export const isYou = ({ players }, names, [seat, ...others]) =>
  !others.length && names[seat] === t("common.you") && players[seat]?.kind === "person";

/**
 * The winners: those with the most points who have not resigned.
 * @param {TableInfo} table
 */
function winningSeats({ points, players }) {
  const seats = points.map((own, seat) => ({ seat, place: 1 + points.filter((other) => other > own).length }));
  return places({ seats }, players).flatMap((place, seat) => (place === 1 ? [seat] : []));
}

/**
 * Players with their colors and points.
 * @param {TableInfo} table
 * @param {readonly number[]} [mine]
 */
function tableScores(table, mine) {
  const names = seatNames(table.players, mine);
  const colors = seatColors(table.players.length);
  const mover = table.status === "playing" ? table.mover : -1;
  return scoreList(
    table.points.map((points, seat) => ({
      name: names[seat] ?? "",
      colors: colors[seat] ?? [],
      points: table.status === "waiting" ? undefined : points,
      isMover: seat === mover,
    })),
  );
}

/**
 * The seats of a view, with their points and, unless it has, what they would have if the game ended there.
 * @param {View} view
 * @param {readonly string[]} names
 * @param {boolean} [over]
 */
export function viewScores(view, names, over = view.phase === "over") {
  return scoreList(
    view.seats.map(({ seat, colors, points, ended }) => ({
      name: names[seat] ?? "",
      colors,
      points,
      ended: over ? undefined : ended,
      isMover: !over && seat === view.mover,
    })),
  );
}

/** @typedef {{name: string, colors: readonly string[], points?: number, ended?: number, isMover: boolean}} Row */

/** @param {readonly Row[]} rows */
function scoreList(rows) {
  return h(
    "ul",
    { class: "score-list" },
    rows.map(({ name, colors, points, ended, isMover }) =>
      h(
        "li",
        { "data-mover": isMover },
        colorChips(colors),
        h(
          "span",
          { class: "score-who" },
          h("span", { class: "score-name" }, name),
          ended !== undefined &&
            h("span", { class: "soft small", title: t("replay.ended-hint") }, t("replay.ended", { count: ended })),
        ),
        points !== undefined &&
          h(
            "span",
            { class: "score-points" },
            h("span", { "aria-hidden": "true" }, points),
            h("span", { class: "unseen" }, t("common.points", { count: points })),
          ),
      ),
    ),
  );
}

/**
 * Tables, those that wait for somebody here first, then the last changed.
 * @param {readonly TableInfo[]} all
 * @param {Access} access
 */
export function inOrder(all, access) {
  const asked = new Set(access === "shared" ? all.filter((table) => isAsked(table, mySeats(table, access))) : []);
  const first = (/** @type {TableInfo} */ table) => Number(asked.has(table));
  return [...all].sort((one, other) => first(other) - first(one) || other.changed - one.changed);
}

/**
 * Cards of tables, those that wait for somebody here first, then the last changed: so many at once, the others by a
 * button.
 * @param {{
 *   atOnce: number,
 *   replay?: boolean,
 *   actions: (table: TableInfo, isHost: boolean) => import("../lib/dom.js").Children,
 * }} how
 */
export function createCards({ atOnce, replay = false, actions }) {
  /** @type {readonly TableInfo[]} */
  let tables = [];
  /** @type {Access} */
  let access = "local";
  let limit = atOnce;
  const list = h("ul", { class: "cards" });
  const more = h("button", { type: "button", class: "button cards-more", hidden: true });
  more.addEventListener("click", () => {
    const first = limit;
    limit += 4 * atOnce;
    draw();
    /** @type {HTMLElement | null} */ (list.children[first]?.querySelector(".button"))?.focus();
  });

  /** @param {TableInfo} table */
  const create = (table) =>
    tableCard(table, {
      actions: actions(table, isHostOf(table, access)),
      replay,
      mine: access === "local" ? undefined : mySeats(table, access),
    });
  // Everything that a card shows is in its key, so that a card is rebuilt when something has changed.
  const key = (/** @type {TableInfo} */ table) => [table.id, table.version, theme(), access].join(" ");

  function draw() {
    keyed(list, tables.slice(0, limit), { key, create });
    const rest = tables.length - limit;
    more.hidden = rest <= 0;
    write(more, t("games.more", { count: Math.max(0, rest) }));
  }

  return {
    element: h("div", null, list, more),
    draw,
    /** @param {readonly TableInfo[]} all @param {Access} [how] whose tables they are; everybody's here, as a rule */
    update(all, how = "local") {
      access = how;
      tables = inOrder(all, access);
      draw();
    },
  };
}

/**
 * Where a game comes from, with a link to the one before; nothing for those that began here and at the beginning.
 * @param {TableInfo} table
 */
export function parentLine({ origin, parent, start = 0, options }) {
  const game = gameWords({ options });
  if (game) {
    const href = parent && routeTo("replay", { id: parent });
    const before = href && h("a", { href }, t("games.parent.rematch", { count: 0 }));
    return h("p", { class: "small parent-line" }, h("strong", null, game), before && [" · ", before]);
  }
  if (origin === "import") return h("p", { class: "small soft parent-line" }, t("games.imported"));
  if (!parent || (origin !== "fork" && origin !== "rematch")) return null;
  const href = routeTo("replay", origin === "fork" && start ? { id: parent, ply: start } : { id: parent });
  return h("p", { class: "small parent-line" }, h("a", { href }, t(`games.parent.${origin}`, { count: start })));
}

/** The same as a part of a page that is drawn again and again. */
export function createParentLine() {
  const element = h("div", { class: "parent" });
  return {
    element,
    /** @param {TableInfo} table */
    update(table) {
      const shows = [table.origin, table.parent, gameWords(table), language()].join(" ");
      if (element.dataset.shows === shows) return;
      element.dataset.shows = shows;
      fill(element, parentLine(table));
    },
  };
}

const BASKET = "M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5";

/**
 * A button that deletes a card's table.
 * @param {() => void} onclick
 */
export function dropButton(onclick) {
  const words = t("common.delete");
  return h(
    "button",
    { type: "button", class: "icon-button card-drop", "aria-label": words, title: words, onclick },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, s("path", { d: BASKET })),
  );
}

/**
 * Where a card leads.
 * @param {TableInfo} table
 * @param {boolean} replay
 */
function wayWords({ status }, replay) {
  if (replay) return t("games.replay");
  return t(status === "waiting" ? "games.to-table" : "games.go-on");
}

/**
 * A table as a card. `replay`: it leads to the replay, not to the table. `mine`: the seats that are played here, where
 * others play elsewhere.
 * @param {TableInfo} table
 * @param {{actions: import("../lib/dom.js").Children, replay: boolean, mine?: readonly number[]}} how
 */
function tableCard(table, { actions, replay, mine }) {
  const href = routeTo(replay ? "replay" : "table", { id: table.id });
  const title = h("h3", { class: "card-title", id: `card-${table.id}` }, standing(table, mine));
  return h(
    "li",
    { class: "table-card sheet", "aria-labelledby": title.id, "data-asked": mine && isAsked(table, mine) },
    h(
      "a",
      { class: "card-picture", href, tabindex: -1, "aria-hidden": "true" },
      h("img", { src: pictureOf(table), alt: "", loading: "lazy", width: 690, height: 540 }),
    ),
    h(
      "div",
      { class: "card-body" },
      title,
      tableScores(table, mine),
      h("div", { class: "card-story" }, parentLine(table), h("p", { class: "soft small" }, moment(table.changed))),
      h(
        "div",
        { class: "row card-actions" },
        h("a", { class: "button primary", href }, wayWords(table, replay)),
        actions,
      ),
    ),
  );
}
