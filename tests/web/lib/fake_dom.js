// As much of a document as the library needs: elements with attributes, children and listeners.

export class FakeNode {
  /** @type {FakeElement | null} */
  parentNode = null;

  get nextSibling() {
    const all = this.parentNode?.children ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  remove() {
    if (!this.parentNode) return;
    this.parentNode.children = this.parentNode.children.filter((child) => child !== this);
    this.parentNode = null;
  }
}

export class FakeText extends FakeNode {
  /** @param {string} text */
  constructor(text) {
    super();
    this.textContent = text;
  }
}

export class FakeElement extends FakeNode {
  /** @type {FakeNode[]} */
  children = [];
  /** @type {Map<string, string>} */
  attributes = new Map();
  /** @type {Map<string, Function[]>} */
  listeners = new Map();
  /** How often a child was put somewhere. */
  moves = 0;

  /** @param {string} tag */
  constructor(tag) {
    super();
    this.tag = tag;
  }

  get textContent() {
    return this.children.map((child) => /** @type {any} */ (child).textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {string} type @param {Function} listener */
  addEventListener(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  /** @param {...(FakeNode | string)} nodes */
  append(...nodes) {
    for (const node of nodes) this.insertBefore(typeof node === "string" ? new FakeText(node) : node, null);
  }

  /** @param {...(FakeNode | string)} nodes */
  replaceChildren(...nodes) {
    for (const child of [...this.children]) child.remove();
    this.append(...nodes);
  }

  /** @param {FakeNode} node @param {FakeNode | null} before */
  insertBefore(node, before) {
    node.remove();
    const at = before ? this.children.indexOf(before) : this.children.length;
    this.children.splice(at, 0, node);
    node.parentNode = this;
    this.moves += 1;
  }
}

/** Make it the document of this process. */
export function install() {
  const root = { lang: "", dataset: {} };
  const document = {
    documentElement: root,
    createElement: (/** @type {string} */ tag) => new FakeElement(tag),
    createElementNS: (/** @type {string} */ _space, /** @type {string} */ tag) => new FakeElement(tag),
  };
  Object.assign(globalThis, { document, MutationObserver: class { observe() {} } });
  return root;
}
