/**
 * The page behind a link: it exchanges the link for a place at the table, and removes the secret from the address bar
 * immediately.
 */

import { ApiError, get, invitation, join } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { freshId } from "../lib/ids.js";
import { errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { colorChips, seatColors, seatNames } from "../lib/seats.js";
import { keep, recall } from "../lib/settings.js";
import { landscape } from "../parts/cover.js";
import { LONGEST_NAME } from "../parts/seating.js";
import { termsOf } from "../parts/waiting_room.js";

/** @typedef {import("../types.js").TableInfo} TableInfo */
/** @typedef {import("../lib/api.js").Invitation} Invitation */
/** @typedef {import("../app.js").App} App */

export const areas = ["friends", "start", "errors"];

/** Links that take no seat, so that no name is needed; see linkTo. */
const NAMELESS = ["watch", "chair", "host"];

/**
 * Take the secret out of the address. The entry of the history keeps it until the place is taken: a reload, or another
 * language, does not lose it, and nobody can read it over a shoulder. Beside it is an id, by which the
 * server knows who comes again after an answer was lost.
 * @param {Record<string, string>} params
 * @returns {{ secret: string, once?: string }}
 */
function takeSecret({ id = "", secret = "", as, to }) {
  if (!secret) return typeof history.state?.secret === "string" ? history.state : { secret: "" };
  const kept = { secret, once: freshId() };
  history.replaceState(kept, "", routeTo("join", { id, ...(as && { as }), ...(to && { to }) }));
  return kept;
}

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 */
export async function open(host, params, app) {
  const { id = "", as = "", to } = params;
  const closing = new AbortController();
  const { secret, once } = takeSecret(params);
  const page = { title: t("friends.join"), close: () => closing.abort() };

  /** @param {string} [name] */
  async function enter(name) {
    await join(id, secret, name, once);
    if (name !== undefined) keep("name", name || undefined);
    if (!closing.signal.aborted) app.go(to === "replay" ? "replay" : "table", { id }, { instead: true });
  }

  if (!secret) {
    await showFailed(host, id, t("friends.join-incomplete"));
    return page;
  }
  try {
    const known = isKnown(id);
    const found = NAMELESS.includes(as) ? null : await ledTo(id, secret);
    if (NAMELESS.includes(as) || (found && found.what !== "invite")) await enter();
    else showForm(host, { id, enter, known: await known, found });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await showFailed(host, id, errorText(error));
  }
  return page;
}

/**
 * Where a link leads. If that cannot be found out now, people may still come in: the server checks again then.
 * @param {string} id
 * @param {string} secret
 */
async function ledTo(id, secret) {
  try {
    return await invitation(id, secret);
  } catch (error) {
    if (error instanceof ApiError && isFinal(error)) throw error;
    return null;
  }
}

/**
 * Whether a link will never work, so that there is no point in trying again.
 * @param {ApiError} error
 */
const isFinal = ({ code }) => /^(access|table)\//.test(code) && code !== "table/name";

/**
 * Whether this browser has been at the table before.
 * @param {string} id
 */
async function isKnown(id) {
  /** @type {TableInfo[]} */
  const tables = await get("/api/tables").catch(() => []);
  return tables.some((table) => table.id === id);
}

/**
 * What happens after one has come, in a sentence.
 * @param {TableInfo} table
 */
export function nextWords({ status, players, options = {} }) {
  if (status !== "waiting") return t("friends.join-playing");
  const { auto = true } = options;
  const isLast = players.filter(({ kind }) => kind === "open").length === 1;
  if (isLast && auto) return t("friends.join-last");
  return t(auto ? "friends.join-auto" : "friends.join-host");
}

/**
 * The table that an invitation leads to: who plays, what was agreed, what comes next.
 * @param {Invitation} invitation
 */
function tableWords({ table, seat }) {
  const { players, options = {} } = table;
  const names = seatNames(players, []);
  const colors = seatColors(players.length);
  const isDrawn = options.lots === true && table.status === "waiting";
  const clock = options.clock ? [] : [t("friends.join-no-clock")];
  return [
    h(
      "ul",
      { class: "room-seats", "aria-label": t("friends.join-seats") },
      players.map((player) =>
        h(
          "li",
          { class: "room-seat", "data-kind": player.kind, "data-yours": player.seat === seat },
          !isDrawn && colorChips(colors[player.seat] ?? []),
          h("span", { class: "room-name" }, player.seat === seat ? t("friends.join-yours") : names[player.seat]),
          isNamedBot(player) && h("span", { class: "room-mark", "data-state": "bot" }, t("friends.mark.bot")),
        ),
      ),
    ),
    h(
      "ul",
      { class: "room-terms soft small" },
      [...clock, ...termsOf(table), nextWords(table)].map((line) => h("li", null, line)),
    ),
  ];
}

/** Whether nothing else says that somebody is a bot. @param {import("../types.js").Player} player */
const isNamedBot = ({ kind, bot = "", name = "" }) => (kind === "bot" || bot !== "") && name !== "";

/** @param {Invitation | null} found */
function inviteWords(found) {
  const hosts = found?.hosts ?? [];
  return hosts.length ? t("friends.join-from", { names: hosts, count: hosts.length }) : t("friends.join-text");
}

/**
 * @param {HTMLElement} host
 * @param {{id: string, enter: (name: string) => Promise<void>, known: boolean, found: Invitation | null}} how
 */
function showForm(host, { id, enter, known, found }) {
  const input = h("input", {
    type: "text",
    id: "join-name",
    value: recall("name") ?? "",
    maxlength: LONGEST_NAME,
    autocomplete: "nickname",
    spellcheck: "false",
  });
  const submit = h("button", { type: "submit", class: "button primary hero" }, t("friends.sit"));
  const message = h("p", { class: "notice", role: "alert", hidden: true });

  /** @param {Event} event */
  async function onsubmit(event) {
    event.preventDefault();
    submit.disabled = true;
    message.hidden = true;
    try {
      await enter(input.value.trim());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (isFinal(error)) return showFailed(host, id, errorText(error));
      submit.disabled = false;
      message.hidden = false;
      fill(message, errorText(error));
    }
  }

  const guide = routeTo("rules", { clause: "guide" });
  const toTable = h("a", { href: routeTo("table", { id }) }, t("friends.to-table"));
  fill(
    host,
    landscape(
      h("h1", null, t("friends.join")),
      h("p", { class: "lead" }, inviteWords(found)),
      h(
        "form",
        { class: "sheet join", onsubmit },
        known && h("p", { class: "notice" }, t("friends.join-known"), " ", toTable),
        found && tableWords(found),
        h(
          "label",
          { class: "field", for: "join-name" },
          h("span", { class: "field-label" }, t("friends.your-name")),
          input,
        ),
        h("p", { class: "soft small" }, t("friends.name-hint")),
        message,
        submit,
        h("p", { class: "small learn" }, t("start.new"), " ", h("a", { href: guide }, t("start.learn"))),
      ),
    ),
  );
  if (matchMedia("(pointer: fine)").matches) input.focus();
}

/**
 * The link leads nowhere: say why, and offer what is left.
 * @param {HTMLElement} host
 * @param {string} id
 * @param {string} why
 */
async function showFailed(host, id, why) {
  history.replaceState(null, "", routeTo("join", { id }));
  const heading = h("h1", { tabindex: -1 }, t("friends.join-failed"));
  const ways = h("p", { class: "row join-ways" });
  fill(host, landscape(heading, h("section", { class: "sheet join" }, h("p", { role: "alert" }, why), ways)));
  /** @type {TableInfo | null} */
  const table = await get(`/api/tables/${encodeURIComponent(id)}`).catch(() => null);
  const way = (/** @type {string} */ href, /** @type {string} */ words) =>
    h("a", { class: ways.firstElementChild ? "button" : "button primary", href }, words);
  if (table) ways.append(way(routeTo("table", { id }), t("friends.to-table")));
  ways.append(way(routeTo("start"), t("errors.to-start")));
  heading.focus();
}
