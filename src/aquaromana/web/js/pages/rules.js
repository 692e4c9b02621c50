/**
 * The rules: a guide for newcomers, the numbered clauses with drawn examples, and a glossary.
 *
 * The text is /rules/<language>.html. Clauses that it mentions become links, a figure with data-example gets its
 * picture from the server (rules/examples.json says which position), and #/rules/R4.3 scrolls to that clause.
 */

import { get } from "../lib/api.js";
import { toast } from "../lib/dialog.js";
import { fill, h } from "../lib/dom.js";
import { LANGUAGES, LANGUAGE_NAMES, language, t } from "../lib/i18n.js";
import { lastTable } from "../lib/own_seats.js";
import { details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { onChange } from "../lib/settings.js";
import { startQuickGame } from "../parts/quick_game.js";
import { fetchRules, picture } from "../parts/rule_text.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {Record<"de" | "en" | "fr", [string, string]> & {clause: string}} Term */

export const areas = ["rules", "errors"];

const CLAUSE = /\bR[1-9](?:\.[1-9])?\b/g;

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 */
export async function open(host, params, app) {
  const [text, examples, glossary] = await Promise.all([
    fetchRules(),
    get("/rules/examples.json"),
    get("/rules/glossary.json"),
  ]);
  const article = h("article", { class: "rules-text sheet" }, text, glossarySection(glossary));
  linkClauses(article);
  for (const heading of article.querySelectorAll("h2[id], h3[id]")) anchor(heading);
  for (const table of article.querySelectorAll("table")) scrollable(table);
  const pictures = [...article.querySelectorAll("figure")].map((figure) => picture(figure, examples));
  const contents = tableOfContents(article);
  const last = lastTable();
  const table = last && routeTo("table", { id: last });
  article.querySelector(".guide")?.append(playButton(app));
  fill(
    host,
    h(
      "div",
      { class: "rules" },
      h("h1", null, t("rules.title")),
      table && h("p", { class: "rules-back" }, h("a", { class: "button", href: table }, t("rules.back"))),
      h("nav", { class: "rules-contents", "aria-label": t("rules.contents") }, contents),
      article,
    ),
  );
  const stop = onChange((name) => {
    if (name === "theme") for (const draw of pictures) draw();
  });
  if (params.clause) find(article, params.clause, app);
  return {
    get title() {
      return t("rules.title");
    },
    close: () => void stop(),
  };
}

/**
 * After the guide there is only one thing left to do.
 * @param {App} app
 */
function playButton(app) {
  async function play() {
    button.disabled = true;
    try {
      app.go("table", { id: await startQuickGame() });
    } catch (error) {
      button.disabled = false;
      toast(errorText(error), { kind: "error", more: details(error) });
    }
  }
  const button = h("button", { type: "button", class: "button primary", onclick: play }, t("rules.play"));
  return h("p", { class: "guide-play" }, button, h("span", { class: "soft small" }, t("rules.play-text")));
}

/**
 * Make every clause that is mentioned a link, except in headings and in notation.
 * @param {Element} article
 */
function linkClauses(article) {
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const found = [];
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    if (node.data.search(CLAUSE) >= 0 && !node.parentElement?.closest("h2, h3, code, a")) found.push(node);
  }
  for (const node of found) {
    let end = 0;
    /** @type {(Node | string)[]} */
    const parts = [];
    for (const match of node.data.matchAll(CLAUSE)) {
      parts.push(node.data.slice(end, match.index), h("a", { href: routeTo("rules", { clause: match[0] }) }, match[0]));
      end = (match.index ?? 0) + match[0].length;
    }
    node.replaceWith(...parts, node.data.slice(end));
  }
}

/**
 * Headings of clauses link to themselves, so that their address can be copied.
 * @param {Element} heading
 */
function anchor(heading) {
  const match = /^(R[\d.]+) (.*)$/s.exec(heading.textContent ?? "");
  if (!match) return;
  const [, clause = "", words = ""] = match;
  fill(heading, h("a", { class: "clause-number", href: routeTo("rules", { clause }) }, clause), " ", words);
}

/**
 * Wide tables scroll by themselves, also by keyboard; they are called by the heading before them.
 * @param {Element} table
 */
function scrollable(table) {
  const headings = [...(table.closest("section")?.querySelectorAll("h2, h3") ?? [])];
  const before = headings.filter((each) => each.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING);
  const name = t("rules.table", { name: before.at(-1)?.textContent ?? "" });
  const frame = h("div", { class: "table-frame", tabindex: 0, role: "group", "aria-label": name });
  table.replaceWith(frame);
  frame.append(table);
}

/** @param {Element} article */
function tableOfContents(article) {
  const item = (/** @type {Element} */ heading) =>
    h("li", null, h("a", { href: routeTo("rules", { clause: heading.id }) }, heading.textContent));
  return h("ol", null, [...article.querySelectorAll("h2[id]")].map(item));
}

/** @param {readonly Term[]} terms */
function glossarySection(terms) {
  const own = language();
  const others = LANGUAGES.filter((name) => name !== own);
  const sorted = [...terms].sort((one, other) => one[own][0].localeCompare(other[own][0], own));
  const heads = [...[own, ...others].map((name) => LANGUAGE_NAMES[name]), t("rules.meaning")];
  return h(
    "section",
    null,
    h("h2", { id: "glossary" }, t("rules.glossary")),
    h("p", null, t("rules.glossary-text")),
    h(
      "table",
      { class: "glossary" },
      h("thead", null, h("tr", null, heads.map((words) => h("th", { scope: "col" }, words)))),
      h(
        "tbody",
        null,
        sorted.map((term) =>
          h(
            "tr",
            null,
            h("th", { scope: "row" }, term[own][0]),
            others.map((name) => h("td", { lang: name }, term[name][0])),
            h("td", null, `${term[own][1]} (${term.clause})`),
          ),
        ),
      ),
    ),
  );
}

/**
 * Go to a clause and mark it.
 * @param {Element} article
 * @param {string} clause
 * @param {App} app
 */
function find(article, clause, app) {
  const target = /** @type {HTMLElement | null} */ (article.querySelector(`[id="${CSS.escape(clause)}"]`));
  if (!target) return app.replace("rules");
  target.classList.add("found");
  target.setAttribute("tabindex", "-1");
  // Pictures above load only when they come near, but their room is kept; one frame is enough for the layout.
  requestAnimationFrame(() => {
    target.scrollIntoView({ block: "start" });
    target.focus({ preventScroll: true });
  });
}
