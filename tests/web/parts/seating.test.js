// Who sits down: what was remembered, and what the server is asked for.

import assert from "node:assert/strict";
import { test } from "node:test";

import { botOptions, LEVELS, levelOptions } from "../../../src/aquaromana/web/js/parts/bots.js";
import { quickPlayers, readQuick } from "../../../src/aquaromana/web/js/parts/quick_game.js";
import { playersOf, readSeating } from "../../../src/aquaromana/web/js/parts/seating.js";
import { LANGUAGES, speak } from "../table/texts.js";

test("the first time two people sit down", () => {
  const seats = readSeating(null);
  assert.deepEqual(playersOf(seats), [{ kind: "person", name: "" }, { kind: "person", name: "" }]);
});

test("what was remembered and makes no sense is mended", () => {
  const seats = readSeating([{ kind: "bot", bot: "search:4", name: "x".repeat(99) }, 7, { kind: "god" }, {}, {}, {}]);
  assert.equal(seats.length, 4);
  assert.equal(seats[0]?.name.length, 40);
  assert.deepEqual(seats[1], { kind: "person", bot: "level:3", name: "" });
  for (const broken of ["", {}, 3, [null]]) assert.equal(readSeating(broken).length, 2);
});

test("the levels are offered in their order, then the server's other bots; without an answer the levels alone", async () => {
  const told = ["random", "greedy", ...LEVELS, "search:1", "search:5", "own"];
  globalThis.fetch = async () => new Response(JSON.stringify(told.map((name) => ({ name }))));
  assert.deepEqual((await botOptions()).map(([name]) => name), [...LEVELS, "random", "greedy", "own"]);
  globalThis.fetch = () => Promise.reject(new TypeError("no network"));
  assert.deepEqual((await botOptions()).map(([name]) => name), LEVELS);
});

test("levels did not say how hard they are, and newcomers began at the third", () => {
  for (const language of LANGUAGES) {
    speak(language);
    const words = levelOptions().map(([, name]) => (/^\d+ · (.+) · .+$/.exec(name) ?? /^Champion · (.+)$/.exec(name))?.[1]);
    assert.equal(new Set(words).size, 6);
    assert.ok(words.every((word, at) => !words.slice(0, at).includes(word) || word === words[at - 1]));
  }
  speak("en");
  assert.equal(levelOptions()[2][1], "3 · easy · Helper");
  assert.deepEqual(levelOptions().at(-1), ["champion", "Champion · the strongest"]);
  assert.deepEqual(readQuick(null).levels, ["level:1", "level:1", "level:1"]);
});

test("bots get names that nobody else has", () => {
  const players = playersOf([
    { kind: "person", bot: "", name: " Agrippa " },
    { kind: "bot", bot: "search:1", name: "" },
    { kind: "bot", bot: "search:2", name: "Titus" },
    { kind: "bot", bot: "search:3", name: "" },
  ]);
  assert.deepEqual(players.map((player) => player.name), ["Agrippa", "Livia", "Titus", "Frontinus"]);
  assert.ok(!("bot" in /** @type {object} */ (players[0])));
});

test("seats for friends are open, and only where friends can come", () => {
  const kept = [{ kind: "person", name: "Ann" }, { kind: "open", name: "Agrippa" }, { kind: "bot", bot: "search:4" }];
  assert.deepEqual(readSeating(kept).map((seat) => seat.kind), ["person", "person", "bot"]);
  const seats = readSeating(kept, { isOpen: true });
  assert.deepEqual(playersOf(seats), [
    { kind: "person", name: "Ann" },
    { kind: "open" },
    { kind: "bot", bot: "search:4", name: "Agrippa" },
  ]);
  assert.deepEqual(readSeating(null, { isOpen: true }).map((seat) => seat.kind), ["person", "open"]);
});

test("a quick game: you begin, or the lot decides", () => {
  const quick = readQuick({ players: 4, levels: ["level:1", "level:99", "level:12"], lot: false });
  assert.deepEqual(quick, { players: 4, levels: ["level:1", "level:3", "level:12"], lot: false });
  const earlier = readQuick({ players: 4, levels: ["search:1", "search:5", 7] });
  assert.deepEqual(earlier.levels, ["level:1", "champion", "level:3"]);
  const seats = quickPlayers(quick, 0.99);
  assert.deepEqual(seats.map((seat) => seat.kind), ["person", "bot", "bot", "bot"]);
  assert.deepEqual(quickPlayers({ ...quick, lot: true }, 0.99).map((seat) => seat.kind), ["bot", "bot", "bot", "person"]);
  assert.deepEqual(quickPlayers({ ...quick, lot: true, players: 2 }, 0.1).map((seat) => seat.kind), ["person", "bot"]);
  assert.equal(readQuick(null).players, 3);
  assert.equal(readQuick({ players: 7 }).players, 3);
});
