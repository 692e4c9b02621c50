/**
 * The settings, stored in this browser.
 *
 *   settings.speed                            read: language is in i18n.js, everything else is here
 *   change("speed", 2)                        set, keep, apply to the document, tell listeners
 *   const end = onChange((name) => …)         subscribe; end() unsubscribes
 *   theme()                                   "light" or "dark", what is shown now: for addresses of pictures
 *   moving()                                  whether things may move: the setting, or what the system asks for
 *   usesLetters()                             whether single letters are commands
 *   recall("seats"), keep("seats", value)     anything else worth remembering, as JSON
 *
 * Without storage (private windows, blocked) all this works until the page is closed.
 * The document carries data-theme="light|dark", data-motion="on|off", data-patterns="on|off" on <html>.
 */

/**
 * @typedef {object} Settings
 * @property {"auto" | "light" | "dark"} theme
 * @property {"auto" | "on" | "off"} motion whether moves are animated; auto asks the system
 * @property {number} speed of animations, 0.5 to 4; 1 is normal
 * @property {boolean} autoConfirm a complete stretch is played without asking
 * @property {boolean} patterns letters and patterns in addition to colors are emphasized
 * @property {boolean} thinking show what bots think
 * @property {boolean} coach ask to look again before a turn that gives away a lot; coach.js has it for single tables
 * @property {"off" | "turn" | "all"} sounds `turn`: only that it is your turn, while the page is hidden
 */

/** @type {Readonly<Settings>} */
export const DEFAULTS = Object.freeze({
  theme: "auto",
  motion: "auto",
  speed: 1,
  autoConfirm: false,
  patterns: false,
  thinking: false,
  coach: false,
  sounds: "turn",
});

/** What a stored value may be; anything else is ignored. @type {Record<keyof Settings, (value: unknown) => boolean>} */
const VALID = {
  theme: (value) => ["auto", "light", "dark"].includes(/** @type {string} */ (value)),
  motion: (value) => ["auto", "on", "off"].includes(/** @type {string} */ (value)),
  speed: (value) => typeof value === "number" && value >= 0.5 && value <= 4,
  autoConfirm: (value) => typeof value === "boolean",
  patterns: (value) => typeof value === "boolean",
  thinking: (value) => typeof value === "boolean",
  coach: (value) => typeof value === "boolean",
  sounds: (value) => ["off", "turn", "all"].includes(/** @type {string} */ (value)),
};

const PREFIX = "aqua.";

/** What storage refuses, until the page is closed. @type {Map<string, string>} */
const memory = new Map();

/**
 * Something kept before, or null.
 * @param {string} name
 * @returns {any}
 */
export function recall(name) {
  try {
    const text = memory.get(name) ?? localStorage.getItem(PREFIX + name);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Keep something under a name; undefined forgets it.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  const text = JSON.stringify(value);
  try {
    if (text === undefined) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, text);
    memory.delete(name);
  } catch {
    if (text === undefined) memory.delete(name);
    else memory.set(name, text);
  }
}

/** The current values; change them by `change`. @type {Settings} */
export const settings = { ...DEFAULTS };

/** @type {Set<(name: keyof Settings) => void>} */
const listeners = new Set();

/** Read what was kept, and apply it; called once by the application, and again when another window has changed it. */
export function loadSettings() {
  const stored = recall("settings");
  for (const name of /** @type {(keyof Settings)[]} */ (Object.keys(DEFAULTS))) {
    const value = stored?.[name];
    const next = VALID[name](value) ? value : DEFAULTS[name];
    if (settings[name] === next) continue;
    /** @type {any} */ (settings)[name] = next;
    for (const listener of [...listeners]) listener(name);
  }
  apply();
}

/**
 * Set one value.
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function change(name, value) {
  if (settings[name] === value) return;
  settings[name] = value;
  keep("settings", settings);
  apply();
  for (const listener of [...listeners]) listener(name);
}

/**
 * Subscribe to changes, including those of the system that change `theme()` or `moving()`. Returns a function that
 * unsubscribes.
 * @param {(name: keyof Settings) => void} listener
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** @param {string} query */
const asks = (query) => typeof matchMedia === "function" && matchMedia(query).matches;

/** @returns {"light" | "dark"} */
export function theme() {
  if (settings.theme !== "auto") return settings.theme;
  return asks("(prefers-color-scheme: dark)") ? "dark" : "light";
}

/** Whether people use their fingers: then nobody needs to hear of keys. */
export const touches = () => asks("(hover: none)");

/** Whether single letters are commands; some people dictate, or their screen reader has other plans for letters. */
export const usesLetters = () => recall("letters") !== false;

/** @returns {boolean} */
export function moving() {
  return settings.motion === "auto" ? !asks("(prefers-reduced-motion: reduce)") : settings.motion === "on";
}

function apply() {
  const root = document.documentElement;
  root.dataset.theme = theme();
  root.dataset.motion = moving() ? "on" : "off";
  root.dataset.patterns = settings.patterns ? "on" : "off";
}

/** Follow the system and other windows; called once by the application. */
export function followSystem() {
  for (const [query, name] of /** @type {const} */ ([
    ["(prefers-color-scheme: dark)", "theme"],
    ["(prefers-reduced-motion: reduce)", "motion"],
  ])) {
    matchMedia(query).addEventListener("change", () => {
      apply();
      for (const listener of [...listeners]) listener(name);
    });
  }
  addEventListener("storage", (event) => {
    if (event.key === `${PREFIX}settings`) loadSettings();
  });
}
