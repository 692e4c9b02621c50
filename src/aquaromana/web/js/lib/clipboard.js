/** The clipboard, with a fallback for pages without https, where the browser's API is not available. */

/**
 * Put a text on the clipboard.
 * @param {string} text
 * @returns {Promise<boolean>} whether it is there
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text);
  }
}

/**
 * Copies by selecting the text; inside the open dialog, if there is one, since nothing else can be selected then.
 * @param {string} text
 */
function copyByHand(text) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = document.createElement("textarea");
  field.className = "unseen";
  field.value = text;
  (focused?.closest("dialog") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  focused?.focus();
  return done;
}
