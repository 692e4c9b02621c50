/**
 * DOM helpers: elements without a framework.
 *
 *   h("button", {class: "primary", type: "button", onclick: play}, t("start.play"))
 *   s("circle", {r: 4, fill: "var(--aq-water)"})          the same for SVG
 *   fill(host, heading, list)                             what was in host goes, these come
 *   keyed(list, games, {key: (game) => game.id, create: row, update: refresh})
 *
 * Attributes: a function under `on…` is a listener; true sets the bare attribute; false, null and undefined leave it
 * out; everything else is written as text. There is no `style` attribute: the content security policy forbids it. Set
 * `element.style.…` or use a class. Children: nodes, strings, numbers, lists of them; null and false are left out.
 * Strings are always text, never markup.
 */

/** @typedef {Node | string | number | boolean | null | undefined} Child */
/** @typedef {Child | Child[]} Children */
/** @typedef {Record<string, unknown>} Attributes */

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes, ...children) {
  return built(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes | null} [attributes]
 * @param {...Children} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes, ...children) {
  return built(/** @type {SVGElementTagNameMap[K]} */ (document.createElementNS(SVG, tag)), attributes, children);
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes | null | undefined} attributes
 * @param {Children[]} children
 * @returns {E}
 */
function built(element, attributes, children) {
  if (attributes) set(element, attributes);
  append(element, children);
  return element;
}

/**
 * Set attributes of an element, as `h` does; listeners are added, not replaced.
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else {
      const text = value === true ? "" : String(value);
      if (element.getAttribute(name) !== text) element.setAttribute(name, text);
    }
  }
}

/**
 * @param {Element} element
 * @param {Children[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && typeof child !== "boolean") {
      element.append(typeof child === "number" ? String(child) : child);
    }
  }
}

/**
 * Replace all children.
 * @param {Element} element
 * @param {...Children} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Change the text of an element only where it differs, so that nothing is announced or laid out needlessly.
 * @param {Element} element
 * @param {string | number} text
 */
export function write(element, text) {
  if (element.textContent !== String(text)) element.textContent = String(text);
}

/** @type {WeakMap<ParentNode, Map<string, Element>>} */
const kept = new WeakMap();

/**
 * Make the children of `parent` those of `items`, keeping the element of every key that was there before: focus,
 * animation and position in the page survive. `parent` must hold nothing else. Moves as few elements as a single pass
 * from the back can tell.
 * @template T
 * @param {Element} parent
 * @param {Iterable<T>} items
 * @param {{
 *   key: (item: T, index: number) => string | number,
 *   create: (item: T, index: number) => Element,
 *   update?: (element: any, item: T, index: number) => void,
 *   leave?: (element: any) => void,
 * }} how `update` is called for every item, new ones included; `leave` before an element is removed
 */
export function keyed(parent, items, { key, create, update, leave }) {
  const before = kept.get(parent) ?? new Map();
  /** @type {Map<string, Element>} */
  const now = new Map();
  let index = 0;
  for (const item of items) {
    const name = String(key(item, index));
    if (now.has(name)) throw new Error(`two items with the key ${name}`);
    const element = before.get(name) ?? create(item, index);
    now.set(name, element);
    update?.(element, item, index);
    index += 1;
  }
  for (const [name, element] of before) {
    if (now.has(name)) continue;
    leave?.(element);
    element.remove();
  }
  /** @type {Element | null} */
  let next = null;
  for (const element of [...now.values()].reverse()) {
    if (element.parentNode !== parent || element.nextSibling !== next) parent.insertBefore(element, next);
    next = element;
  }
  kept.set(parent, now);
}

/**
 * A handler of `pointerenter` for what can hover: a finger that touches something does not look at it.
 *
 * @param {() => void} look
 * @returns {(event: PointerEvent) => void}
 */
export function byPointer(look) {
  return ({ pointerType }) => {
    if (pointerType !== "touch") look();
  };
}

/**
 * A handler of `focus` for those who go by keyboard: a tap leaves the focus behind too.
 *
 * @param {() => void} look
 * @returns {(event: FocusEvent) => void}
 */
export function byKeyboard(look) {
  return ({ target }) => {
    if (target instanceof Element && target.matches(":focus-visible")) look();
  };
}
