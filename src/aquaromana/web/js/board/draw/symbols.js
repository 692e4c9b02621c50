/**
 * The SVG symbols, fetched once and put into the document, where every <use> finds them. In another language figures
 * have other letters: others take their place.
 */

/** @type {Promise<void> | null} */
let loading = null;
/** The language of those that were asked for last. */
let asked = "";

/**
 * Bring the symbols into the document, unless they are there. What refers to them is drawn as soon as they come; until
 * then CSS hides it, since half a drawing is none: <html> gets data-symbols.
 * @returns {Promise<void>}
 */
export function loadSymbols() {
  const root = document.documentElement;
  if (loading && asked === root.lang) return loading;
  if (!asked) new MutationObserver(() => void loadSymbols()).observe(root, { attributeFilter: ["lang"] });
  asked = root.lang;
  loading = fetched(asked).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @param {string} language */
async function fetched(language) {
  const address = `/art/symbols.svg${language && language !== "en" ? `?language=${language}` : ""}`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no symbols at ${address}: ${response.status}`);
  // As HTML, which is read in a third of the time that XML takes.
  const parsed = new DOMParser().parseFromString(await response.text(), "text/html");
  const symbols = document.adoptNode(/** @type {Element} */ (parsed.body.firstElementChild));
  // Gradients and clips work only where they are laid out. The symbols themselves need not be: they are copied.
  const resources = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  resources.append(...symbols.querySelectorAll("linearGradient, radialGradient, clipPath"));
  for (const [element, name] of /** @type {const} */ ([[symbols, "board-symbols"], [resources, "board-resources"]])) {
    element.setAttribute("class", name);
    element.setAttribute("aria-hidden", "true");
    element.setAttribute("focusable", "false");
  }
  if (language !== asked) return; // others come
  for (const old of document.querySelectorAll(".board-symbols, .board-resources")) old.remove();
  document.body.append(resources, symbols);
  document.documentElement.dataset.symbols = "";
}

/** @type {Map<string, number>} */
const sizes = new Map();

/**
 * How many elements every <use> of a symbol adds to the page.
 * @param {string} name
 * @returns {number}
 */
export function sizeOf(name) {
  const known = sizes.get(name);
  if (known !== undefined) return known;
  const parts = document.getElementById(name)?.querySelectorAll("*");
  if (!parts) return 0;
  const uses = [...parts].filter(({ localName }) => localName === "use");
  const inner = uses.map((use) => sizeOf(String(use.getAttribute("href")).slice(1)));
  const size = inner.reduce((sum, more) => sum + more, parts.length + 1);
  sizes.set(name, size);
  return size;
}
