// How the seats stand, on positions as the server sends them.

import assert from "node:assert/strict";
import { test } from "node:test";

import { endOf, race, stakes, standings } from "../../../../src/aquaromana/web/js/table/model/standing.js";
import { stateOf } from "../data.js";
import { at } from "../states.js";

for (const name of ["2p-build", "close", "claim", "over"]) {
  test(`every workman of ${name} is told once: on the board, on a podium, or out`, () => {
    const { view, table } = stateOf(name);
    const seats = standings(view, table.players, ["A", "B", "C", "D"]);
    for (const seat of seats) {
      const own = view.aqueducts.filter((aqueduct) => aqueduct.seat === seat.seat);
      assert.equal(seat.running.length + seat.mounted.length, own.length);
      for (const color of seat.colors) {
        const told = [...seat.running, ...seat.mounted].filter((item) => item.color === color).length;
        assert.equal(told, own.filter((aqueduct) => aqueduct.color === color).length);
      }
      const points = seat.mounted.reduce((sum, { podium, bonus }) => sum + podium + bonus, 0);
      assert.equal(points, seat.points, "podiums and bonus are the points");
    }
  });
}

test("who decides is marked, and nobody once the game is over", () => {
  const { view, table } = stateOf("2p-build");
  assert.deepEqual(standings(view, table.players, []).map((seat) => seat.isMover), [true, false]);
  const over = stateOf("over");
  assert.ok(standings(over.view, over.table.players, []).every((seat) => !seat.isMover));
});

test("once the game is given up nobody is told what closing now would bring", () => {
  const { view, table } = stateOf("2p-build");
  const told = (/** @type {typeof table.players} */ players) => {
    const seats = standings(view, players, ["You", "Anna"]);
    return [...seats.map((seat) => seat.ended), ...seats.flatMap((seat) => seat.running.map(({ podium }) => podium))];
  };
  assert.ok(told(table.players).every((points) => points !== null));
  const [first, ...others] = table.players;
  assert.ok(told([{ ...first, resigned: true }, ...others]).every((points) => points === null));
});

test("names, bots and hands come through", () => {
  const { view, table } = stateOf("reserve");
  const [you, bot] = standings(view, table.players, ["You", "Anna"]);
  assert.deepEqual([you.kind, you.name, you.isNamed], ["person", "You", false]);
  assert.deepEqual([bot.kind, bot.bot, bot.isNamed], ["bot", "search:3", true]);
  assert.equal(you.held.length, Object.values(view.seats[0].held ?? {}).reduce((sum, count) => sum + count, 0));
  assert.ok(you.held.length > 0);
});

test("the race has every open aqueduct, longest first, with those who threaten its next podium", () => {
  const { view } = stateOf("close");
  const racers = race(view);
  const open = view.aqueducts.filter((aqueduct) => aqueduct.open);
  assert.equal(racers.length, open.length);
  assert.deepEqual(racers.map((racer) => racer.length), open.map((one) => one.length).sort((a, b) => b - a));
  for (const racer of racers) {
    const own = open.find((aqueduct) => aqueduct.id === racer.id);
    assert.ok(own);
    assert.equal(racer.port, endOf(own));
    assert.deepEqual(racer.threats.map((threat) => threat.id), own.threats ?? []);
    assert.ok(racer.threats.every((threat) => threat.id !== racer.id));
  }
  assert.ok(racers.some((racer) => racer.threats.length));
});

test("a workman or a tile that is pointed at has its podium at stake", () => {
  const state = at("2p-build");
  assert.deepEqual(stakes(state), []);
  const aqueduct = state.view?.aqueducts.find((one) => one.open && one.podium) ?? assert.fail();
  const expected = [{ podium: aqueduct.podium, color: aqueduct.color }];
  assert.deepEqual(stakes({ ...state, hover: { workman: endOf(aqueduct) } }), expected);
  const choice = state.choices?.find((one) => one.face && one.podium) ?? assert.fail();
  const [stake] = stakes({ ...state, hover: { face: choice.face, square: choice.square } });
  assert.equal(stake.podium, choice.podium);
});
