// Chat, links and notices: what they show, as data.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PHRASES, saidWords, unread } from "../../../src/aquaromana/web/js/table/chat.js";
import { linkRows } from "../../../src/aquaromana/web/js/table/links_dialog.js";
import { call } from "../../../src/aquaromana/web/js/table/notifications.js";
import { standings } from "../../../src/aquaromana/web/js/table/model/standing.js";
import { received } from "../../../src/aquaromana/web/js/table/model/incoming.js";
import { isCompany, opened } from "../../../src/aquaromana/web/js/table/model/state.js";
import { offerOf, stateOf } from "./data.js";
import { LANGUAGES, speak } from "./texts.js";

/** @import {LinksMessage, Player, SaidMessage} from "../../../src/aquaromana/web/js/types.js" */

const MESSAGE = stateOf("2p-build");
const STATE = received(received(opened("t"), { ...MESSAGE, since: 0 }), offerOf("2p-build"));
/** @type {Player[]} */
const PEOPLE = [{ seat: 0, kind: "person", name: "Anna" }, { seat: 1, kind: "person", name: "Ben", chair: 1 }];
const TOGETHER = { ...STATE, table: { ...MESSAGE.table, players: PEOPLE } };

test("phrases are said in the language of whoever reads them", () => {
  const said = new Set();
  for (const language of LANGUAGES) {
    speak(language);
    for (const phrase of PHRASES) said.add(saidWords({ phrase }));
  }
  assert.equal(said.size, 3 * PHRASES.length);
  assert.equal(saidWords({ phrase: "from-a-later-version" }), "");
  assert.equal(saidWords({ text: "<b>" }), "<b>");
});

test("what others said since one has looked is unread", () => {
  speak("en");
  /** @type {SaidMessage[]} */
  const said = [0, 1, 1, 0].map((seat, number) => ({ type: "said", number, seat, at: 0, text: "x" }));
  assert.equal(unread(said, [0], -1), 2);
  assert.equal(unread(said, [0], 1), 1);
  assert.equal(unread([{ ...said[1], text: "", phrase: "unknown" }], [0], -1), 0);
});

test("there is company where somebody plays elsewhere", () => {
  assert.equal(isCompany(STATE), false, "a bot does not count as company");
  assert.equal(isCompany(TOGETHER), true);
  assert.equal(isCompany({ ...TOGETHER, yours: [0, 1] }), false, "all are at this screen");
});

test("one is called for one's decision and for what others ask, and not twice for the same", () => {
  assert.equal(call(STATE), "turn 41");
  assert.equal(call({ ...STATE, version: 45 }), "turn 41", "other changes are not a new call");
  assert.equal(call({ ...STATE, yours: [1] }), "");
  const pending = { what: /** @type {const} */ ("takeback"), by: 1, agreed: [1], waiting: [0] };
  assert.equal(call({ ...STATE, pending }), "asked takeback 1");
  assert.equal(call({ ...STATE, gone: "table/deleted" }), "");
});

test("links: one's own for another device; for the host those of all, with a new one to hand a seat over", () => {
  speak("en");
  /** @type {LinksMessage} */
  const links = {
    type: "links",
    id: "x",
    chairs: [
      { chair: 0, seat: 0, link: "#/join/t/a" },
      { chair: 1, seat: 1, link: "#/join/t/b" },
    ],
    watch: "#/join/t/w",
    host: "#/join/t/h",
  };
  const names = ["Anna", "Ben"];
  const rows = linkRows({ ...TOGETHER, host: true }, links, names);
  assert.deepEqual(rows.map(({ void: replaced }) => replaced?.what ?? ""), ["chair", "chair", "watch", "host"]);
  assert.deepEqual(rows.map(({ void: replaced }) => replaced?.own), [true, false, false, true], "one keeps one's own");
  assert.match(rows[1].title, /Ben/);
  const guest = linkRows(TOGETHER, { ...links, chairs: links.chairs.slice(0, 1), host: "" }, names);
  assert.deepEqual(guest.map(({ void: replaced }) => replaced?.own ?? null), [true, null]);
  const open = linkRows(
    { ...TOGETHER, host: true },
    { ...links, chairs: [{ ...links.chairs[1], invite: true }] },
    names,
  );
  assert.equal(open[0].hash, "#/join/t/b", "an invitation asks for a name");
  assert.equal(open[0].void, null);
});

test("the seats tell who is there, who is stood in for and who has given up", () => {
  const presence = { type: /** @type {const} */ ("presence"), present: [0], away: { 1: 900 } };
  const players = [PEOPLE[0], { ...PEOPLE[1], stand_in: "search:3" }];
  const [me, ben] = standings(MESSAGE.view, players, ["Anna", "Ben"], { yours: [0], host: true, presence });
  assert.deepEqual([me.isYours, me.isHost, me.isHere], [true, true, null]);
  assert.deepEqual([ben.isYours, ben.isHere, ben.away, ben.isStoodIn], [false, false, 900, true]);
  const out = [PEOPLE[0], { ...PEOPLE[1], resigned: true }];
  const [, given] = standings(MESSAGE.view, out, ["Anna", "Ben"], { yours: [0], host: false, presence });
  assert.deepEqual([given.isResigned, given.isHere], [true, null]);
  assert.equal(standings(MESSAGE.view, PEOPLE, ["Anna", "Ben"])[0].isYours, false, "alone at a screen nobody is told");
});
