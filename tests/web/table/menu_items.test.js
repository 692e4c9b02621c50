// What the menu of the table offers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { menuItems } from "../../../src/aquaromana/web/js/table/menu_items.js";
import { received } from "../../../src/aquaromana/web/js/table/model/incoming.js";
import { opened } from "../../../src/aquaromana/web/js/table/model/state.js";
import { stateOf } from "./data.js";
import { speak } from "./texts.js";

/** @import {TableState} from "../../../src/aquaromana/web/js/table/model/state.js" */

speak("en");

const HERE = { names: ["Anna", "Ben"], now: 0, isShared: false, hasWebhooks: false, isTyping: false };
const MESSAGE = stateOf("2p-build");
const players = [0, 1].map((seat) => ({ seat, kind: /** @type {const} */ ("person") }));
const STATE = received(opened("t"), { ...MESSAGE, since: 0, yours: [0, 1], table: { ...MESSAGE.table, players } });
const SIDEWAYS = ["share", "spoken", "rules", "games", "settings"];
const TOOLS = ["type", "thinking", ...SIDEWAYS];

/** @type {string[]} */
const done = [];
const WAYS = {
  want: (/** @type {{ type: string }} */ wish) => void done.push(wish.type),
  ...Object.fromEntries(
    ["takeBack", "resign", "rematch", "openLinks", "mute", "notify", "openWebhook", "switchTyping"].map((name) => [
      name,
      () => void done.push(name),
    ]),
  ),
};

/** @param {Partial<TableState>} [state] @param {Partial<typeof HERE>} [here] */
const items = (state = {}, here = {}) => menuItems({ ...STATE, ...state }, { ...HERE, ...here }, /** @type {any} */ (WAYS));
/** @param {Parameters<typeof items>} how */
const keys = (...how) => items(...how).map(({ key }) => key);

test("everybody at one screen: no chat, no links, and a way to resign at the end of the menu", () => {
  assert.deepEqual(keys().filter((key) => key !== "takeback"), [...TOOLS, "resign"]);
});

test("spectators are offered the tools alone", () => {
  assert.deepEqual(keys({ yours: [], host: false }).filter((key) => key !== "mute"), TOOLS);
});

test("with company there is a chat, the host may switch it off, and a bot can take over", () => {
  assert.ok(["mute", "leave", "resign"].every((key) => keys({ yours: [0] }).includes(key)));
  assert.ok(!keys({ yours: [0], host: false }).includes("chat"));
  assert.ok(keys({ yours: [0], host: true }).includes("chat"));
  items({ yours: [0], host: true }).find(({ key }) => key === "leave")?.run();
  assert.deepEqual(done.splice(0), ["stand_in"]);
});

test("what the header has no room for on a phone held sideways is in the menu, and only there", () => {
  assert.deepEqual(items().filter(({ only }) => only === "sideways").map(({ key }) => key), SIDEWAYS);
});

test("links and webhooks are offered where the server has them", () => {
  assert.ok(!keys({ yours: [0] }).includes("links"));
  const found = keys({ yours: [0] }, { isShared: true, hasWebhooks: true });
  assert.ok(found.includes("links") && found.includes("webhook"));
});
