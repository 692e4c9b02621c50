// Decisions and questions in words, in the three languages, with the texts that the page uses.

import assert from "node:assert/strict";
import { test } from "node:test";

import { question } from "../../../../src/aquaromana/web/js/table/model/pointing.js";
import {
  outcomeWords, questionWords, spokenStep, stepWords, takenWords, wayWords,
} from "../../../../src/aquaromana/web/js/table/model/words.js";
import { choicesOf, stateOf } from "../data.js";
import { LANGUAGES, speak } from "../texts.js";

/** @import {Part} from "../../../../src/aquaromana/web/js/table/model/pointing.js" */
/** @import {Choice, Step} from "../../../../src/aquaromana/web/js/types.js" */

const { view } = stateOf("2p-build");
const context = { names: ["Livia", "Marcus"], view, steps: [] };

/** @param {Partial<Step>} step @returns {Step} */
const step = (step) => ({ ply: 3, turn: 1, seat: 0, move: "", type: "build", ...step });

const BUILD = step({
  move: "D1s.4.Bs",
  effects: {
    laid: ["D2", "B"],
    walk: [4, 6],
    grown: [{ aqueduct: 1, start: "D1s", end: "D2s", length: 1, course: ["D2s"] }],
  },
});

test("a build tells the tile and what grew", () => {
  speak("en");
  assert.equal(stepWords(BUILD, context), "Bridge on D2; yellow at D2 is now 1 long.");
  speak("de");
  assert.equal(stepWords(BUILD, context), "Brücke auf D2; Gelb bei D2 hat jetzt Länge 1.");
  speak("fr");
  assert.equal(stepWords(BUILD, context), "Pont en D2\u202f; l’aqueduc jaune en D2 passe à la longueur 1.");
});

test("those who hear it also hear who, and where the builder walks", () => {
  speak("en");
  const past = { ...BUILD, effects: { ...BUILD.effects, fountain: true } };
  assert.equal(
    spokenStep(past, context),
    "Livia: Bridge on D2; yellow at D2 is now 1 long; the builder walks from 4 past a fountain to 6.",
  );
});

test("what was closed is told with its podium, also that there is none", () => {
  speak("en");
  const closed = { aqueduct: 2, seat: 0, color: /** @type {const} */ ("blue"), length: 5, podium: 5 };
  const close = step({ type: "close", move: "xE1s", effects: { closes: [closed] } });
  assert.equal(stepWords(close, context), "Blue closes at E1: length 5, podium 5.");
  const out = step({ type: "close", move: "xE1s", effects: { closes: [{ ...closed, podium: 0 }] } });
  assert.match(stepWords(out, context), /length 5, no podium/);
});

test("at the end of the game open aqueducts are scored, not closed", () => {
  speak("en");
  const forced = { aqueduct: 1, seat: 1, color: /** @type {const} */ ("red"), length: 3, podium: 3, forced: true };
  const open = { aqueduct: 2, seat: 0, color: /** @type {const} */ ("blue"), length: 5, podium: 5 };
  const last = step({ type: "pass", move: "-", effects: { closes: [forced, open], ends: true } });
  const words = stepWords(last, context);
  assert.match(words, /red at D1 is closed: length 3/);
  assert.match(words, /blue at E1 is scored: length 5/);
  assert.match(words, /the game is over\.$/);
});

test("a workman is named where he stood at that moment, whichever moment is shown", () => {
  speak("en");
  const forced = { aqueduct: 1, seat: 0, color: /** @type {const} */ ("yellow"), length: 1, podium: 1, forced: true };
  const end = step({ ply: 4, type: "pass", move: "-", effects: { closes: [forced] } });
  const later = step({ ply: 5, effects: { grown: [{ aqueduct: 1, start: "D2s", end: "D9s", length: 9, course: [] }] } });
  const steps = [BUILD, end, later];
  const grown = view.aqueducts.map((one) => (one.id === 1 ? { ...one, course: ["D1s", "D2s"] } : one));
  for (const aqueducts of [view.aqueducts, grown]) {
    const words = stepWords(end, { ...context, view: { ...view, aqueducts }, steps });
    assert.match(words, /yellow at D2 is closed/);
  }
  assert.match(stepWords(end, context), /yellow at D1 is closed/, "one that has not grown");
});

test("the log does not say that nothing was closed where a tile has closed something, but who did it to whom", () => {
  const own = { aqueduct: 1, seat: 0, color: /** @type {const} */ ("yellow"), length: 7, podium: 7, forced: true, tile: "E5" };
  const pass = step({ seat: 1, type: "pass", move: "-", effects: { closes: [own] } });
  const one = { ...view, seats: view.seats.map((seat) => ({ ...seat, colors: seat.colors.slice(0, 1) })) };
  const told = { names: ["You", "Agrippa"], view: one, steps: [], yours: [0] };
  speak("en");
  assert.equal(stepWords(pass, told), "Agrippa’s tile on E5 ends your aqueduct: length 7, podium 7.");
  assert.match(spokenStep(pass, told), /Agrippa’s tile on E5 ends your aqueduct: length 7, podium 7\./);
  const watched = { ...told, names: ["Livia", "Agrippa"], yours: [] };
  assert.equal(stepWords(pass, watched), "Agrippa’s tile on E5 ends Livia’s aqueduct: length 7, podium 7.");
  const rival = { ...pass, seat: 0, effects: { closes: [{ ...own, seat: 1, podium: 0 }] } };
  assert.equal(stepWords(rival, told), "Your tile on E5 ends Agrippa’s aqueduct: length 7, no podium, no points.");
  const build = step({ seat: 1, effects: { laid: ["E5", "Cne"], closes: [own, { ...own, seat: 1, podium: 6 }] } });
  assert.equal(
    stepWords(build, told),
    "Curve on E5; that ends your aqueduct: length 7, podium 7; that ends the player’s own aqueduct: length 7, podium 6 (7 is taken).",
  );
  speak("de");
  assert.match(stepWords(build, told), /; beendet damit das eigene Aquädukt: /, "nobody is called he or she");
  assert.equal(stepWords(pass, told), "Das Plättchen von Agrippa auf E5 beendet dein Aquädukt: Länge 7, Podest 7.");
  speak("fr");
  assert.match(stepWords(pass, told), /^La tuile posée par Agrippa en E5 arrête ton aqueduc\s:/);
});

test("where the log is read without a seat of one's own, you are still called you", () => {
  speak("en");
  const own = { aqueduct: 1, seat: 0, color: /** @type {const} */ ("yellow"), length: 7, podium: 7, forced: true, tile: "E5" };
  const pass = step({ seat: 1, type: "pass", move: "-", effects: { closes: [own] } });
  assert.match(stepWords(pass, { names: ["You", "Agrippa"], view, steps: [] }), /ends your aqueduct/);
});

test("a pass says what it was, and that no tile was possible", () => {
  speak("en");
  assert.equal(stepWords(step({ type: "pass", move: "-" }), context), "Turn ended, no aqueduct closed.");
  const walk = step({ type: "move", move: ">4", effects: { walk: [4, 6] } });
  assert.equal(stepWords(walk, context), "No tile possible, the builder walks from 4 to 6.");
});

for (const language of LANGUAGES) {
  test(`every step and every choice of the fixtures has words in ${language}`, () => {
    speak(language);
    for (const name of ["2p-build", "3p-setup", "extra", "close", "claim", "move", "reserve", "over"]) {
      const { steps, view: now } = stateOf(name);
      for (const one of steps) {
        const words = stepWords(one, { names: ["A", "B", "C", "D"], view: now, steps }, { walks: true });
        assert.doesNotMatch(words, /[{}]|undefined|^\.$|; ;/, `${name} ${one.move}: ${words}`);
      }
      for (const choice of choicesOf(name)) {
        assert.doesNotMatch(outcomeWords(choice) + wayWords(choice), /[{}]|undefined/, choice.move);
      }
    }
  });

  test(`every question of the fixtures has words in ${language}`, () => {
    speak(language);
    for (const name of ["2p-build", "3p-setup", "extra", "close", "claim", "move", "reserve"]) {
      const choices = choicesOf(name);
      /** @type {Part[]} */
      const parts = [];
      for (let asked = question(choices, parts); asked; asked = question(choices, parts)) {
        assert.doesNotMatch(questionWords(asked, stateOf(name).view), /[{}]|undefined/);
        if (asked.options[0].left.length === 1) break;
        parts.push(asked.options[0].part);
      }
    }
  });
}

test("a single way to lay a tile is stated, not asked", () => {
  speak("en");
  const [choice] = choicesOf("2p-build");
  const asked = question([choice], []);
  assert.ok(asked);
  assert.equal(questionWords(asked, view), "The tile can only go this way: choose it to lay it.");
  const extra = question([choicesOf("extra")[0]], []);
  assert.ok(extra);
  assert.match(questionWords(extra, view), /^A fountain! The extra tile \(.+\) can only go here\.$/);
});

test("the question about a kind names the path square that was pointed at first", () => {
  speak("en");
  const choices = choicesOf("3p-setup");
  const asked = question(choices, [{ builder: choices[0].builder }]);
  assert.ok(asked);
  assert.match(questionWords(asked, stateOf("3p-setup").view), new RegExp(`on ${choices[0].builder}\\?`));
});

test("the way a tile lies: where the water goes, or which sides it joins", () => {
  speak("en");
  /** @type {Choice} */
  const build = { move: "D1s.4.Ce", type: "build", kind: "C", face: "Cne" };
  assert.equal(wayWords(build), "turns east");
  assert.equal(wayWords({ ...build, kind: "S", move: "D1s.4.Ss" }), "goes on south");
  assert.equal(wayWords({ move: "+Cne@F4", type: "extra", kind: "C", face: "Cne" }), "joins north and east");
  assert.equal(wayWords({ move: "+B@F4", type: "extra", kind: "B", face: "B" }), "");
});

test("what a build leads to: the length, and the podium if it closes", () => {
  speak("en");
  const grown = [{ aqueduct: 2, start: "E1s", end: "E2e", length: 2, course: ["E2e"] }];
  /** @type {Choice} */
  const build = { move: "E1s.5.De", type: "build", workman: "E1s", effects: { grown } };
  assert.equal(outcomeWords(build), "length 2");
  const closed = { aqueduct: 2, seat: 0, color: /** @type {const} */ ("yellow"), length: 2, podium: 2, forced: true };
  assert.equal(outcomeWords({ ...build, effects: { grown, closes: [closed] } }), "length 2, closes this aqueduct: the workman goes to podium 2");
  const other = { ...closed, aqueduct: 7, color: /** @type {const} */ ("red") };
  const words = outcomeWords({ ...build, effects: { grown, closes: [other] } });
  assert.equal(words, "length 2, ends a red aqueduct: podium 2");
  const mine = outcomeWords({ ...build, effects: { grown, closes: [other] } }, { view: { ...view, mover: 0 } });
  assert.equal(mine, "length 2, ends your red aqueduct: podium 2");
});

test("an aqueduct that was closed long ago is not said to grow, but one that is closed later is", () => {
  speak("en");
  const gone = { ...view, aqueducts: view.aqueducts.map((one) => (one.id === 1 ? { ...one, open: false } : one)) };
  assert.equal(stepWords(BUILD, { ...context, view: gone }), "Bridge on D2.");
  const closed = { aqueduct: 1, seat: 0, color: /** @type {const} */ ("yellow"), length: 1, podium: 1 };
  const later = step({ ply: 9, type: "close", move: "xD2s", effects: { closes: [closed] } });
  const words = stepWords(BUILD, { ...context, view: gone, steps: [BUILD, later] });
  assert.equal(words, "Bridge on D2; yellow at D2 is now 1 long.");
});

test("where the builder is asked for first, nobody speaks of a workman who is not chosen yet", () => {
  speak("en");
  const asked = question(choicesOf("2p-build"), [], "builder");
  assert.ok(asked);
  assert.equal(asked.field, "builder");
  assert.equal(questionWords(asked, view), "Choose a builder one of your workmen can see.");
});

test("a podium below the length says which ones are taken", () => {
  speak("en");
  assert.equal(takenWords({ length: 9, podium: 9 }), "");
  assert.equal(takenWords({ length: 9, podium: 8 }), "9 is taken");
  assert.equal(takenWords({ length: 9, podium: 7 }), "9 and 8 are taken");
  assert.equal(takenWords({ length: 9, podium: 4 }), "5 to 9 are taken");
  assert.equal(takenWords({ length: 25, podium: 20 }), "", "there is none above 20");
  assert.equal(takenWords({ length: 3, podium: 0 }), "", "no podium is said in other words");
});

test("of two aqueducts of a color that end on one square the side is told", () => {
  speak("en");
  const aqueducts = view.aqueducts.map((one) => (one.id < 2 ? { ...one, color: view.aqueducts[1].color } : one));
  const there = aqueducts.map((one) => (one.id < 2 ? { ...one, course: ["D2s"] } : one));
  const told = stepWords(BUILD, { ...context, view: { ...view, aqueducts: there } });
  assert.match(told, /at D2.* south is now/);
});
