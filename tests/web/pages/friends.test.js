// A table for friends: what was chosen, what the server is asked for, and how it is told.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { t, useTexts } from "../../../src/aquaromana/web/js/lib/i18n.js";
import { clockOf, clockWords, readClock } from "../../../src/aquaromana/web/js/parts/time_control.js";
import { readFriends, readTerms, wishOf } from "../../../src/aquaromana/web/js/pages/friends.js";
import { nextWords } from "../../../src/aquaromana/web/js/pages/join.js";
import { linkTo } from "../../../src/aquaromana/web/js/parts/links.js";
import { leadWords, rowsOf, termsOf } from "../../../src/aquaromana/web/js/parts/waiting_room.js";
import { isAsked, standing } from "../../../src/aquaromana/web/js/parts/table_cards.js";
import { install } from "../lib/fake_dom.js";

install();

/** @param {"de" | "en" | "fr"} language */
function speak(language) {
  const folder = new URL(`../../../src/aquaromana/web/locale/${language}/`, import.meta.url);
  const read = (/** @type {string} */ area) => JSON.parse(readFileSync(new URL(`${area}.json`, folder), "utf8"));
  useTexts(language, Object.fromEntries(["common", "friends", "games", "start"].map((area) => [area, read(area)])));
}

/** @type {any} */
const TABLE = {
  id: "x7",
  status: "waiting",
  mover: 0,
  points: [0, 0, 0],
  players: [
    { seat: 0, kind: "person", name: "Ann" },
    { seat: 1, kind: "open", chair: 1 },
    { seat: 2, kind: "person", chair: 2 },
  ],
};

test("the first time: oneself and a friend, without a clock", () => {
  const seats = readFriends(null, "Ann");
  assert.deepEqual(wishOf(seats, readTerms(null), { lobby: true }), {
    players: [{ kind: "person", name: "Ann" }, { kind: "open" }],
    options: { clock: null, lots: false, auto: true, public: false, hints: false, grace: 30, match: null },
    layout: "balanced",
  });
});

test("a name that was chosen for the seat stays", () => {
  const [first] = readFriends([{ kind: "person", name: "Bea" }, { kind: "open" }], "Ann");
  assert.equal(first?.name, "Bea");
});

test("nothing is public where there is no lobby", () => {
  const terms = readTerms({ public: true, lots: true, auto: false });
  const { options } = wishOf(readFriends(null, ""), terms, { lobby: false });
  assert.deepEqual(options, {
    clock: null,
    lots: true,
    auto: false,
    public: false,
    hints: false,
    grace: 30,
    match: null,
  });
  assert.equal(wishOf(readFriends(null, ""), terms, { lobby: true }).options.public, true);
});

test("the layout is the balanced one unless another one was chosen", () => {
  const wish = (/** @type {unknown} */ layout) => wishOf(readFriends(null, ""), readTerms({ layout }), { lobby: false });
  assert.equal(wish("standard").layout, "standard");
  for (const damaged of [undefined, null, "round", 2]) assert.equal(wish(damaged).layout, "balanced");
});

test("in a match everyone begins equally often", () => {
  const wish = (/** @type {unknown} */ rounds) => wishOf(readFriends(null, ""), readTerms({ rounds }), { lobby: false });
  assert.deepEqual(wish(2).options.match, { games: 4 });
  for (const damaged of [-1, 99, "2", null]) assert.equal(wish(damaged).options.match, null);
});

test("in a game over days nobody has to sit there", () => {
  const terms = readTerms({ clock: { per: "stretch", stretch: 86400 } });
  assert.equal(wishOf(readFriends(null, ""), terms, { lobby: false }).options.grace, 86400);
});

test("clocks are those that can be chosen", () => {
  assert.equal(clockOf(readClock("nonsense")), null);
  assert.deepEqual(clockOf(readClock({ per: "stretch", stretch: 86400, zero: "resign", increment: 5 })), {
    per: "stretch",
    seconds: 86400,
    zero: "resign",
  });
  assert.deepEqual(clockOf(readClock({ per: "game", game: 77, increment: -1 })), {
    per: "game",
    seconds: 1200,
    increment: 10,
    zero: "bot",
  });
});

test("a clock in words", () => {
  speak("en");
  const short = clockWords({ per: "stretch", seconds: 30 });
  assert.equal(short, "30 seconds for every turn. When the time is up, a bot plays on.");
  speak("de");
  const long = clockWords({ per: "stretch", seconds: 259200, zero: "resign" });
  assert.match(long, /^3 Tage für jeden Zug\. .* aufgegeben\.$/);
  speak("fr");
  const whole = clockWords({ per: "game", seconds: 600, increment: 5 });
  assert.match(whole, /^10\sminutes pour toute la partie, plus 5\ssecondes/u);
  assert.deepEqual(termsOf(TABLE), []);
  assert.equal(termsOf({ ...TABLE, options: { lots: true, public: true, hints: true } }).length, 3);
});

test("whoever is invited is told what comes next", () => {
  speak("en");
  assert.match(nextWords(TABLE), /begins at once/);
  assert.match(nextWords({ ...TABLE, options: { auto: false } }), /^The host starts/);
  const two = { ...TABLE, players: [...TABLE.players, { seat: 3, kind: "open", chair: 3 }] };
  assert.match(nextWords(two), /as soon as everybody is there/);
  assert.match(nextWords({ ...TABLE, status: "playing" }), /under way/);
});

test("the waiting room: an invitation for open seats, to whoever was told its link", () => {
  speak("en");
  const chairs = [{ chair: 0, link: "#own" }, { chair: 1, link: "#invite", invite: true, bot: "t.s" }];
  const links = /** @type {any} */ ({ chairs });
  const host = rowsOf({ table: TABLE, yours: [0], host: true, version: 1 }, { present: [2] }, links);
  assert.deepEqual(host.map((row) => row.link), ["", "#invite", ""]);
  assert.deepEqual(host.map((row) => row.token), ["", "t.s", ""]);
  assert.deepEqual(host.map((row) => row.name), ["Ann", "Open seat", "Player 3"]);
  assert.deepEqual(host.map((row) => row.isHere), [false, false, true]);
  const guest = rowsOf({ table: TABLE, yours: [2], version: 1 }, null, null);
  assert.deepEqual(guest.map((row) => row.name), ["Ann", "Open seat", "You"]);
  assert.deepEqual(guest.map((row) => row.isMine), [false, false, true]);
  assert.deepEqual(guest.map((row) => row.link), ["", "", ""]);
});

test("whose turn it is depends on who asks", () => {
  speak("en");
  assert.equal(standing(TABLE, [0]), "1 seat is still open");
  const playing = { ...TABLE, status: "playing" };
  assert.equal(standing(playing, [0]), "It is your turn");
  assert.equal(standing(playing, [2]), "Ann to move");
  assert.equal(standing(playing, []), "Ann to move");
  assert.ok(isAsked(playing, [0]));
  assert.ok(!isAsked(playing, [2]));
  assert.ok(!isAsked(TABLE, [0]));
  const away = { ...playing, players: [{ ...TABLE.players[0], stand_in: "search:2" }, ...TABLE.players.slice(1)] };
  assert.ok(!isAsked(away, [0]));
});

test("whoever has given up has not won, whatever the points", () => {
  speak("en");
  const seat = (/** @type {number} */ number, /** @type {string} */ name, resigned = false) =>
    ({ seat: number, kind: "person", name, resigned });
  const over = (/** @type {any[]} */ players, points = [0, 0, 0].slice(0, players.length)) =>
    /** @type {any} */ ({ id: "x7", status: "over", mover: 0, points, players });
  const left = standing(over([seat(0, "Ann", true), seat(1, "Ben")]), []);
  assert.equal(left, `${t("games.left", { names: "Ben" })} · ${t("games.resigned", { names: "Ann" })}`);
  const mine = [seat(0, "", true), seat(1, "Ben")];
  assert.match(standing(over(mine), [0]), new RegExp(`${t("games.resigned-you")}$`));
  const played = over([seat(0, "Ann", true), seat(1, "Ben"), seat(2, "Cleo")], [30, 20, 10]);
  assert.match(standing(played, []), new RegExp(`^${t("games.won", { names: "Ben", count: 20 })} · .*Ann$`));
  assert.equal(standing(over([seat(0, "Ann"), seat(1, "Ben")], [3, 3]), []), t("games.shared", {
    names: ["Ann", "Ben"],
    count: 3,
  }));
});

test("who has a seat and is not there is named", () => {
  speak("en");
  const how = { open: 0, auto: true, plays: true };
  assert.equal(leadWords({ ...how, missing: [], isHost: true }), t("friends.lead.ready"));
  for (const isHost of [true, false]) assert.match(leadWords({ ...how, missing: ["Ann"], isHost }), /Ann/);
  assert.doesNotMatch(leadWords({ ...how, open: 1, missing: ["Ann"], isHost: true }), /Ann/, "open seats come first");
});

test("a link says what it is for", () => {
  assert.equal(linkTo("#/join/x7/hush", "watch"), "#/join/x7/hush?as=watch");
  assert.equal(linkTo("", "watch"), "");
});
