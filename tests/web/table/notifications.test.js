// Whoever looks elsewhere is told: by the title of the tab, and by a notification if that is wanted.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { canNotify, createNotifications, isNotified, notify } from "../../../src/aquaromana/web/js/table/notifications.js";
import { received } from "../../../src/aquaromana/web/js/table/model/incoming.js";
import { opened } from "../../../src/aquaromana/web/js/table/model/state.js";
import { offerOf, stateOf } from "./data.js";
import { speak } from "./texts.js";

const world = /** @type {any} */ (globalThis);
const MINE = received(received(opened("t"), { ...stateOf("2p-build"), since: 0 }), offerOf("2p-build"));
const THEIRS = { ...MINE, yours: [1], moved: 40 };

/** @type {string[]} */
let shown = [];
/** @type {string[]} */
let titles = [];

class FakeNotification {
  static permission = "default";
  static answer = "granted";
  static async requestPermission() {
    FakeNotification.permission = FakeNotification.answer;
    return FakeNotification.answer;
  }

  /** @param {string} title */
  constructor(title) {
    shown.push(title);
  }

  close() {
    shown.push("closed");
  }
}

beforeEach(() => {
  speak("en");
  shown = [];
  titles = [];
  const kept = new Map();
  world.localStorage = {
    getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value),
    removeItem: (/** @type {string} */ name) => kept.delete(name),
  };
  world.document = { hidden: true };
  world.isSecureContext = true;
  world.Notification = FakeNotification;
  Object.assign(FakeNotification, { permission: "default", answer: "granted" });
});

const create = () =>
  createNotifications(/** @type {any} */ ({ title: (/** @type {string} */ text) => titles.push(text) }), () => ["You", "Anna"]);

test("the title says whose turn it is", () => {
  const notices = create();
  notices.update(THEIRS);
  notices.update(MINE);
  assert.deepEqual(titles, ["Table: You and Anna", "● Your turn · You and Anna"]);
  assert.deepEqual(shown, [], "nobody has asked for notifications");
});

test("the title waits for the film of what the others decided, unless nobody looks", () => {
  const notices = create();
  const ahead = { ...MINE, ply: MINE.ply + 2 };
  world.document.hidden = false;
  notices.update(ahead);
  notices.update({ ...ahead, shown: ahead.ply });
  world.document.hidden = true;
  notices.update(ahead);
  assert.deepEqual(titles, ["Table: You and Anna", "● Your turn · You and Anna", "● Your turn · You and Anna"]);
});

test("notifications come only to those who asked for them, once for each turn, while they look elsewhere", async () => {
  assert.ok(await notify(true));
  assert.ok(isNotified());
  const notices = create();
  notices.update(MINE);
  notices.update({ ...MINE, version: 45 });
  assert.deepEqual(shown, ["Your turn"]);
  notices.update(THEIRS);
  assert.deepEqual(shown, ["Your turn", "closed"]);
  world.document.hidden = false;
  notices.update({ ...MINE, moved: 50 });
  assert.equal(shown.length, 2, "whoever looks sees it");
  await notify(false);
  assert.equal(isNotified(), false);
});

test("what the browser does not allow is not switched on", async () => {
  FakeNotification.answer = "denied";
  assert.equal(await notify(true), false);
  assert.equal(isNotified(), false);
  world.isSecureContext = false;
  assert.equal(canNotify(), false);
});
