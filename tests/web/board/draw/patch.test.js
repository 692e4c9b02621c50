// Elements that follow a drawing: they stay the same as long as their keys do.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { child, patch, stay } from "../../../../src/aquaromana/web/js/board/draw/patch.js";

/** As much of the document as is needed, and a count of what is done to it. */
class Fake {
  /** @param {string} tag */
  constructor(tag) {
    this.localName = tag;
    /** @type {Fake[]} */
    this.children = [];
    /** @type {Fake | null} */
    this.parent = null;
    /** @type {Map<string, string>} */
    this.attributes = new Map();
    this.style = {
      setProperty: (/** @type {string} */ name, /** @type {string} */ value) => this.setAttribute(name, value),
      removeProperty: (/** @type {string} */ name) => this.removeAttribute(name),
    };
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    done.push(`set ${name}`);
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  removeAttribute(name) {
    done.push(`unset ${name}`);
    this.attributes.delete(name);
  }

  remove() {
    done.push("remove");
    this.parent?.children.splice(this.parent.children.indexOf(this), 1);
    this.parent = null;
  }

  /** @param {Fake} element @param {Fake | null} next */
  insertBefore(element, next) {
    done.push("insert");
    if (element.parent) element.parent.children.splice(element.parent.children.indexOf(element), 1);
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, element);
    element.parent = this;
  }
}

/** @type {string[]} */
let done = [];
/** @type {any} */
const page = globalThis;
page.document = { createElementNS: (/** @type {string} */ _space, /** @type {string} */ tag) => new Fake(tag) };

/** @type {any} */
let root;
const keys = () => root.children.map((/** @type {Fake} */ one) => one.attributes.get("name"));
const nodes = (/** @type {string} */ names) => [...names].map((key) => ({ key, tag: "g", attrs: { name: key } }));

beforeEach(() => {
  root = new Fake("svg");
  done = [];
});

test("elements come, go and change places with as few moves as can be", () => {
  patch(root, nodes("abcde"));
  assert.deepEqual(keys(), [..."abcde"]);
  const before = new Map(root.children.map((/** @type {Fake} */ one) => [one.attributes.get("name"), one]));
  done = [];
  patch(root, nodes("ebcdx"));
  assert.deepEqual(keys(), [..."ebcdx"]);
  for (const key of "bcde") assert.equal(child(root, key), before.get(key));
  assert.deepEqual(done.filter((what) => what === "insert").length, 2, "e moves, x is new");
  assert.deepEqual(done.filter((what) => what === "remove").length, 1);
  assert.equal(child(root, "a"), undefined);
});

test("any order becomes any other", () => {
  const orders = ["", "a", "abc", "cab", "dcba", "bd", "abcdefg", "gfedcba", "badcfe"];
  for (const one of orders) {
    for (const other of orders) {
      patch(root, nodes(one));
      patch(root, nodes(other));
      assert.deepEqual(keys(), [...other]);
    }
  }
});

test("only what differs is set", () => {
  const drawn = (/** @type {string} */ x, /** @type {string | undefined} */ fill) => [
    { key: "a", tag: "g", kids: [{ key: "b", tag: "rect", attrs: { x, y: 2, fill }, vars: { "--run": x } }] },
  ];
  patch(root, drawn("1", "red"));
  done = [];
  patch(root, drawn("1", "red"));
  assert.deepEqual(done, []);
  patch(root, drawn("2", "red"));
  assert.deepEqual(done, ["set x", "set --run"]);
  done = [];
  patch(root, drawn("2", undefined));
  assert.deepEqual(done, ["unset fill"]);
  done = [];
  patch(root, [{ key: "a", tag: "g" }]);
  assert.deepEqual(done, ["remove"]);
  assert.equal(root.children[0].children.length, 0);
});

test("a key with another tag is another element, and no key comes twice", () => {
  patch(root, [{ key: "a", tag: "g" }]);
  const [group] = root.children;
  patch(root, [{ key: "a", tag: "rect" }]);
  assert.notEqual(root.children[0], group);
  assert.equal(root.children.length, 1);
  assert.throws(() => patch(root, nodes("aa")), /two nodes with the key a/);
});

test("what stays in its place is a longest run", () => {
  assert.deepEqual(stay([..."abcde"], [..."eabcd"]), [..."abcd"]);
  assert.deepEqual(stay([..."abc"], [..."xyz"]), []);
  assert.equal(stay([..."abcdef"], [..."badcfe"]).length, 3);
});
