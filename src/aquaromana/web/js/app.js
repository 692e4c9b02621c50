/**
 * The application: the header, and one page at a time by the hash of the address.
 *
 * A page is a module with
 *   export const areas = ["start"];                    catalogues that `t` needs, in addition to `common`
 *   export const styles = ["study"];                   style sheets that no other page needs
 *   export function prepare()                          optional: asks the server early for what the first page shows
 *   export function open(host, params, app)            builds itself into host, which is empty; may be async
 *     returns {close(), title?, translate?()}
 * `close` ends everything it has begun. `translate` is called after the language has changed; a page without it is
 * closed and opened again. `title` is the tab's title. app is {go(page, params, how), replace(page, params),
 * title(text, waiting)}: `replace` changes the address without opening anything; `go` with `instead` leaves no way back
 * to the page before; `waiting` is how many things wait for the reader.
 */

import { dropErrors } from "./lib/dialog.js";
import { fill, h, s } from "./lib/dom.js";
import {
  LANGUAGES, LANGUAGE_NAMES, language, loadAreas, onLanguage, setLanguage, startLanguage, t,
} from "./lib/i18n.js";
import { parseRoute, routeTo } from "./lib/router.js";
import { followSystem, loadSettings } from "./lib/settings.js";
import { loadStyles } from "./lib/styles.js";

/** @typedef {{close(): void, title?: string, translate?(): void}} Page */
/** @typedef {{
 *   go(page: string, params?: Record<string, string | number>, how?: {instead?: boolean}): void,
 *   replace(page: string, params?: Record<string, string | number>): void,
 *   title(text: string, waiting?: number): void,
 * }} App */
/** @typedef {{
 *   areas?: readonly string[],
 *   styles?: readonly string[],
 *   prepare?(): void,
 *   open(host: HTMLElement, params: Record<string, string>, app: App): Page | Promise<Page>,
 * }} PageModule */

/** @type {Record<string, () => Promise<PageModule>>} */
const MODULES = {
  start: () => import("./pages/start.js"),
  friends: () => import("./pages/friends.js"),
  join: () => import("./pages/join.js"),
  lobby: () => import("./pages/lobby.js"),
  table: () => import("./table/page.js"),
  games: () => import("./pages/games.js"),
  replay: () => import("./pages/replay.js"),
  review: () => import("./pages/review.js"),
  mistakes: () => import("./pages/mistakes.js"),
  position: () => import("./pages/position.js"),
  study: () => import("./study/page.js"),
  learn: () => import("./pages/learn.js"),
  puzzles: () => import("./pages/puzzles.js"),
  rules: () => import("./pages/rules.js"),
  settings: () => import("./pages/settings.js"),
  lost: () => import("./pages/lost.js"),
};

/** Links in the header. */
const LINKS = ["games", "rules", "settings"];

const header = element("header");
const host = element("page");
/** @type {Page | null} */
let page = null;
/** Raised with every address, so that a page that loads slowly does not open over a later one. */
let visit = 0;
/** Whether a page has been shown: the focus moves only from page to page, not when the application starts. */
let isOpen = false;

/** @type {App} */
const app = {
  go(name, params, { instead = false } = {}) {
    const hash = routeTo(name, params);
    if (location.hash === hash) show();
    else if (instead) location.replace(hash);
    else location.hash = hash;
  },
  replace(name, params) {
    const route = parseRoute(location.hash);
    // People who are on the way to another page by now are not brought back.
    if (route?.page !== name || route.params.id !== params?.id) return;
    history.replaceState(null, "", routeTo(name, params));
    markLink(name);
  },
  title(text, waiting = 0) {
    document.title = (waiting ? `(${waiting}) ` : "") + (text ? `${text} · Aqua Romana` : "Aqua Romana");
  },
};

/** @param {string} id */
function element(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** @param {{stay?: boolean}} [how] `stay` leaves the focus where it is: the same page in another language */
async function show({ stay = false } = {}) {
  const mine = (visit += 1);
  const route = parseRoute(location.hash) ?? { page: "lost", params: {} };
  const load = MODULES[route.page] ?? MODULES.lost;
  host.setAttribute("aria-busy", "true");
  try {
    const module = await /** @type {() => Promise<PageModule>} */ (load)();
    await Promise.all([loadAreas(module.areas ?? []), loadStyles(module.styles ?? [])]);
    if (mine !== visit) return;
    const height = stay ? scrollY : 0;
    page?.close();
    page = null;
    for (const dialog of document.querySelectorAll("dialog")) dialog.close(); // they belonged to the page before
    if (!stay) dropErrors();
    fill(host);
    document.body.dataset.page = route.page;
    markLink(route.page);
    await breath();
    if (mine !== visit) return;
    const opened = await module.open(host, route.params, app);
    if (mine !== visit) return opened.close();
    page = opened;
    app.title(page.title ?? "");
    await breath();
    if (mine !== visit) return;
    if (isOpen) scrollTo(0, height);
    if (isOpen && !stay) arrive();
    isOpen = true;
  } catch (error) {
    if (mine === visit) failed(error);
  } finally {
    if (mine === visit) host.removeAttribute("aria-busy");
  }
}

/** A page goes, another comes, and is laid out: between them the browser may do what else waits. */
function breath() {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Take keyboard and screen reader to the new page: to its heading, unless it has put the focus somewhere itself. */
function arrive() {
  if (host.contains(document.activeElement) && document.activeElement !== host) return;
  const heading = host.querySelector("h1");
  if (heading) heading.setAttribute("tabindex", "-1");
  /** @type {HTMLElement} */ (heading ?? host).focus({ preventScroll: true });
}

/** @param {unknown} error */
function failed(error) {
  console.error(error);
  page = { close() {} };
  fill(
    host,
    h(
      "section",
      { class: "sheet lost" },
      h("h1", null, t("common.trouble")),
      h("p", null, t("common.trouble-text")),
      h("button", { type: "button", class: "button primary", onclick: () => location.reload() }, t("common.reload")),
    ),
  );
}

function drawHeader() {
  element("skip").textContent = t("common.skip");
  fill(
    header,
    h(
      "a",
      { class: "brand", href: routeTo("start"), "aria-label": t("common.home") },
      mark(),
      h("span", null, "Aqua Romana"),
    ),
    h(
      "nav",
      { "aria-label": t("common.pages") },
      LINKS.map((name) => h("a", { href: routeTo(name), "data-page": name }, t(`common.page.${name}`))),
    ),
    languagePicker(),
  );
  markLink(parseRoute(location.hash)?.page ?? "");
}

const ARCH = "a5 5 0 0 0-10 0v12";

/** Three arches with water running over them. */
function mark() {
  return s(
    "svg",
    { class: "brand-mark", viewBox: "0 0 48 40", "aria-hidden": "true", focusable: "false" },
    s("path", { class: "brand-water", d: "M2 5h44" }),
    s("path", { class: "brand-stone", d: `M2 10h44v28h-5V26${ARCH}h-4V26${ARCH}h-4V26${ARCH}H2z` }),
  );
}

function languagePicker() {
  const onchange = (/** @type {Event} */ event) => {
    setLanguage(/** @type {any} */ (event.target).value);
  };
  return h(
    "label",
    { class: "language" },
    h("span", { class: "unseen" }, t("common.language")),
    h("span", { class: "language-code", "aria-hidden": "true" }, language()),
    h(
      "select",
      { id: "language", onchange },
      LANGUAGES.map((name) =>
        h("option", { value: name, lang: name, selected: name === language() }, LANGUAGE_NAMES[name]),
      ),
    ),
  );
}

/** @param {string} name */
function markLink(name) {
  for (const link of header.querySelectorAll("nav a")) {
    if (link.getAttribute("data-page") === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** Load the first page while the words are loaded; `show` reports it if that fails. */
function prepareFirst() {
  const load = MODULES[parseRoute(location.hash)?.page ?? "lost"];
  load?.().then((module) => module.prepare?.(), () => {});
}

async function start() {
  loadSettings();
  followSystem();
  prepareFirst();
  await startLanguage();
  drawHeader();
  element("skip").addEventListener("click", (event) => {
    event.preventDefault();
    host.focus();
  });
  onLanguage(() => {
    const chosenHere = header.contains(document.activeElement);
    drawHeader();
    if (chosenHere) element("language").focus();
    if (!page?.translate) return void show({ stay: true });
    page.translate();
    app.title(page.title ?? "");
  });
  addEventListener("hashchange", () => show());
  await show();
  document.documentElement.dataset.ready = "";
}

start();
