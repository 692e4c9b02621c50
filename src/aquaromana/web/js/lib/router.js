/**
 * The router: which page an address means.
 *
 *   parseRoute("#/rules/R4.3")        {page: "rules", params: {clause: "R4.3"}}
 *   parseRoute("#/nonsense")          null
 *   routeTo("table", {id: "x7"})      "#/table/x7"
 *   parseRoute("#/join/x7/SECRET")    {page: "join", params: {id: "x7", secret: "SECRET"}}
 */

/** @typedef {{page: string, params: Record<string, string>}} Route */

/** Pages by the first word of the address, with the names of their parameters in order; `!` if one is needed. */
const PAGES = /** @type {Record<string, readonly [string, ...string[]]>} */ ({
  "": ["start"],
  table: ["table", "id!"],
  friends: ["friends"],
  join: ["join", "id!", "secret"],
  lobby: ["lobby"],
  games: ["games"],
  replay: ["replay", "id!"],
  review: ["review", "id!"],
  mistakes: ["mistakes", "id!"],
  position: ["position", "text!"],
  study: ["study"],
  learn: ["learn"],
  puzzles: ["puzzles", "id"],
  rules: ["rules", "clause"],
  settings: ["settings"],
});

/**
 * The page of a hash like `#/replay/x7?ply=12`, or null if there is none. What follows `?` joins the parameters.
 * @param {string} hash
 * @returns {Route | null}
 */
export function parseRoute(hash) {
  const [address = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [word = "", ...parts] = address.split("/");
  const [page, ...parameters] = Object.hasOwn(PAGES, word) ? (PAGES[word] ?? []) : [];
  if (!page || parts.slice(parameters.length).join("/")) return null;
  const params = Object.fromEntries(new URLSearchParams(query));
  for (const [index, parameter] of parameters.entries()) {
    const part = parts[index];
    if (!part && parameter.endsWith("!")) return null;
    if (!part) continue;
    try {
      params[bare(parameter)] = decodeURIComponent(part);
    } catch {
      return null;
    }
  }
  return { page, params };
}

/** @param {string} parameter */
const bare = (parameter) => parameter.replace("!", "");

/**
 * The hash of a page.
 * @param {string} page
 * @param {Record<string, string | number>} [params]
 */
export function routeTo(page, params = {}) {
  const found = Object.entries(PAGES).find(([, [name]]) => name === page);
  if (!found) throw new Error(`there is no page ${page}`);
  const [word, [, ...parameters]] = found;
  const names = parameters.map(bare);
  const own = names.map((name) => params[name]).filter((value) => value !== undefined);
  const path = [word, ...own.map((value) => encodeURIComponent(value))];
  const others = Object.entries(params).filter(([name]) => !names.includes(name));
  const query = new URLSearchParams(others.map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.join("/")}${query ? `?${query}` : ""}`;
}
