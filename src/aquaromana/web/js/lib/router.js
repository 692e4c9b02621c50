// Which page an address means.
//
//   parseRoute("#/rules/R4.3")        {page: "rules", params: {clause: "R4.3"}}
//   parseRoute("#/nonsense")          null
//   routeTo("table", {id: "x7"})      "#/table/x7"

/** @typedef {{page: string, params: Record<string, string>}} Route */

/** Pages by the first word of the address, with the name of the one parameter they may have; `!` if they need it. */
const PAGES = /** @type {const} */ ({
  "": ["start", ""],
  table: ["table", "id!"],
  games: ["games", ""],
  replay: ["replay", "id!"],
  position: ["position", "text!"],
  rules: ["rules", "clause"],
  settings: ["settings", ""],
});

/**
 * The page of a hash like `#/replay/x7?ply=12`, or null if there is none. What follows `?` joins the parameters.
 * @param {string} hash
 * @returns {Route | null}
 */
export function parseRoute(hash) {
  const [address = "", query = ""] = hash.replace(/^#?\/?/, "").split("?");
  const [word = "", rest, ...more] = address.split("/");
  const entry = Object.hasOwn(PAGES, word) ? PAGES[/** @type {keyof typeof PAGES} */ (word)] : undefined;
  if (!entry || more.length > 0) return null;
  const [page, parameter] = entry;
  const name = parameter.replace("!", "");
  if (!name ? rest : parameter.endsWith("!") && !rest) return null;
  const params = Object.fromEntries(new URLSearchParams(query));
  if (rest) {
    try {
      params[name] = decodeURIComponent(rest);
    } catch {
      return null;
    }
  }
  return { page, params };
}

/**
 * The hash of a page.
 * @param {string} page
 * @param {Record<string, string | number>} [params]
 */
export function routeTo(page, params = {}) {
  const found = Object.entries(PAGES).find(([, [name]]) => name === page);
  if (!found) throw new Error(`there is no page ${page}`);
  const [word, [, parameter]] = found;
  const { [parameter.replace("!", "")]: own, ...others } = params;
  const path = [word, own === undefined ? undefined : encodeURIComponent(own)].filter((part) => part !== undefined);
  const query = new URLSearchParams(Object.entries(others).map(([name, value]) => [name, String(value)])).toString();
  return `#/${path.join("/")}${query ? `?${query}` : ""}`;
}
