/**
 * A small virtual DOM for SVG: a drawing as data, and elements that follow it.
 *
 * What is drawn is a list of nodes with a key each. `patch` makes the children of an element those of the list: an
 * element stays the same as long as its key does, only what differs is set, and what can stay in its place is not
 * moved. So animations run on, and focus stays where it is.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Drawn
 * @property {string} key unique among its siblings
 * @property {string} tag
 * @property {Readonly<Record<string, string | number | undefined>>} [attrs] undefined leaves one out
 * @property {Readonly<Record<string, string>>} [vars] variables of CSS
 * @property {readonly Drawn[]} [kids]
 */

/** @type {WeakMap<Element, Drawn>} */
const drawn = new WeakMap();
/** @type {WeakMap<Element, Map<string, Element>>} */
const children = new WeakMap();

/**
 * Make the children of `parent` those of `nodes`.
 * @param {Element} parent
 * @param {readonly Drawn[]} nodes
 */
export function patch(parent, nodes) {
  const before = children.get(parent) ?? new Map();
  /** @type {Map<string, Element>} */
  const now = new Map();
  for (const node of nodes) {
    const old = before.get(node.key);
    const element = old && old.localName === node.tag ? old : document.createElementNS(SVG, node.tag);
    if (now.has(node.key)) throw new Error(`two nodes with the key ${node.key}`);
    now.set(node.key, element);
    refresh(element, node);
  }
  children.set(parent, now);
  if (isSame(before, now)) return;
  for (const [key, element] of before) if (now.get(key) !== element) element.remove();
  const keys = [...now.keys()];
  const resting = new Set(stay([...before.keys()], keys).filter((key) => now.get(key) === before.get(key)));
  /** @type {Element | null} */
  let next = null;
  for (const key of keys.reverse()) {
    const element = /** @type {Element} */ (now.get(key));
    if (!resting.has(key)) parent.insertBefore(element, next);
    next = element;
  }
}

/**
 * Whether the same elements are there in the same order.
 * @param {ReadonlyMap<string, Element>} before
 * @param {ReadonlyMap<string, Element>} now
 */
function isSame(before, now) {
  if (before.size !== now.size) return false;
  const old = before.values();
  for (const element of now.values()) if (old.next().value !== element) return false;
  return true;
}

/**
 * The element of a key, or undefined.
 * @param {Element} parent
 * @param {string} key
 * @returns {SVGGraphicsElement | undefined}
 */
export function child(parent, key) {
  return /** @type {SVGGraphicsElement | undefined} */ (children.get(parent)?.get(key));
}

/**
 * @param {Element} element
 * @param {Drawn} node
 */
function refresh(element, node) {
  const old = drawn.get(element);
  if (old === node) return;
  const { attrs = {}, vars = {}, kids = [] } = node;
  for (const [name, value] of Object.entries(attrs)) {
    if (old?.attrs?.[name] === value) continue;
    if (value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
  for (const name of Object.keys(old?.attrs ?? {})) if (!(name in attrs)) element.removeAttribute(name);
  const { style } = /** @type {SVGElement} */ (element);
  for (const [name, value] of Object.entries(vars)) if (old?.vars?.[name] !== value) style.setProperty(name, value);
  for (const name of Object.keys(old?.vars ?? {})) if (!(name in vars)) style.removeProperty(name);
  if (kids.length || old?.kids?.length) patch(element, kids);
  drawn.set(element, node);
}

/**
 * The keys that need not be moved when one order becomes another: a longest run that is in both, in order.
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @returns {string[]}
 */
export function stay(before, after) {
  const place = new Map(before.map((key, index) => [key, index]));
  const kept = after.filter((key) => place.has(key));
  const at = kept.map((key) => /** @type {number} */ (place.get(key)));
  /** For each length of a run the index of its least last element. @type {number[]} */
  const tails = [];
  /** @type {number[]} */
  const previous = [];
  at.forEach((value, index) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (at[tails[middle]] < value) low = middle + 1;
      else high = middle;
    }
    previous[index] = low ? tails[low - 1] : -1;
    tails[low] = index;
  });
  const run = [];
  for (let index = tails[tails.length - 1] ?? -1; index >= 0; index = previous[index]) run.push(kept[index]);
  return run.reverse();
}
