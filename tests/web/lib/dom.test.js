// Elements, and lists that keep what they can.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fill, h, keyed, s, set, write } from "../../../src/aquaromana/web/js/lib/dom.js";
import { FakeElement, install } from "./fake_dom.js";

install();

/** @param {any} element */
const texts = (element) => element.children.map((/** @type {any} */ child) => child.textContent);

test("attributes: true is bare, false and nothing are left out, functions listen", () => {
  const element = /** @type {any} */ (
    h("button", { class: "primary", disabled: true, hidden: false, title: null, tabindex: -1, onclick: () => {} })
  );
  assert.deepEqual([...element.attributes], [["class", "primary"], ["disabled", ""], ["tabindex", "-1"]]);
  assert.deepEqual([...element.listeners.keys()], ["click"]);
});

test("children may be nested, missing and numbers; markup stays text", () => {
  const element = h("p", null, "a", ["b", [3, null, false]], undefined, s("g"), "<b>");
  assert.equal(element.textContent, "ab3<b>");
  fill(element, "new");
  assert.equal(element.textContent, "new");
});

test("set removes what becomes false", () => {
  const element = /** @type {any} */ (h("p", { hidden: true }));
  set(element, { hidden: false, lang: "de" });
  assert.deepEqual([...element.attributes], [["lang", "de"]]);
});

test("write touches only what differs", () => {
  const element = h("p", null, "same");
  const [child] = /** @type {any} */ (element).children;
  write(element, "same");
  assert.equal(/** @type {any} */ (element).children[0], child);
  write(element, 7);
  assert.equal(element.textContent, "7");
});

/** @param {any} parent @param {string[]} names @param {string[]} [left] */
function show(parent, names, left = []) {
  keyed(parent, names, {
    key: (name) => name,
    create: (name) => h("li", { id: name }),
    update: (element, name, index) => fill(element, `${index}${name}`),
    leave: (element) => left.push(element.getAttribute("id")),
  });
}

test("a keyed list follows its items and keeps their elements", () => {
  const list = new FakeElement("ul");
  show(list, ["a", "b", "c"]);
  const [a, b, c] = list.children;
  const left = /** @type {string[]} */ ([]);
  show(list, ["c", "d", "a"], left);
  assert.deepEqual(texts(list), ["0c", "1d", "2a"]);
  assert.equal(list.children[0], c);
  assert.equal(list.children[2], a);
  assert.deepEqual(left, ["b"]);
  assert.equal(b?.parentNode, null);
});

test("a keyed list that does not change moves nothing, one at the end moves one", () => {
  const list = new FakeElement("ul");
  show(list, ["a", "b", "c"]);
  const before = list.moves;
  show(list, ["a", "b", "c"]);
  assert.equal(list.moves, before);
  show(list, ["a", "b", "c", "d"]);
  assert.equal(list.moves, before + 1);
  show(list, ["b", "c", "d"]);
  assert.equal(list.moves, before + 1);
});

test("every order of a keyed list comes out right", () => {
  const list = new FakeElement("ul");
  for (const names of ["abcd", "dcba", "bd", "", "adbc", "c"]) {
    show(list, [...names]);
    assert.deepEqual(texts(list), [...names].map((name, index) => `${index}${name}`));
  }
});

test("two items with one key are a mistake", () => {
  assert.throws(() => show(new FakeElement("ul"), ["a", "a"]), /two items/);
});
