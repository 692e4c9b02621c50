// Which choices remain after pointing, in any order, on choices as the server sends them.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  isUsable, kindStates, kindsAsked, marks, partOf, point, question, remaining, settled, subjectOf,
} from "../../../../src/aquaromana/web/js/table/model/pointing.js";
import { stateWords } from "../../../../src/aquaromana/web/js/board/words.js";
import { useTexts } from "../../../../src/aquaromana/web/js/lib/i18n.js";
import { choicesOf, stateOf, textsOf } from "../data.js";

/** @import {Choice} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {Part} from "../../../../src/aquaromana/web/js/table/model/pointing.js" */

const BUILDS = choicesOf("2p-build");
const moves = (/** @type {Choice[]} */ choices) => choices.map((choice) => choice.move);

/** @template T @param {T[]} items @returns {T[][]} */
function permutations(items) {
  if (items.length < 2) return [items];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

for (const name of ["2p-build", "3p-setup", "extra", "close", "claim", "move", "reserve"]) {
  test(`every choice of ${name} is found by pointing at its parts in every order`, () => {
    const choices = choicesOf(name);
    for (const choice of choices) {
      for (const order of permutations(partsOf(choice))) {
        /** @type {Part[]} */
        let pointed = [];
        for (const part of order) {
          const next = point(choices, pointed, part);
          assert.ok(next, `${choice.move}: ${JSON.stringify(part)}`);
          pointed = next;
        }
        assert.deepEqual(moves(remaining(choices, pointed)), [choice.move]);
      }
    }
  });

  test(`answering question after question leads to every choice of ${name}`, () => {
    const choices = choicesOf(name);
    /** @type {Set<string>} */
    const found = new Set();
    const ask = (/** @type {Part[]} */ parts) => {
      const asked = question(choices, parts);
      assert.ok(asked);
      for (const { part, left } of asked.options) {
        assert.deepEqual(left, remaining(choices, [...parts, part]));
        if (left.length === 1) found.add(left[0].move);
        else ask([...parts, part]);
      }
    };
    ask([]);
    assert.deepEqual([...found].sort(), moves(choices).sort());
  });
}

/** @param {Choice} choice */
function partsOf(choice) {
  /** @type {Part[]} */
  const parts = [];
  if (choice.type === "pass" || choice.type === "close") parts.push({ move: choice.move });
  if (choice.type === "close") return parts;
  if (choice.workman) parts.push({ workman: choice.workman });
  if (choice.builder) parts.push({ builder: choice.builder });
  if (choice.square) parts.push({ square: choice.square, face: choice.face });
  if (choice.kind) parts.push({ kind: choice.kind });
  return parts;
}

test("pointing at the same thing again takes it back", () => {
  const once = point(BUILDS, [], { workman: BUILDS[0].workman });
  assert.deepEqual(once, [{ workman: BUILDS[0].workman }]);
  assert.deepEqual(point(BUILDS, once ?? [], { workman: BUILDS[0].workman }), []);
});

test("another workman replaces the first and forgets a builder whom he does not see", () => {
  const [first, other] = pairOfWorkmenWithoutCommonBuilder();
  const parts = [{ workman: first.workman }, { builder: first.builder }];
  assert.deepEqual(point(BUILDS, parts, { workman: other.workman }), [{ workman: other.workman }]);
});

test("a builder who fits stays when another workman is chosen", () => {
  const choices = [
    { move: "a", type: /** @type {const} */ ("build"), workman: "D1e", builder: 4, square: "E1", face: "Csw" },
    { move: "b", type: /** @type {const} */ ("build"), workman: "D1s", builder: 4, square: "D2", face: "Cne" },
  ];
  const parts = point(choices, [{ workman: "D1e" }, { builder: 4 }], { workman: "D1s" });
  assert.deepEqual(parts, [{ builder: 4 }, { workman: "D1s" }]);
});

test("nothing that a choice does not have can be pointed at", () => {
  assert.equal(point(BUILDS, [], { workman: "K8n" }), null);
  assert.equal(isUsable(BUILDS, { workman: "K8n" }), false);
  assert.equal(isUsable(BUILDS, { workman: BUILDS[0].workman }), true);
});

test("what all remaining choices share is settled", () => {
  const own = remaining(BUILDS, [{ workman: BUILDS[0].workman }]);
  assert.equal(settled(own).workman, BUILDS[0].workman);
  assert.equal(settled(own).square, BUILDS[0].square);
  assert.equal(settled(BUILDS).workman, undefined);
  assert.deepEqual(settled([]), {});
});

test("targets of the board are parts and subjects", () => {
  assert.deepEqual(partOf({ what: "workman", name: "D1e" }), { workman: "D1e" });
  assert.deepEqual(partOf({ what: "builder", name: "12" }), { builder: 12 });
  assert.deepEqual(partOf({ what: "path", name: "13" }), { builder: 13 });
  assert.deepEqual(partOf({ what: "square", name: "F4" }), { square: "F4" });
  assert.deepEqual(partOf({ what: "ghost", name: "F4", face: "B" }), { square: "F4", face: "B" });
  assert.deepEqual(subjectOf({ what: "path", name: "13" }), { subject: "builder", name: "13" });
  assert.deepEqual(subjectOf({ what: "ghost", name: "F4", face: "B" }), { subject: "square", name: "F4" });
});

test("at first the workmen who can build glow, and the others are dim", () => {
  const { view } = stateOf("2p-build");
  const found = marks(view, BUILDS, [], null);
  const usable = found.workmen.filter((mark) => mark.state === "usable").map((mark) => mark.port);
  assert.deepEqual(new Set(usable), new Set(BUILDS.map((choice) => choice.workman)));
  const own = view.aqueducts.filter((aqueduct) => aqueduct.open && aqueduct.seat === view.mover);
  assert.equal(found.workmen.length, own.length);
  assert.deepEqual([found.beams, found.ghosts, found.builders], [[], [], []]);
});

test("where the builder is asked for first, the builders glow and the workmen wait", () => {
  const { view } = stateOf("2p-build");
  const found = marks(view, BUILDS, [], null, "builder");
  assert.deepEqual(new Set(found.builders.map(({ path }) => path)), new Set(BUILDS.map(({ builder }) => builder)));
  assert.deepEqual(new Set(found.builders.map(({ state }) => state)), new Set(["usable"]));
  assert.deepEqual(new Set(found.workmen.map(({ state }) => state)), new Set(["dim"]));
  const { builder } = BUILDS[0];
  const chosen = marks(view, BUILDS, [{ builder }], null, "builder");
  assert.deepEqual(chosen, marks(view, BUILDS, [{ builder }], null));
});

test("a chosen workman shows beams to the builders he may use, and no other", () => {
  const { view } = stateOf("2p-build");
  const workman = workmanWithSeveralBuilders();
  const found = marks(view, BUILDS, [{ workman }], null);
  const builders = new Set(remaining(BUILDS, [{ workman }]).map((choice) => choice.builder));
  assert.ok(builders.size > 1);
  assert.deepEqual(new Set(found.beams.map((beam) => beam.path)), builders);
  assert.ok(found.beams.every((beam) => beam.square === workman.slice(0, -1)));
  assert.deepEqual(new Set(found.builders.map((mark) => mark.path)), builders);
  assert.equal(found.workmen.find((mark) => mark.port === workman)?.state, "chosen");
});

test("a chosen builder shows ghosts with end, length and podium, and where he walks", () => {
  const { view } = stateOf("2p-build");
  const choice = BUILDS[0];
  const found = marks(view, BUILDS, [{ workman: choice.workman }, { builder: choice.builder }], null);
  const left = remaining(BUILDS, [{ workman: choice.workman }, { builder: choice.builder }]);
  assert.equal(found.ghosts.length, left.length);
  const grown = choice.effects?.grown?.[0];
  assert.deepEqual(found.ghosts[0], {
    square: choice.square,
    face: choice.face,
    end: grown?.end,
    length: grown?.length,
    podium: choice.podium ?? 0,
    grown: choice.effects?.grown,
    closes: [],
    state: "usable",
  });
  const walk = choice.effects?.walk ?? [];
  assert.deepEqual(found.walks, [{ from: walk[0], to: walk[1], fountain: choice.effects?.fountain ?? false }]);
  assert.equal(found.builders.find((mark) => mark.path === choice.builder)?.state, "chosen");
});

test("a builder chosen first shows the workmen who see him", () => {
  const { view } = stateOf("2p-build");
  const builder = BUILDS[0].builder;
  const found = marks(view, BUILDS, [{ builder }], null);
  const workmen = new Set(remaining(BUILDS, [{ builder }]).map((choice) => choice.workman));
  assert.deepEqual(new Set(found.beams.map((beam) => beam.square)), new Set([...workmen].map((w) => w?.slice(0, -1))));
  const lit = found.workmen.filter((mark) => mark.state !== "dim").map((mark) => mark.port);
  assert.deepEqual(new Set(lit), workmen);
});

test("looking at a builder forecasts his walk, also when nothing is asked", () => {
  const { view } = stateOf("2p-build");
  const [from, to] = Object.entries(view.walks)[0];
  const found = marks(view, [], [], { builder: Number(from) });
  assert.deepEqual(found.walks, [{ from: Number(from), to, fountain: view.fountains.includes(Number(from)) }]);
  assert.deepEqual(marks(view, [], [], { builder: 99 }).walks, []);
});

test("looking at something usable shows what choosing it would show", () => {
  const { view } = stateOf("2p-build");
  const workman = workmanWithSeveralBuilders();
  assert.deepEqual(marks(view, BUILDS, [], { workman }).beams, marks(view, BUILDS, [{ workman }], null).beams);
  assert.deepEqual(marks(view, BUILDS, [], { workman: "K8n" }), marks(view, BUILDS, [], null));
});

test("placing marks the free path squares; the kind may come first or last", () => {
  const { view } = stateOf("3p-setup");
  const choices = choicesOf("3p-setup");
  const found = marks(view, choices, [], null);
  assert.equal(found.paths.length, 38 - Object.keys(view.builders).length);
  const kinds = kindStates(choices, [{ kind: "C" }]);
  assert.equal(kinds.get("C"), "chosen");
  assert.equal(kinds.get("D"), "usable");
  const path = found.paths[0].path;
  const chosen = marks(view, choices, [{ builder: path }], null).paths.filter((mark) => mark.state === "chosen");
  assert.deepEqual(chosen.map((mark) => mark.path), [path]);
});

test("an extra tile has ghosts for the ways it can lie once the square is chosen", () => {
  const { view } = stateOf("extra");
  const choices = choicesOf("extra");
  assert.deepEqual(marks(view, choices, [], null).ghosts, []);
  const square = choices[0].square;
  const found = marks(view, choices, [{ square }], null);
  assert.equal(found.ghosts.length, choices.filter((choice) => choice.square === square).length);
  assert.equal(found.squares.find((mark) => mark.square === square)?.state, "chosen");
});

test("ways on a square that is only looked at are not offered: the square is chosen first", () => {
  const { view } = stateOf("extra");
  const choices = choicesOf("extra");
  const { square, face } = choices[0];
  const states = (/** @type {Part[]} */ parts, /** @type {Part} */ hover) =>
    marks(view, choices, parts, hover).ghosts.map((ghost) => [ghost.square, ghost.state]);
  assert.deepEqual(states([], { square }), [[square, "looked"], [square, "looked"]]);
  assert.deepEqual(states([], { square, face }), [[square, "looked"], [square, "looked"]]);
  assert.deepEqual(states([{ square }], { square, face }), [[square, "usable"], [square, "usable"]]);
});

test("closing marks the workmen whose aqueducts may be closed, moving the builders", () => {
  const close = marks(stateOf("close").view, choicesOf("close"), [], null);
  const closable = choicesOf("close").filter((choice) => choice.type === "close").length;
  assert.equal(close.workmen.filter((mark) => mark.state === "usable").length, closable);
  const move = marks(stateOf("move").view, choicesOf("move"), [], null);
  assert.equal(move.builders.length, choicesOf("move").length);
});

/** @returns {string} */
function workmanWithSeveralBuilders() {
  const found = BUILDS.find(
    ({ workman }) => new Set(remaining(BUILDS, [{ workman }]).map((choice) => choice.builder)).size > 1,
  );
  assert.ok(found?.workman);
  return found.workman;
}

function pairOfWorkmenWithoutCommonBuilder() {
  for (const first of BUILDS) {
    for (const other of BUILDS) {
      const both = remaining(BUILDS, [{ workman: other.workman }, { builder: first.builder }]);
      if (first.workman !== other.workman && !both.length) return [first, other];
    }
  }
  throw new Error("the fixture has no such pair");
}

test("kinds stand out beside the board when one of them is asked for, while building only at the end", () => {
  assert.equal(kindsAsked(BUILDS, []).size, 0, "a workman is asked for first");
  const parts = [{ workman: "K7n" }, { builder: 11 }];
  assert.equal(question(BUILDS, parts)?.field, "face");
  assert.deepEqual(kindsAsked(BUILDS, parts), kindStates(BUILDS, parts));
  assert.deepEqual(kindsAsked(choicesOf("claim"), []), kindStates(choicesOf("claim"), []));
});

test("a builder that only has the focus is not said to be chosen", () => {
  const view = /** @type {any} */ (stateOf("2p-build").view);
  const isOneOfSeveral = (/** @type {Choice} */ one) =>
    BUILDS.some((other) => other.workman === one.workman && other.builder !== one.builder);
  const { workman, builder } = BUILDS.filter(isOneOfSeveral)[0];
  const parts = [{ workman }];
  const stateIn = (/** @type {Part[]} */ chosen, /** @type {Part | null} */ hover) =>
    marks(view, BUILDS, chosen, hover).builders.find(({ path }) => path === builder)?.state;
  assert.equal(stateIn(parts, null), "usable");
  assert.equal(stateIn(parts, { builder }), "looked");
  assert.equal(stateIn([...parts, { builder }], null), "chosen");
  assert.equal(stateIn([...parts, { builder }], { builder }), "chosen");
  useTexts("en", { board: textsOf("en", "board") });
  assert.equal(stateWords("looked"), stateWords("usable"));
  assert.notEqual(stateWords("looked"), stateWords("chosen"));
});
