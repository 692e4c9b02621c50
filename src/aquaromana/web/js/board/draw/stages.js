/** Draws a large change in stages, one per frame: all at once would block the page. */

/** @import {Drawn} from "./patch.js" */
/** @import {Layer, Layers} from "./scene.js" */

import { sizeOf } from "./symbols.js";

/** So many new elements are little work; most moves bring fewer. */
const ROOM = 300;

/**
 * The next stage on the way from what is drawn to what is wanted. Old nodes stay under new ones until these are
 * complete, so that no gap shows.
 * @param {Layers} drawn
 * @param {Layers} wanted
 * @param {number} [room] how many elements may come
 * @param {(node: Drawn) => number} [weigh]
 * @returns {Layers} `wanted` itself when there is room for the rest
 */
export function onTheWay(drawn, wanted, room = ROOM, weigh = weight) {
  const names = /** @type {Layer[]} */ (Object.keys(wanted)).filter((name) => wanted[name] !== drawn[name]);
  const layers = names.map((name) => ({ name, ...compared(drawn[name] ?? [], wanted[name] ?? []) }));
  const all = layers.flatMap(({ coming }) => coming).reduce((sum, node) => sum + weigh(node), 0);
  if (all <= room) return wanted;
  let left = room;
  /** @type {Layers} */
  const next = { ...drawn };
  for (const { name, coming, before } of layers) {
    /** @type {Set<Drawn>} */
    const taken = new Set();
    for (const node of coming) {
      if (left <= 0) break;
      taken.add(node);
      left -= weigh(node);
    }
    next[name] = merged(before, wanted[name] ?? [], taken);
  }
  return next;
}

/**
 * @param {readonly Drawn[]} old
 * @param {readonly Drawn[]} wanted
 */
function compared(old, wanted) {
  const before = new Map(old.map((node) => [node.key, node]));
  return { before, coming: wanted.filter((node) => !isAlike(before.get(node.key), node)) };
}

/**
 * Whether the element of one node serves the other too.
 * @param {Drawn | undefined} a
 * @param {Drawn} b
 */
function isAlike(a, b) {
  return a !== undefined && a.tag === b.tag && a.attrs?.href === b.attrs?.href;
}

/**
 * What is there or taken, in the order that is wanted; what goes stays behind what it lay on: to move it would take as
 * long as to draw it.
 * @param {ReadonlyMap<string, Drawn>} before
 * @param {readonly Drawn[]} wanted
 * @param {ReadonlySet<Drawn>} taken
 * @returns {Drawn[]}
 */
function merged(before, wanted, taken) {
  const keys = new Set(wanted.map(({ key }) => key));
  /** @type {Drawn[]} */
  let going = [];
  const lowest = going;
  /** What goes, by the key of what it lies on. @type {Map<string, Drawn[]>} */
  const over = new Map();
  for (const node of before.values()) {
    if (keys.has(node.key)) over.set(node.key, (going = []));
    else going.push(node);
  }
  const staying = wanted.flatMap((node) => {
    const old = before.get(node.key);
    const now = taken.has(node) || isAlike(old, node) ? node : old;
    return now ? [now, ...(over.get(node.key) ?? [])] : [];
  });
  return [...lowest, ...staying];
}

/**
 * The elements that a node adds to the page.
 * @param {Drawn} node
 * @returns {number}
 */
function weight({ attrs, kids = [] }) {
  const symbol = attrs?.href ? sizeOf(String(attrs.href).slice(1)) : 0;
  return kids.reduce((sum, kid) => sum + weight(kid), 1 + symbol);
}
