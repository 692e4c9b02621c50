// The symbols of the drawing, fetched once and put into the document, where every <use> finds them.

/** @type {Promise<void> | null} */
let loading = null;

/**
 * Bring the symbols into the document, unless they are there. What refers to them is drawn as soon as they come; until
 * then CSS hides it, since half a drawing is none: <html> gets data-symbols.
 * @param {string} [address]
 * @returns {Promise<void>}
 */
export function loadSymbols(address = "/art/symbols.svg") {
  loading ??= fetched(address).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`no symbols at ${address}: ${response.status}`);
  const parsed = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const symbols = document.importNode(/** @type {Element} */ (parsed.documentElement), true);
  // Gradients and clips work only where they are laid out. The symbols themselves need not be: they are copied.
  const resources = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  resources.append(...symbols.querySelectorAll("linearGradient, radialGradient, clipPath"));
  for (const [element, name] of /** @type {const} */ ([[symbols, "board-symbols"], [resources, "board-resources"]])) {
    element.setAttribute("class", name);
    element.setAttribute("aria-hidden", "true");
    element.setAttribute("focusable", "false");
  }
  document.body.append(resources, symbols);
  document.documentElement.dataset.symbols = "";
}
