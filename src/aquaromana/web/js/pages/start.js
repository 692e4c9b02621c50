/** The start page: one click to a table against bots, people at one screen, and the tables that wait. */

import { get, post, remove } from "../lib/api.js";
import { confirm, openDialog, toast } from "../lib/dialog.js";
import { fill, h, set } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { openLoaded } from "../lib/modules.js";
import { mySeats } from "../lib/own_seats.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { about } from "../lib/server.js";
import { onChange } from "../lib/settings.js";
import { inscription, panorama } from "../parts/cover.js";
import { createCoverBoard } from "../parts/cover_board.js";
import { isNewcomer, isTaught, unfinished } from "../parts/lessons.js";
import { createQuickForm } from "../parts/quick_form.js";
import { createCards, dropButton, isAsked } from "../parts/table_cards.js";
import { createShortcuts } from "../parts/table_shortcuts.js";
import { createWeakerNotice } from "../parts/weaker_notice.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../types.js").NewTable} NewTable */
/** @typedef {import("../app.js").App} App */

export const areas = ["start", "games", "errors"];

/** Dialogs that are loaded when they are opened. */
const SAME_SCREEN = () => import("../parts/same_screen.js");
const ALONE = () => import("../parts/local_server.js");

/**
 * Whether a table waits to be played on: a game that was only brought in does not.
 * @param {TableInfo} table
 */
export function isWaiting(table) {
  const { status, origin, version, start = 0 } = table;
  return status !== "over" && !isTaught(table) && (origin !== "import" || version > start);
}

/** Milliseconds after which the tables are looked at again, where others play at them too. */
const OFTEN = 15_000;
/** Milliseconds that the cover waits for the tables: later they must not move the form under somebody's finger. */
const PATIENCE = 500;

/** What the first visit shows, asked for while its words are loaded. @type {ReturnType<typeof ask> | null} */
let prepared = null;

export function prepare() {
  prepared = ask();
  prepared.catch(() => {}); // `open` reports it
  addEventListener("hashchange", () => (prepared = null), { once: true }); // another page came first: it would be old
}

/**
 * The server, and the tables that this browser knows.
 * @param {AbortSignal} [signal]
 * @returns {Promise<[Awaited<ReturnType<typeof about>>, TableInfo[]]>}
 */
function ask(signal) {
  return Promise.all([about(), get("/api/tables", { signal })]);
}

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} _params
 * @param {App} app
 */
export function open(host, _params, app) {
  const closing = new AbortController();
  const { signal } = closing;
  /** The next look at what the others have done meanwhile. @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Whether the cover shows all it has: from then on nothing on it moves. */
  let isComplete = false;
  const cards = createCards({ atOnce: 6, actions: (table, isHost) => isHost && dropButton(() => drop(table)) });
  const resume = resumeSection(cards.element);
  const weaker = createWeakerNotice();
  const shortcuts = createShortcuts(showCards);
  const lobby = h("a", { class: "button", href: routeTo("lobby"), hidden: true }, t("start.lobby"));
  const start = (/** @type {NewTable} */ wanted) => begin(app, wanted);
  const way = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
    h("button", { type: "button", class: "button", onclick }, words);
  const learning = h("p", { class: "learn" });
  drawLearning(learning);
  const form = createQuickForm(
    start,
    way(t("start.same"), () => sameScreen(start, signal)),
    way(t("start.friends"), () => withFriends(app, signal)),
    lobby,
  );
  const coverBoard = createCoverBoard(signal);
  const lid = h(
    "section",
    { class: "lid", "data-loading": true },
    panorama(),
    words(learning),
    shortcuts.element,
    coverBoard.element,
    form,
  );

  function complete() {
    if (isComplete || signal.aborted) return;
    isComplete = true;
    set(lid, { "data-loading": false });
    coverBoard.showWhenIdle();
  }

  async function refresh(asked = ask(signal)) {
    try {
      const [{ access, ...info }, tables] = await asked;
      if (signal.aborted) return;
      weaker.update(info.core);
      const waiting = tables.filter(isWaiting);
      drawLearning(learning, unfinished(tables));
      resume.hidden = waiting.length === 0;
      lobby.hidden = access !== "shared" || !info.lobby;
      cards.update(waiting, access);
      // Too late for the place above the form.
      if (isComplete && shortcuts.element.hidden) lid.append(shortcuts.element);
      shortcuts.update(waiting, access);
      if (access !== "shared") return;
      app.title("", waiting.filter((table) => isAsked(table, mySeats(table, access))).length);
      timer = setTimeout(() => refresh(), OFTEN);
    } catch (error) {
      if (!signal.aborted) toast(errorText(error), { kind: "error" });
    }
  }

  function showCards() {
    resume.scrollIntoView({ block: "start" });
    resume.querySelector("a")?.focus({ preventScroll: true });
  }

  /** @param {TableInfo} table */
  async function drop(table) {
    if (!(await dropped(table))) return;
    clearTimeout(timer);
    await refresh();
  }

  fill(
    host,
    lid,
    weaker.element,
    resume,
    h("footer", { class: "credits soft small" }, h("p", null, t("start.credits"))),
  );
  const stop = onChange((name) => {
    if (name === "theme") cards.draw();
  });
  const patience = setTimeout(complete, PATIENCE);
  refresh(prepared ?? undefined).finally(complete);
  prepared = null;
  return {
    close() {
      closing.abort();
      clearTimeout(patience);
      clearTimeout(timer);
      stop();
    },
  };
}

/** The tables that wait, hidden as long as there are none. @param {HTMLElement} cards */
function resumeSection(cards) {
  return h(
    "section",
    { class: "resume", "aria-labelledby": "resume-title", hidden: true },
    h("h2", { id: "resume-title" }, t("start.resume")),
    cards,
  );
}

/** The name of the game, and where to learn it. @param {HTMLElement} learning */
function words(learning) {
  return h(
    "div",
    { class: "lid-words" },
    h("h1", null, inscription(), h("span", { class: "unseen" }, "Aqua Romana")),
    h("p", { class: "tagline" }, t("start.tagline")),
    learning,
  );
}

/**
 * The quiet ways to learn the game; newcomers have a button for the guided one.
 * @param {HTMLElement} host
 * @param {TableInfo} [begun] the lesson that is not over
 */
function drawLearning(host, begun) {
  const guide = h("a", { href: routeTo("rules", { clause: "guide" }) }, t("start.learn"));
  const puzzles = h("a", { href: routeTo("puzzles") }, t("start.puzzles"));
  const dot = () => h("span", { "aria-hidden": "true" }, " · ");
  const words = begun ? t("start.learn-on", { step: begun.step ?? 1 }) : t("start.learn-play");
  const lesson = h("a", { href: routeTo("learn") }, words);
  if (isNewcomer()) return fill(host, t("start.new"), " ", guide, h("br"), begun && [lesson, dot()], puzzles);
  fill(host, lesson, dot(), guide, dot(), puzzles);
}

/**
 * Start a table and go there; says whether there is one.
 * @param {App} app
 * @param {NewTable} wanted
 */
async function begin(app, wanted) {
  try {
    const table = await post("/api/tables", wanted);
    app.go("table", { id: table.id });
    return true;
  } catch (error) {
    toast(errorText(error), { kind: "error", more: details(error) });
    return false;
  }
}

/**
 * Several people at one screen.
 * @param {(wanted: NewTable) => Promise<boolean>} start
 * @param {AbortSignal} signal closes the dialog
 */
function sameScreen(start, signal) {
  return openLoaded(SAME_SCREEN, ({ openSameScreen }, wanted) => openSameScreen(start, wanted), { signal, onTrouble });
}

/**
 * A table for several screens: where the server is for this machine alone, say how to open it.
 * @param {App} app
 * @param {AbortSignal} signal the page has been left
 */
async function withFriends(app, signal) {
  const info = await about().catch(onTrouble);
  if (info?.access === "shared") app.go("friends");
  if (info?.access !== "local") return;
  await openLoaded(ALONE, ({ aloneWords }) => openDialog({ title: t("start.friends"), body: aloneWords(info) }), {
    signal,
    onTrouble,
  });
}

/** @param {unknown} error */
function onTrouble(error) {
  toast(errorText(error), { kind: "error" });
}

/**
 * Delete a table, after a question; false if the answer is no.
 * @param {TableInfo} table
 */
async function dropped(table) {
  const [title, text] = [t("start.delete-title"), t("start.delete-text")];
  if (!(await confirm({ title, text, yes: t("common.delete"), danger: true }))) return false;
  try {
    await remove(`/api/tables/${table.id}`);
    toast(t("start.deleted"));
  } catch (error) {
    toast(errorText(error), { kind: "error" });
  }
  return true;
}
