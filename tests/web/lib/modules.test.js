// Modules that are loaded when they are needed.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { ApiError } from "../../../src/aquaromana/web/js/lib/api.js";
import { loaded, openLoaded } from "../../../src/aquaromana/web/js/lib/modules.js";

const world = /** @type {any} */ (globalThis);

beforeEach(() => {
  const target = new EventTarget();
  world.addEventListener = target.addEventListener.bind(target);
  world.dispatchEvent = target.dispatchEvent.bind(target);
  world.fetch = async () => ({ status: 200 });
  world.AbortSignal.any = undefined; // in older browsers
});

test("a module that arrives is handed on", async () => {
  const found = await loaded(import("../../../src/aquaromana/web/js/lib/ids.js"));
  assert.equal(typeof found.freshId, "function");
});

test("a module that cannot be fetched is an error that can be told in words", async () => {
  const failed = loaded(Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await assert.rejects(failed, (error) => error instanceof ApiError && error.code === "network/unreachable");
});

test("a mistake inside a module stays what it is", async () => {
  await assert.rejects(loaded(Promise.reject(new SyntaxError("unexpected"))), SyntaxError);
});

/** Something that is opened; how often, and what went wrong. */
function place() {
  /** @type {{ opened: string[], troubles: unknown[] }} */
  const seen = { opened: [], troubles: [] };
  return {
    seen,
    /** @param {() => Promise<string>} load @param {AbortSignal} [signal] */
    open: (load, signal) =>
      openLoaded(load, (module) => void seen.opened.push(module), {
        signal,
        onTrouble: (error) => seen.troubles.push(error),
      }),
  };
}

/** @param {string} key */
function press(key) {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  world.dispatchEvent(event);
  return event;
}

test("Escape while a dialog is being loaded cancels it, and does nothing else", async () => {
  const { seen, open } = place();
  const opening = open(async () => "help");
  assert.equal(press("x").defaultPrevented, false);
  assert.equal(press("Escape").defaultPrevented, true);
  assert.equal(await opening, false);
  assert.deepEqual(seen, { opened: [], troubles: [] });
  assert.equal(await open(async () => "help"), true);
  assert.equal(press("Escape").defaultPrevented, false, "the dialog itself has it now");
  assert.deepEqual(seen.opened, ["help"]);
});

test("whoever leaves the page opens nothing there", async () => {
  const { seen, open } = place();
  const leaving = new AbortController();
  const openings = [open(async () => "help"), open(async () => "share", leaving.signal)];
  leaving.abort();
  openings.push(open(async () => "rule"));
  world.dispatchEvent(new Event("hashchange"));
  assert.deepEqual(await Promise.all(openings), [false, false, false]);
  assert.deepEqual(seen, { opened: [], troubles: [] });
});

test("what is open closes when its page is left, and a page that was left before opens nothing", async () => {
  const leaving = new AbortController();
  /** @type {AbortSignal[]} */
  const signals = [];
  const how = { signal: leaving.signal, onTrouble: assert.fail };
  const share = async () => "share";
  assert.equal(await openLoaded(share, (_, wanted) => signals.push(wanted), how), true);
  assert.deepEqual(signals.map(({ aborted }) => aborted), [false]);
  leaving.abort();
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true]);
  assert.equal(await openLoaded(share, (_, wanted) => signals.push(wanted), how), false);
  assert.equal(signals.length, 1);
});

test("a key that is pressed twice opens one dialog, and another key the last one", async () => {
  const { seen, open } = place();
  const help = async () => "help";
  await Promise.all([open(help), open(help)]);
  await Promise.all([open(help), open(async () => "share")]);
  assert.deepEqual(seen.opened, ["help", "share"]);
});

test("what cannot be loaded is told once, and loads when it is tried again", async () => {
  const { seen, open } = place();
  let asked = 0;
  const help = async () => ((asked += 1), "help");
  world.fetch = async () => assert.fail("there is no network");
  assert.equal(await open(help), false);
  world.fetch = async () => ({ status: 502 });
  assert.equal(await open(help), false);
  assert.equal(asked, 0, "some browsers never ask again for a module that did not come");
  assert.deepEqual(seen.troubles.map((error) => error instanceof ApiError && error.code), [
    "network/unreachable", "network/unreachable",
  ]);
  world.fetch = async () => ({ status: 200 });
  assert.equal(await open(help), true);
  assert.deepEqual(seen.opened, ["help"]);
});
