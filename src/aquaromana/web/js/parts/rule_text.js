/**
 * The text of the rules, and a clause of it in a dialog: nobody has to leave a table to read it.
 *
 *   await fetchRules()        the nodes of /rules/<language>.html
 *   picture(figure, examples) puts the drawing into a figure with data-example
 *   await openRule("R4.3")    shows that clause above the page
 */

import { ApiError, get } from "../lib/api.js";
import { openDialog } from "../lib/dialog.js";
import { h } from "../lib/dom.js";
import { language, t } from "../lib/i18n.js";
import { routeTo } from "../lib/router.js";
import { theme } from "../lib/settings.js";

/**
 * @typedef {object} Example
 * @property {string} position
 * @property {string} region
 * @property {string} [marks] what is pointed out
 * @property {string} [move] a decision that is made, and pointed out too
 * @property {number} width
 * @property {number} height
 */

export async function fetchRules() {
  const response = await fetch(`/rules/${language()}.html`).catch(() => null);
  if (!response?.ok) throw new ApiError("network/unreachable");
  // Our own text as nodes; nothing in it runs.
  return [...new DOMParser().parseFromString(await response.text(), "text/html").body.childNodes];
}

/**
 * Put the drawing into a figure. Its caption says what it shows, so it also serves as the alternative text.
 * @param {HTMLElement} figure
 * @param {Record<string, Example>} examples
 * @returns {() => void} what draws it again in another theme
 */
export function picture(figure, examples) {
  const example = examples[figure.dataset.example ?? ""];
  if (!example) return () => {};
  const { position, region, marks, move, width, height } = example;
  const caption = figure.querySelector("figcaption");
  const alt = (caption?.textContent ?? "").replace(/\s+/g, " ").trim();
  caption?.setAttribute("aria-hidden", "true");
  const query = new URLSearchParams({ region, ...(marks && { marks }), ...(move && { move }) });
  const address = () => `/api/positions/${position}/board.svg?${query}&theme=${theme()}&language=${language()}`;
  const image = h("img", { loading: "lazy", decoding: "async", width, height, alt, src: address() });
  image.style.maxWidth = `${Math.min(width, Math.max(280, width * 0.55))}px`;
  figure.prepend(image);
  return () => image.setAttribute("src", address());
}

/**
 * Show a clause with its drawings above the page.
 * @param {string} clause
 * @param {AbortSignal} [signal] nobody wants to read it any more
 */
export async function openRule(clause, signal) {
  const [nodes, examples] = await Promise.all([fetchRules(), get("/rules/examples.json")]);
  if (signal?.aborted) return;
  const heading = h("div", null, nodes).querySelector(`[id="${CSS.escape(clause)}"]`);
  if (!heading) throw new ApiError("network/unreachable");
  const body = [];
  for (let next = heading.nextElementSibling; next && !next.matches("h2, h3"); next = next.nextElementSibling) {
    body.push(next);
  }
  for (const figure of body.filter((each) => each.matches("figure"))) {
    picture(/** @type {HTMLElement} */ (figure), examples);
  }
  const { close } = openDialog({
    title: heading.textContent ?? "",
    class: "rule",
    body: [
      h("div", { class: "rules-text" }, body),
      h("p", null, h("a", { href: routeTo("rules", { clause }), onclick: () => close() }, t("table.all-rules"))),
    ],
  });
}
