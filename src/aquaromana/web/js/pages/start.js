// The start page: one click to a table against bots, people at one screen, and the tables that wait.

import { get, post, remove } from "../lib/api.js";
import { confirm, openDialog, toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { chips, picker } from "../lib/fields.js";
import { t } from "../lib/i18n.js";
import { mySeats } from "../lib/places.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { colorChips, seatColors, seatNames } from "../lib/seats.js";
import { about } from "../lib/server.js";
import { keep, onChange, recall } from "../lib/settings.js";
import { BOT_NAMES, botOptions, levelOptions } from "../parts/bots.js";
import { inscription, panorama } from "../parts/cover.js";
import { createCoverBoard } from "../parts/cover_board.js";
import { aloneWords } from "../parts/local_server.js";
import { quickPlayers, readQuick } from "../parts/quick_game.js";
import { createSeating, playersOf, readSeating } from "../parts/seating.js";
import { createCards, dropButton, inOrder, isAsked, standing } from "../parts/table_cards.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../lib/places.js").Access} Access */
/** @typedef {import("../app.js").App} App */
/** @typedef {import("../parts/quick_game.js").Quick} Quick */

export const areas = ["start", "games", "errors"];

/**
 * Whether a table waits to be played on: a game that was only brought in does not.
 * @param {TableInfo} table
 */
export function isWaiting({ status, origin, version, start = 0 }) {
  return status !== "over" && (origin !== "import" || version > start);
}

/** Tables that are named on the cover. */
const SHORTCUTS = 3;
/** Milliseconds after which the tables are looked at again, where others play at them too. */
const OFTEN = 15_000;

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} _params
 * @param {App} app
 */
export function open(host, _params, app) {
  const quick = readQuick(recall("quick"));
  const closing = new AbortController();
  /** The next look at what the others have done meanwhile. @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const cards = createCards({ atOnce: 6, actions: (table, isHost) => isHost && dropButton(() => drop(table)) });
  const resume = h(
    "section",
    { class: "resume", "aria-labelledby": "resume-title", hidden: true },
    h("h2", { id: "resume-title" }, t("start.resume")),
    cards.element,
  );
  const weaker = h(
    "p",
    { class: "notice weaker", role: "status", hidden: true },
    t("start.weaker"),
    " ",
    h("button", { type: "button", class: "button", onclick: dismiss }, t("start.weaker-seen")),
  );
  const shortcuts = h("nav", { class: "lid-tables", "aria-label": t("start.resume"), hidden: true });
  const bots = h("div", { class: "bots" });
  const play = h("button", { type: "submit", class: "button primary hero" }, t("start.play"));
  const lobby = h("a", { class: "button", href: routeTo("lobby"), hidden: true }, t("start.lobby"));

  /** @param {object[]} players */
  async function begin(players) {
    try {
      const table = await post("/api/tables", { players });
      app.go("table", { id: table.id });
      return true;
    } catch (error) {
      toast(errorText(error), { kind: "error", more: details(error) });
      return false;
    }
  }

  /** @param {Event} event */
  async function playNow(event) {
    event.preventDefault();
    play.disabled = true;
    if (!(await begin(quickPlayers(quick, Math.random())))) play.disabled = false;
  }

  /** @param {Partial<Quick>} change */
  function choose(change) {
    Object.assign(quick, change);
    keep("quick", quick);
    drawBots();
  }

  function drawBots() {
    const colors = seatColors(quick.players);
    const rivals = quick.levels.slice(0, quick.players - 1);
    const rival = (/** @type {string} */ value, /** @type {number} */ index) => {
      const name = BOT_NAMES[index] ?? "";
      const onChange = (/** @type {string} */ level) => {
        quick.levels[index] = level;
        keep("quick", quick);
      };
      return h(
        "div",
        { class: "bot" },
        !quick.lot && colorChips(colors[index + 1] ?? []),
        h("span", { class: "bot-name", "aria-hidden": "true" }, name),
        picker({ label: t("start.level-of", { name }), options: levelOptions(), value, onChange }),
      );
    };
    fill(bots, rivals.map(rival));
  }

  async function sameScreen() {
    const seating = createSeating(readSeating(recall("seating")), await botOptions());
    const run = () => {
      keep("seating", seating.value());
      return begin(playersOf(seating.value()));
    };
    const dialog = openDialog({
      title: t("start.same"),
      body: seating.element,
      wide: true,
      actions: [{ label: t("common.cancel") }, { label: t("start.begin"), primary: true, run }],
    });
    closing.signal.addEventListener("abort", dialog.close);
  }

  /** A table for several screens: where the server is for this machine alone, say how to open it. */
  async function withFriends() {
    try {
      const info = await about();
      if (info.access === "shared") app.go("friends");
      else openDialog({ title: t("start.friends"), body: aloneWords(info) });
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    }
  }

  async function refresh() {
    const { signal } = closing;
    try {
      const { access, ...info } = await about();
      /** @type {TableInfo[]} */
      const tables = await get("/api/tables", { signal });
      if (signal.aborted) return;
      weaker.hidden = info.core || recall("weaker-seen") === true;
      if (info.core) keep("weaker-seen", undefined);
      const waiting = tables.filter(isWaiting);
      resume.hidden = waiting.length === 0;
      lobby.hidden = access !== "shared" || !info.lobby;
      cards.update(waiting, access);
      drawShortcuts(waiting, access);
      if (access !== "shared") return;
      app.title("", waiting.filter((table) => isAsked(table, mySeats(table, access))).length);
      timer = setTimeout(() => refresh(), OFTEN);
    } catch (error) {
      if (!signal.aborted) toast(errorText(error), { kind: "error" });
    }
  }

  /**
   * The tables that wait, on the cover, where nobody has to look for them.
   * @param {readonly TableInfo[]} tables
   * @param {Access} access
   */
  function drawShortcuts(tables, access) {
    shortcuts.hidden = tables.length === 0;
    const mine = (/** @type {TableInfo} */ table) => (access === "local" ? undefined : mySeats(table, access));
    const link = (/** @type {TableInfo} */ table) =>
      h(
        "a",
        {
          class: "lid-table",
          href: routeTo("table", { id: table.id }),
          "data-asked": isAsked(table, mySeats(table, access)),
        },
        h("strong", null, seatNames(table.players, mine(table)).join(", ")),
        h("span", { class: "soft small" }, standing(table, mine(table))),
      );
    const all = h("button", { type: "button", class: "button", onclick: showCards }, t("start.all"));
    fill(
      shortcuts,
      h("h2", null, t("start.resume")),
      h("ul", { role: "list" }, inOrder(tables, access).slice(0, SHORTCUTS).map((table) => h("li", null, link(table)))),
      all,
    );
  }

  /** Said once: that bots are weaker without the core. It is said again after there was one. */
  function dismiss() {
    keep("weaker-seen", true);
    weaker.hidden = true;
  }

  function showCards() {
    resume.scrollIntoView({ block: "start" });
    resume.querySelector("a")?.focus({ preventScroll: true });
  }

  /** @param {TableInfo} table */
  async function drop(table) {
    const [title, text] = [t("start.delete-title"), t("start.delete-text")];
    if (!(await confirm({ title, text, yes: t("common.delete"), danger: true }))) return;
    try {
      await remove(`/api/tables/${table.id}`);
      toast(t("start.deleted"));
    } catch (error) {
      toast(errorText(error), { kind: "error" });
    }
    clearTimeout(timer);
    await refresh();
  }

  const guide = routeTo("rules", { clause: "guide" });
  drawBots();
  fill(
    host,
    h(
      "section",
      { class: "lid" },
      panorama(),
      h(
        "div",
        { class: "lid-words" },
        h("h1", null, inscription(), h("span", { class: "unseen" }, "Aqua Romana")),
        h("p", { class: "tagline" }, t("start.tagline")),
        h("p", { class: "learn" }, t("start.new"), " ", h("a", { href: guide }, t("start.learn"))),
      ),
      shortcuts,
      createCoverBoard(closing.signal),
      h(
        "form",
        { class: "play sheet", onsubmit: playNow },
        play,
        h(
          "div",
          { class: "play-options" },
          chips({
            name: "players",
            label: t("start.players"),
            options: [2, 3, 4].map((count) => [String(count), String(count)]),
            value: String(quick.players),
            onChange: (value) => choose({ players: Number(value) }),
          }),
          chips({
            name: "lot",
            label: t("start.who-begins"),
            options: [["no", t("start.you-begin")], ["yes", t("start.lot")]],
            value: quick.lot ? "yes" : "no",
            onChange: (value) => choose({ lot: value === "yes" }),
          }),
        ),
        h("fieldset", { class: "field" }, h("legend", null, t("start.rivals")), bots),
        h(
          "div",
          { class: "play-ways" },
          h("button", { type: "button", class: "button", onclick: sameScreen }, t("start.same")),
          h("button", { type: "button", class: "button", onclick: withFriends }, t("start.friends")),
          lobby,
        ),
      ),
    ),
    weaker,
    resume,
    h("footer", { class: "credits soft small" }, h("p", null, t("start.credits"))),
  );
  const stop = onChange((name) => {
    if (name === "theme") cards.draw();
  });
  refresh();
  return {
    close() {
      closing.abort();
      clearTimeout(timer);
      stop();
    },
  };
}
