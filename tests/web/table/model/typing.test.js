// Typed notation: read kindly, completed from the choices.

import assert from "node:assert/strict";
import { test } from "node:test";

import { completions, meant, written } from "../../../../src/aquaromana/web/js/table/model/typing.js";
import { choicesOf } from "../data.js";

test("all forms of R7 are written as R7 writes them, from small letters and with spaces", () => {
  const cases = {
    "d1e 12 cs": "D1e.12.Cs",
    "D1E.12.CS": "D1e.12.Cs",
    "d1e.12cs": "D1e.12.Cs",
    "d1e, 12, cs": "D1e.12.Cs",
    "c 12": "C@12",
    "c@07": "C@7",
    "j3": "J@3",
    "+cne f4": "+Cne@F4",
    "cen f4": "+Cne@F4",
    "b f4": "+B@F4",
    "+ s we @ f4": "+Sew@F4",
    "> 14": ">14",
    "x d1e": "xD1e",
    "–": "-",
    "* j": "*J",
  };
  for (const [text, move] of Object.entries(cases)) assert.equal(written(text), move, text);
});

test("text that is not a decision stays as it is", () => {
  for (const text of ["", "hello", "D1e", "z9 4", "l1e.12.cs"]) assert.equal(written(` ${text} `), text);
});

for (const name of ["2p-build", "3p-setup", "extra", "close", "claim", "move"]) {
  test(`every choice of ${name} is meant by its text, however it is typed`, () => {
    const choices = choicesOf(name);
    for (const choice of choices) {
      for (const text of [choice.move, choice.move.toLowerCase(), choice.move.replaceAll(/[.@]/g, " ")]) {
        assert.equal(meant(text, choices)?.move, choice.move, text);
      }
    }
  });
}

test("a beginning that fits several means none of them, and completes to all", () => {
  const choices = choicesOf("3p-setup");
  const short = choices.find(({ move }) => choices.some((other) => other.move.startsWith(move) && other.move !== move));
  assert.ok(short);
  assert.equal(meant(short.move, choices), short, "a whole decision is more than a beginning");
  assert.equal(meant("c", choices), null);
  assert.ok(completions("c", choices).every((choice) => choice.kind === "C"));
  assert.equal(completions("", choices).length, choices.length);
  assert.equal(meant("", choices), null);
});

test("a part in the middle is found if nothing begins with it", () => {
  const choices = choicesOf("2p-build");
  const found = completions(".11.", choices);
  assert.ok(found.length > 0);
  assert.ok(found.every((choice) => choice.move.replaceAll(".", "").includes("11")));
  assert.deepEqual(completions("zzz", choices), []);
});
