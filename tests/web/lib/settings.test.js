// Settings: kept where that is possible, sensible whatever was kept.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { install } from "./fake_dom.js";

const root = install();
/** @type {Map<string, string>} */
const stored = new Map();
let refuses = false;
/** @type {Set<string>} */
const asked = new Set();

/** @template T @param {T} value */
const guarded = (value) => {
  if (refuses) throw new Error("SecurityError");
  return value;
};

Object.assign(globalThis, {
  localStorage: {
    getItem: (/** @type {string} */ name) => guarded(stored.get(name) ?? null),
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => guarded(stored.set(name, value)),
    removeItem: (/** @type {string} */ name) => guarded(stored.delete(name)),
  },
  matchMedia: (/** @type {string} */ query) => ({ matches: asked.has(query) }),
});

const { DEFAULTS, change, keep, loadSettings, moving, onChange, recall, settings, theme } = await import(
  "../../../src/aquaromana/web/js/lib/settings.js"
);

beforeEach(() => {
  refuses = false;
  stored.clear();
  asked.clear();
  loadSettings();
});

test("without anything kept there are the defaults", () => {
  assert.deepEqual({ ...settings }, DEFAULTS);
});

test("a change is kept, shown and told", () => {
  const told = /** @type {string[]} */ ([]);
  const end = onChange((name) => told.push(name));
  change("theme", "dark");
  change("theme", "dark");
  end();
  change("speed", 2);
  assert.deepEqual(told, ["theme"]);
  assert.equal(root.dataset.theme, "dark");
  loadSettings();
  assert.equal(settings.speed, 2);
});

test("what is kept and makes no sense is passed over", () => {
  stored.set("aqua.settings", JSON.stringify({ theme: "pink", speed: "fast", motion: "off", patterns: 1, extra: true }));
  loadSettings();
  assert.deepEqual({ ...settings }, { ...DEFAULTS, motion: "off" });
  for (const broken of ["{", "null", "[]", "7"]) {
    stored.set("aqua.settings", broken);
    loadSettings();
    assert.deepEqual({ ...settings }, DEFAULTS);
  }
});

test("without storage everything works until the page is closed", () => {
  refuses = true;
  change("patterns", true);
  keep("seats", [1, 2]);
  assert.deepEqual(recall("seats"), [1, 2]);
  assert.equal(settings.patterns, true);
  assert.equal(root.dataset.patterns, "on");
  keep("seats", undefined);
  assert.equal(recall("seats"), null);
});

test("theme and motion follow the system until they are set", () => {
  assert.equal(theme(), "light");
  assert.ok(moving());
  asked.add("(prefers-color-scheme: dark)").add("(prefers-reduced-motion: reduce)");
  assert.equal(theme(), "dark");
  assert.ok(!moving());
  change("theme", "light");
  change("motion", "on");
  assert.equal(theme(), "light");
  assert.ok(moving());
});
