// What the bar says and offers, as data.

import assert from "node:assert/strict";
import { test } from "node:test";

import { t } from "../../../../src/aquaromana/web/js/lib/i18n.js";
import { closed, closes, confirmed, helped, hovered, pointed, previews, travelled, unpointed } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { barContent, lastEndings, narrating } from "../../../../src/aquaromana/web/js/table/model/bar.js";
import { marks, remaining } from "../../../../src/aquaromana/web/js/table/model/pointing.js";
import { linked, received } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { decided, opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { stepWords } from "../../../../src/aquaromana/web/js/table/model/words.js";
import { choicesOf, offerOf, stateOf } from "../data.js";
import { at } from "../states.js";
import { LANGUAGES, speak } from "../texts.js";

/** @import {Choice, PreviewedMessage, Step} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {TableState} from "../../../../src/aquaromana/web/js/table/model/state.js" */

const NAMES = ["You", "Anna", "Ben", "Cleo"];
const CLOSES = choicesOf("close").filter((choice) => choice.type === "close");

/** What a build would do that closes its own aqueduct and one of red. @param {Choice} choice */
const closing = ({ workman = "", square = "", effects }) => ({
  ...effects,
  grown: [{ aqueduct: 3, start: workman, end: `${square}n`, length: 2, course: [`${square}n`] }],
  closes: [
    { aqueduct: 5, seat: 1, color: /** @type {const} */ ("red"), length: 0, podium: 0, forced: true, tile: square },
    { aqueduct: 3, seat: 0, color: /** @type {const} */ ("yellow"), length: 2, podium: 2, forced: true, tile: square },
  ],
});

/** @param {TableState} state @param {string} move @param {Partial<PreviewedMessage>} more */
function after(state, move, more) {
  const waiting = previews(decided(state, move), "p");
  assert.ok(state.view);
  return received(waiting, {
    type: "previewed", id: "p", version: state.version, moves: [move], view: state.view, steps: [], ...more,
  });
}

for (const language of LANGUAGES) {
  test(`every moment of the fixtures has a question and offers in words in ${language}`, () => {
    speak(language);
    for (const name of ["2p-build", "3p-setup", "extra", "close", "claim", "move", "reserve", "over"]) {
      const asked = barContent(at(name), NAMES);
      const texts = [asked.text, ...asked.offers.flatMap((offer) => [offer.label, offer.words])];
      for (const text of texts) assert.doesNotMatch(text, /[{}]|undefined/, `${name}: ${text}`);
      assert.ok(asked.text);
      assert.equal(asked.tone, name === "over" ? "over" : "yours");
    }
  });
}

test("the question says which steps were skipped because there was only one choice", () => {
  speak("en");
  const state = at("2p-build");
  const [workman, builder] = ["K7n", 11];
  const text = (/** @type {object} */ more) => barContent({ ...state, ...more }, NAMES).text;
  const pair = choicesOf("2p-build").filter((one) => one.workman === workman && one.builder === builder);
  assert.ok(pair.length > 1);
  assert.equal(text({ choices: pair }), "Only this workman and this builder can build. Choose how to lay the tile.");
  const others = choicesOf("2p-build").filter((one) => one.workman !== workman);
  const one = { choices: [...pair, ...others], parts: [{ workman }] };
  assert.equal(text(one), "Only this builder can be used. Choose how to lay the tile.");
  const isChosen = { ...one, parts: [{ workman }, { builder }] };
  assert.equal(text(isChosen), "Choose how to lay the tile.");
});

test("a workman or a builder with whom every way closes the aqueduct says so in shape and word", () => {
  speak("en");
  const state = at("2p-build");
  const { builder, workman } = choicesOf("2p-build").find((one) => choicesOf("2p-build").some(
    (other) => other.workman === one.workman && other.builder !== one.builder,
  )) ?? assert.fail();
  const marked = (/** @type {(one: Choice) => boolean} */ isEnd, /** @type {TableState["parts"]} */ parts) => {
    const choices = choicesOf("2p-build").map((one) => (isEnd(one) ? { ...one, effects: closing(one) } : one));
    const { offers } = barContent({ ...state, choices, parts }, NAMES);
    const found = offers.filter((one) => one.closes.length);
    for (const one of found) assert.deepEqual(one.closes, ["closes"]);
    for (const one of found) assert.match(one.words, /, every way closes the aqueduct$/);
    return found.map((one) => one.part);
  };
  const isBuilder = (/** @type {Choice} */ one) => one.workman === workman && one.builder === builder;
  assert.deepEqual(marked(isBuilder, [{ workman }]), [{ builder }]);
  assert.deepEqual(marked(isBuilder, []), [], "another builder leaves the aqueduct open");
  assert.deepEqual(marked((one) => one.workman === workman, []), [{ workman }]);
});

test("in the set-up every kind keeps its place and its number when it runs out", () => {
  speak("en");
  const state = at("3p-setup");
  assert.ok(state.view);
  const view = { ...state.view, setup: { ...state.view.setup, S: 0 } };
  const choices = choicesOf("3p-setup").filter(({ kind }) => kind !== "S");
  const { offers } = barContent({ ...state, view, choices }, NAMES);
  assert.deepEqual(offers.map(({ part }) => part.kind), ["C", "D", "S", "B"]);
  assert.deepEqual(offers.filter((one) => one.isEmpty).map(({ detail }) => detail), ["none left"]);
  assert.equal(pointed({ ...state, view, choices }, offers[2].part), null);
});

test("the question says that the builder's kind is out of stock, and that another is chosen (R4.4)", () => {
  speak("en");
  const state = at("2p-build");
  const [workman, builder] = ["K7n", 11];
  assert.ok(state.view);
  const kind = state.view.builders[builder];
  const view = { ...state.view, stock: { ...state.view.stock, [kind]: 0 } };
  const { text } = barContent({ ...state, view, parts: [{ workman }, { builder }] }, NAMES);
  assert.equal(text, `${t(`table.none.${kind}`)}: choose another tile.`);
});

for (const name of ["2p-build", "close", "claim", "move", "3p-setup"]) {
  test(`the offers of ${name} lead to every choice but closing nothing`, () => {
    speak("en");
    const choices = choicesOf(name).filter((choice) => choice.type !== "pass");
    const found = new Set(barContent(closes(at(name), true), NAMES).offers.flatMap(({ part }) => remaining(choices, [part])));
    assert.equal(found.size, choices.length);
  });
}

test("squares and path squares are found on the board, not in a list", () => {
  speak("en");
  assert.deepEqual(barContent(at("extra"), NAMES).offers, []);
  const kind = pointed(at("3p-setup"), { kind: "C" });
  assert.ok(kind);
  assert.deepEqual(barContent(kind, NAMES).offers, []);
  assert.deepEqual(barContent(kind, NAMES).picture, { builder: "C" });
});

test("to close nothing is what the main button does while closing is asked", () => {
  speak("en");
  assert.equal(barContent(at("close"), NAMES).primary, "pass");
  assert.equal(barContent(at("2p-build"), NAMES).primary, "");
  const ready = after(at("2p-build"), "D1s.4.Bs", { complete: true });
  assert.equal(barContent(ready, NAMES).primary, "confirm");
  assert.equal(barContent(confirmed(ready, "x"), NAMES).primary, "", "once is enough");
});

test("whoever just takes what is offered does not close an aqueduct", () => {
  speak("en");
  const asked = barContent(at("close"), NAMES);
  assert.deepEqual([asked.primary, asked.canClose, asked.offers], ["pass", true, []]);
  assert.equal(pointed(at("close"), { workman: CLOSES[0].workman }), null);
});

test("closing is offered, once asked for, with the podium and the points that there would be", () => {
  speak("en");
  const asked = barContent(closes(at("close"), true), NAMES);
  assert.deepEqual(asked.offers.map((offer) => offer.podium), CLOSES.map((choice) => choice.podium ?? 0));
  for (const { podium, label, words } of asked.offers) {
    const gets = podium ? new RegExp(`podium ${podium}: ${podium} point`) : /^leaves the game, no points$/;
    assert.match(label, gets);
    assert.match(words, podium ? new RegExp(`podium ${podium}, ${podium} point`) : /leaves the game, no points/);
  }
  assert.equal(asked.primary, "pass", "to close nothing stays one step away");
  assert.equal(barContent(unpointed(closes(at("close"), true)), NAMES).canClose, true, "and the way back");
});

test("a workman without a podium is not sent away at the first word", () => {
  speak("en");
  const choice = CLOSES.find((one) => !one.podium);
  assert.ok(choice);
  const doubt = pointed(closes(at("close"), true), { workman: choice.workman });
  assert.ok(doubt);
  const asked = barContent(doubt, NAMES);
  assert.deepEqual([asked.doubt, asked.primary, asked.offers, asked.done], [choice.move, "keep", [], []]);
  assert.match(asked.text, /leaves the game without points. Close/);
  assert.deepEqual(closed(doubt, choice).decisions, [{ move: choice.move, auto: false }]);
  assert.equal(closed(at("close"), choice).doubt, choice.move, "also when it is typed");
  const other = CLOSES.find((one) => one.podium);
  assert.ok(other);
  assert.deepEqual(pointed(doubt, { workman: other.workman })?.decisions, [{ move: other.move, auto: false }]);
});

test("a tile that closes an aqueduct says so, and where the workman goes", () => {
  speak("en");
  const state = at("2p-build");
  const choice = { ...choicesOf("2p-build")[0], effects: closing(choicesOf("2p-build")[0]) };
  const offers = barContent({ ...state, choices: [choice, { ...choice, move: "x", face: "B" }] }, NAMES).offers;
  for (const { closes: lines, words } of offers) {
    assert.deepEqual(lines, ["closes: podium 2", "ends red (Anna): no points"]);
    assert.match(words, /closes this aqueduct: the workman goes to podium 2, ends a red aqueduct \(Anna\): no podium/);
  }
});

test("workmen changed places between turns: they stand in the order of the player's card", () => {
  speak("en");
  const state = at("2p-build");
  const { aqueducts = [], mover } = state.view ?? {};
  const ports = aqueducts.filter(({ open, seat }) => open && seat === mover).map(({ course }) => course[course.length - 1]);
  const builds = choicesOf("2p-build");
  for (const choices of [builds, [...builds].reverse()]) {
    const offered = barContent({ ...state, choices }, NAMES).offers.map(({ part }) => part.workman);
    assert.deepEqual(offered, ports.filter((port) => offered.includes(port)));
    assert.ok(offered.length > 2);
  }
});

test("a tile that goes on comes before one that closes a rival's aqueduct, and one that closes one's own is last", () => {
  speak("en");
  const state = at("2p-build");
  const first = { ...choicesOf("2p-build")[0], kind: "C" };
  const { closes: [red], grown } = closing(first);
  const ways = [
    { ...first, move: "own", face: "B", effects: closing(first) },
    { ...first, move: "on", face: "S", effects: { ...first.effects, grown, closes: [] } },
    { ...first, move: "rival", face: "D", effects: { ...first.effects, grown, closes: [red] } },
  ];
  for (const choices of [ways, ways.toReversed()]) {
    const now = { ...state, choices };
    assert.deepEqual(barContent(now, NAMES).offers.map(({ part }) => part.face), ["S", "D", "B"]);
    const ghosts = state.view && marks(state.view, choices, [{ builder: first.builder }], null).ghosts;
    assert.deepEqual(ghosts?.map(({ face }) => face), ["S", "D", "B"], "as the tray on the board has them");
  }
});

test("the only build is not made unasked if it closes an aqueduct", () => {
  const choice = { ...choicesOf("2p-build")[0], effects: closing(choicesOf("2p-build")[0]) };
  const fresh = linked(received(opened("t"), { ...stateOf("2p-build"), since: 0 }), "online");
  const alone = received(fresh, { ...offerOf("2p-build"), choices: [choice] });
  assert.deepEqual(alone.decisions, []);
  const workman = pointed(alone, { workman: choice.workman });
  assert.deepEqual(workman?.decisions, [], "nor by pointing at the workman: the tile is shown first");
  const laid = workman && pointed(workman, { square: choice.square, face: choice.face });
  assert.deepEqual(laid?.decisions.map(({ move }) => move), [choice.move]);
});

test("somebody whose aqueduct another's tile has ended is told who did it, with which tile", () => {
  speak("en");
  const state = at("2p-build");
  const seat = state.view?.mover ?? 0;
  const own = { aqueduct: 1, seat, color: /** @type {const} */ ("yellow"), length: 7, podium: 7, forced: true, tile: "E5" };
  /** @type {Step} */
  const step = { ply: state.ply, turn: 9, seat: 1 - seat, move: "-", type: "pass", effects: { closes: [own] } };
  const told = { ...state, steps: [...state.steps, step] };
  const [note] = barContent(told, ["You", "Agrippa"]).notes;
  assert.equal(note.icon, "stop");
  assert.equal(note.text, "Agrippa’s tile on E5 ends your aqueduct (yellow): length 7, podium 7.");
  const after = { ...told, steps: [...told.steps, { ...step, ply: step.ply + 1, seat, effects: {} }] };
  assert.deepEqual(barContent(after, NAMES).notes, [], "until something was decided");
  const icons = (/** @type {boolean} */ auto) =>
    barContent({ ...told, decisions: [{ move: "*J", auto }] }, ["You", "Agrippa"]).notes.map((one) => one.icon);
  assert.deepEqual(icons(true), ["stop", "only"], "also where the only builder of the reserve was taken for them");
  assert.deepEqual(icons(false), []);
});

test("somebody whose aqueducts were ended in the last turns of all was never told", () => {
  speak("en");
  const state = at("over");
  const own = { aqueduct: 1, seat: 0, color: /** @type {const} */ ("yellow"), length: 11, podium: 9, forced: true, tile: "C5" };
  /** @type {Step} */
  const last = { ply: state.ply, turn: 60, seat: 1, move: "-", type: "pass", effects: { closes: [own], ends: true } };
  const told = { ...state, yours: [0], ply: state.ply + 1, steps: [...state.steps, last] };
  const notes = (/** @type {number} */ shown) => barContent({ ...told, shown }, NAMES).notes;
  assert.deepEqual(notes(state.ply), [], "the board has not shown it");
  const [note] = notes(state.ply + 1);
  assert.equal(note.icon, "stop");
  assert.match(note.text, /^Anna’s tile on C5 ends your aqueduct: length 11, podium 9/);
  assert.deepEqual(lastEndings({ ...told, shown: told.ply, yours: [0, 1] }, NAMES), [], "nobody is you at a shared screen");
});

test("what has happened to somebody stood below a tip, out of sight on a small screen", () => {
  speak("en");
  const state = at("claim");
  const seat = state.view?.mover ?? 0;
  const own = { aqueduct: 1, seat, color: /** @type {const} */ ("yellow"), length: 7, podium: 7, forced: true, tile: "E5" };
  /** @type {Step} */
  const step = { ply: state.ply, turn: 9, seat: 1 - seat, move: "-", type: "pass", effects: { closes: [own] } };
  const icons = barContent({ ...state, steps: [...state.steps, step] }, NAMES).notes.map(({ icon }) => icon);
  assert.equal(icons[0], "stop");
  assert.equal(icons.at(-1), "bulb");
});

test("points that others took are told when the board has shown it, and who has no workman left", () => {
  speak("en");
  const state = at("2p-build");
  const seat = state.view?.mover ?? 0;
  const closes = [{ aqueduct: 5, seat: 1 - seat, color: /** @type {const} */ ("red"), length: 9, podium: 9 }];
  const seats = [{ seat, points: 3, change: -2, bonus: -2 }, { seat: 1 - seat, points: 13, change: 13, out: true }];
  const { ply } = state;
  /** @type {Step} */
  const step = { ply, turn: 9, seat: 1 - seat, move: "xH2s", type: "close", effects: { closes, seats } };
  const told = { ...state, ply: ply + 1, steps: [...state.steps, step] };
  const lines = (/** @type {number} */ shown) => barContent({ ...told, shown }, ["You", "Agrippa"]).notes.map(({ text }) => text);
  assert.deepEqual(lines(ply), []);
  assert.deepEqual(lines(ply + 1), [
    "You lose 2 bonus points because of Agrippa.",
    "Agrippa has no workman left and builds no more: 13 points so far.",
  ]);
});

test("a rematch says who begins and which colors one has now", () => {
  speak("en");
  const state = at("3p-setup");
  assert.ok(state.table && state.view);
  const table = { ...state.table, origin: /** @type {const} */ ("rematch") };
  const again = { ...state, table, steps: [] };
  const first = (/** @type {number[]} */ yours) => barContent({ ...again, yours }, ["Anna", "You", "Cleo"]).notes[0]?.text;
  assert.equal(first([1]), "This time you play red, and Anna begins.");
  assert.equal(first([0]), "This time you play yellow, and you begin.");
  assert.equal(first([0, 1]), "This time Anna begins.");
  assert.doesNotMatch(barContent({ ...again, table: state.table }, NAMES).notes[0]?.text ?? "", /This time/);
  speak("fr");
  assert.equal(first([1]), "Cette fois, tu joues en rouge, et Anna commence.");
});

test("nobody said that one plays two colors with two players", () => {
  const { view, ...rest } = at("2p-build");
  assert.ok(view);
  const setup = { ...rest, view: { ...view, phase: /** @type {const} */ ("setup") }, steps: [] };
  const said = (/** @type {Partial<typeof setup>} */ change = {}) =>
    barContent({ ...setup, ...change }, ["Anna", "Ben"]).notes.map(({ text }) => text).filter((text) => / two | zwei | deux /.test(text));
  const { seat } = view.seats[view.mover];
  speak("en");
  assert.deepEqual(said({ yours: [0] }), ["With two players, each has two colors: you play yellow and blue."]);
  assert.deepEqual(said({ yours: [1] }), ["With two players, each has two colors: you play red and green."]);
  const mover = seat ? "Ben plays red and green" : "Anna plays yellow and blue";
  assert.deepEqual(said({ yours: [0, 1] }), [`With two players, each has two colors: ${mover}.`]);
  speak("de");
  assert.deepEqual(said({ yours: [0] }), ["Zu zweit hat jeder zwei Farben: Du spielst Gelb und Blau."]);
  speak("fr");
  assert.deepEqual(said({ yours: [0] }), ["À deux, chacun a deux couleurs\u00a0: tu joues en jaune et bleu."]);
  assert.deepEqual(said({ yours: [0], steps: [{ ...stateOf("2p-build").steps[0], seat: 0 }] }), []);
  assert.deepEqual(said({ yours: [0], view }), []);
});

test("the stretch so far is told, and what was decided by itself is marked", () => {
  speak("en");
  const steps = [{ ...stateOf("2p-build").steps[0], move: "D1s.4.Bs" }];
  const state = after(at("2p-build"), "D1s.4.Bs", { steps, choices: choicesOf("close") });
  const [done] = barContent(state, NAMES).done;
  assert.equal(done.move, "D1s.4.Bs");
  assert.ok(done.words.length > 3);
  const [sent] = barContent(decided(at("2p-build"), "D1s.4.Bs"), NAMES).done;
  assert.deepEqual([sent.waiting, sent.words], [true, "Bridge on D2."]); // in words before the server answers
  const alone = received(received(opened("t"), { ...stateOf("claim"), since: 0 }), {
    ...offerOf("claim"), choices: choicesOf("claim").slice(0, 1),
  });
  const [only] = barContent(alone, NAMES).notes;
  assert.equal(only.icon, "only");
  assert.match(only.text, /^The only possible move: .+ from the reserve\.$/);
});

test("a warning when the next turn would have no tile", () => {
  speak("en");
  const { view } = stateOf("2p-build");
  const seats = view.seats.map((seat) => ({ ...seat, blind: seat.seat === 0 }));
  const blind = after(at("2p-build"), "D1s.4.Bs", { complete: true, view: { ...view, seats } });
  assert.deepEqual(barContent(blind, NAMES).notes.map((note) => note.icon), ["warn"]);
  const asked = { ...view, phase: /** @type {const} */ ("close"), seats };
  const closing = after(at("2p-build"), "D1s.4.Bs", { choices: choicesOf("close"), view: asked });
  assert.deepEqual(barContent(closing, NAMES).notes.map((note) => note.icon), ["warn"], "before the turn is ended");
  const other = view.seats.map((seat) => ({ ...seat, blind: seat.seat === 1 }));
  const rival = after(at("2p-build"), "D1s.4.Bs", { complete: true, view: { ...view, seats: other } });
  assert.deepEqual(barContent(rival, NAMES).notes, []);
});

test("who only takes a builder is told what comes next, and need not fear for the turn", () => {
  const state = at("claim");
  const { mover, phase } = stateOf("2p-build").view;
  const [{ move }] = choicesOf("claim");
  const take = { ply: 1, turn: 1, seat: state.view?.mover ?? 0, move, type: /** @type {const} */ ("take") };
  const said = (/** @type {number} */ next, steps = [take]) =>
    barContent(after(state, move, { complete: true, view: { ...stateOf("claim").view, mover: next, phase }, steps }), NAMES).text;
  for (const language of LANGUAGES) {
    speak(language);
    assert.equal(said(take.seat), t("table.complete-taken-you"));
    assert.equal(said((take.seat + 1) % 2), t("table.complete-taken", { name: NAMES[(take.seat + 1) % 2] }));
    assert.equal(said(mover, [{ ...take, type: /** @type {any} */ ("build") }, take]), t("table.complete"));
  }
});

test("whose turn it is elsewhere, in the past, and while a film plays", () => {
  speak("en");
  const message = { ...stateOf("2p-build"), since: 0 };
  const thinks = received(opened("t"), { ...message, view: { ...message.view, mover: 1 } });
  assert.deepEqual([barContent(thinks, NAMES).tone, barContent(thinks, NAMES).text], ["theirs", "Anna is thinking …"]);
  const players = message.table.players.map((player) => ({ ...player, stand_in: player.kind === "bot" ? "" : "greedy" }));
  const away = received(opened("t"), { ...message, table: { ...message.table, players } });
  assert.equal(barContent(away, NAMES).text, t("table.thinks-for-you"));
  const past = barContent(travelled(at("2p-build"), 12), NAMES);
  assert.deepEqual([past.tone, past.offers, past.primary], ["past", [], ""]);
  assert.equal(past.text, "You are looking back at the set-up.");
  assert.equal(barContent(travelled(at("2p-build"), 37), NAMES).text, "You are looking back at turn 11.");
  const { view, steps } = stateOf("2p-build");
  const acting = narrating(steps[0], null, { names: NAMES, view, steps });
  assert.deepEqual([acting.tone, acting.seat, acting.text], ["film", steps[0].seat, t(`table.acts.${steps[0].type}`)]);
  for (const type of ["place", "build", "extra", "move", "take", "close", "pass"]) {
    assert.match(narrating({ ...steps[0], type }, null, { names: NAMES, view, steps }).text, / …$/, type);
  }
  const film = narrating(steps[1], steps[0], { names: NAMES, view, steps });
  assert.equal(film.seat, steps[1].seat);
  assert.equal(film.text, stepWords(steps[0], { names: NAMES, view, steps }), "until the next has been shown");
  const last = { ...steps[0], effects: { ...steps[0].effects, ends: true } };
  const told = { names: NAMES, view, steps };
  assert.equal(narrating(last, last, told).text, film.text, "that the game is over is told when its end has been seen");
  assert.notEqual(stepWords(last, told), film.text);
});

test("the bar told the length of an aqueduct, and spoke of glowing squares, before the board showed either", () => {
  speak("en");
  const effects = { grown: [{ aqueduct: 1, start: "D1s", end: "D2s", length: 1, course: ["D2s"] }] };
  const step = { ply: 41, turn: 20, seat: 0, move: "D1s.4.Cs", type: /** @type {const} */ ("build"), effects };
  const laid = { ...step, effects: { ...effects, laid: ["D2", "C"] } };
  const state = after(at("2p-build"), choicesOf("2p-build")[0].move, { steps: [laid], choices: choicesOf("extra") });
  const moving = barContent(state, NAMES, { isMoving: true });
  assert.doesNotMatch(moving.done[0].words, /long/);
  assert.equal(moving.text, t("table.computing"));
  const still = barContent(state, NAMES);
  assert.match(still.done[0].words, /is now 1 long/);
  assert.match(still.text, /glowing/);
});

test("the list of decisions names a workman where those before it have led him", () => {
  speak("en");
  const state = at("2p-build");
  const grown = [{ aqueduct: 1, start: "D1s", end: "D2s", length: 1, course: ["D2s"] }];
  const closed = { aqueduct: 1, seat: 0, color: /** @type {const} */ ("yellow"), length: 1, podium: 1, forced: true };
  const { ply } = state;
  /** @type {Step} */
  const build = { ply, turn: 9, seat: 0, move: "D1s.4.Bs", type: "build", effects: { grown } };
  /** @type {Step} */
  const pass = { ply: ply + 1, turn: 9, seat: 0, move: "-", type: "pass", effects: { closes: [closed] } };
  const begun = after(state, build.move, { steps: [build] });
  const { done } = barContent(after(begun, pass.move, { steps: [build, pass] }), NAMES);
  assert.match(done[1].words, /yellow at D2 is closed/);
});

test("while the set-up is done for somebody, nothing is asked of them", () => {
  speak("en");
  const state = at("3p-setup");
  const seat = state.view?.mover ?? 0;
  assert.equal(barContent(state, NAMES).canHelp, true);
  const asked = barContent(helped(state, seat, true), NAMES);
  assert.equal(asked.isHelped, true);
  assert.deepEqual(asked.offers, []);
  assert.equal(barContent(at("2p-build"), NAMES).canHelp, false);
});

test("the kinds of builders are named where they are offered, with how many are left", () => {
  speak("en");
  const { offers } = barContent(at("3p-setup"), NAMES);
  assert.ok(offers.length > 1);
  for (const { label, detail } of offers) {
    assert.match(label, /^(Curve|Double curve|Straight|Bridge)$/);
    assert.match(detail, /^\d left$/);
  }
  speak("fr");
  assert.match(barContent(at("3p-setup"), NAMES).offers[0].words, /, il en reste \d$/);
});

test("before a builder is placed it is told whose workmen would see it there", () => {
  speak("en");
  const state = at("3p-setup");
  assert.ok(state.view);
  const path = choicesOf("3p-setup")[0].builder ?? 0;
  const seat = state.view.mover;
  const other = state.view.aqueducts.find((one) => one.seat !== seat);
  const own = state.view.aqueducts.filter((one) => one.seat === seat).slice(0, 2);
  const sights = { [path]: [...own, other].map((one) => one?.id ?? 0) };
  const fresh = { ...state, view: { ...state.view, sights } };
  const eye = (/** @type {TableState} */ now) => barContent(now, NAMES).notes.find((note) => note.icon === "eye")?.text;
  assert.match(eye(fresh) ?? "", /^Choose a square/);
  assert.equal(eye({ ...fresh, lesson: /** @type {any} */ ({ id: "first" }) }), undefined, "a lesson says itself what to do");
  const words = `A builder on ${path} is seen by 2 of your workmen and one of ${NAMES[other?.seat ?? 0]}’s workmen.`;
  assert.equal(eye(hovered(fresh, { builder: path })), words);
  assert.equal(eye(pointed(fresh, { builder: path }) ?? fresh), words, "for a finger, which does not hover");
  const free = choicesOf("3p-setup").find((choice) => choice.builder !== path)?.builder;
  assert.equal(eye(hovered(fresh, { builder: free })), `Nobody can see a builder on ${free} for now.`);
});

test("the closing that brings most is offered first", () => {
  speak("en");
  const state = at("close");
  const podiums = [0, 3, 1, 7, 2];
  const choices = CLOSES.slice(0, 5).map((choice, index) => ({ ...choice, podium: podiums[index] }));
  const closable = closes({ ...state, choices: [...choices, ...choicesOf("close").filter(({ type }) => type === "pass")] }, true);
  const shown = barContent(closable, NAMES).offers.map(({ podium }) => podium);
  assert.deepEqual(shown, [...shown].sort((one, other) => Number(other) - Number(one)));
  assert.ok(shown.length > 1);
});

test("where the joker can be taken it is said what it stands for", () => {
  speak("en");
  const { notes } = barContent(at("claim"), NAMES);
  assert.deepEqual(notes.filter(({ icon }) => icon === "bulb").map(({ text }) => text), [t("table.joker")]);
  assert.ok(!barContent(at("2p-build"), NAMES).notes.some(({ icon }) => icon === "bulb"));
});

test("the kind that a hint names is marked", () => {
  speak("en");
  const state = at("claim");
  const told = { rung: 2, question: { code: "question/take" }, place: { what: "kind", name: "B" } };
  const hint = /** @type {any} */ ({ moved: state.moved, base: [], rung: 2, told, newer: null });
  const hinted = barContent({ ...state, hint }, NAMES).offers.filter(({ isHinted }) => isHinted);
  assert.deepEqual(hinted.map(({ part }) => part.kind), ["B"]);
});
