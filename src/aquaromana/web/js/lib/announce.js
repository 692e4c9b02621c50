/**
 * Announcements for screen readers, through two live regions.
 *
 *   announce(t("table.your-turn"))                    after what it is saying now
 *   announce(t("errors.table/stale"), {urgent: true}) immediately
 *
 * index.html holds the two live regions. Several texts within a moment are said as one, in order; the same text twice
 * is said twice.
 */

const PAUSE = 80;

/** @type {Record<"polite" | "assertive", string[]>} */
const waiting = { polite: [], assertive: [] };
let scheduled = 0;

/**
 * Say a text.
 * @param {string} text
 * @param {{urgent?: boolean}} [how]
 */
export function announce(text, { urgent = false } = {}) {
  if (!text) return;
  waiting[urgent ? "assertive" : "polite"].push(text);
  if (!scheduled) scheduled = setTimeout(speak, PAUSE);
}

function speak() {
  scheduled = 0;
  for (const manner of /** @type {const} */ (["polite", "assertive"])) {
    const texts = waiting[manner].splice(0);
    const region = document.getElementById(`announce-${manner}`);
    if (!texts.length || !region) continue;
    const line = document.createElement("p");
    line.textContent = texts.join(" ");
    region.replaceChildren(line);
  }
}
