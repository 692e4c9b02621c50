// What the bar says and offers, as data.

import assert from "node:assert/strict";
import { test } from "node:test";

import { t } from "../../../../src/aquaromana/web/js/lib/i18n.js";
import { confirmed, helped, pointed, previews, travelled } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { barContent, narrating } from "../../../../src/aquaromana/web/js/table/model/bar.js";
import { remaining } from "../../../../src/aquaromana/web/js/table/model/pointing.js";
import { decided, linked, opened, received } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { choicesOf, offerOf, stateOf } from "../data.js";
import { LANGUAGES, speak } from "../texts.js";

/** @import {PreviewedMessage, Step} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {TableState} from "../../../../src/aquaromana/web/js/table/model/state.js" */

const NAMES = ["You", "Anna", "Ben", "Cleo"];

/** @param {string} name @returns {TableState} */
function at(name) {
  return received(linked(received(opened("t"), { ...stateOf(name), since: 0 }), "online"), offerOf(name));
}

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

for (const name of ["2p-build", "close", "claim", "move", "3p-setup"]) {
  test(`the offers of ${name} lead to every choice but closing nothing`, () => {
    speak("en");
    const choices = choicesOf(name).filter((choice) => choice.type !== "pass");
    const found = new Set(barContent(at(name), NAMES).offers.flatMap(({ part }) => remaining(choices, [part])));
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

test("closing is offered with the podium that there would be", () => {
  speak("en");
  const offers = barContent(at("close"), NAMES).offers;
  const podiums = choicesOf("close").filter((choice) => choice.type === "close").map((choice) => choice.podium ?? 0);
  assert.deepEqual(offers.map((offer) => offer.podium), podiums);
});

test("the stretch so far is told, and what was decided by itself is marked", () => {
  speak("en");
  const steps = [{ ...stateOf("2p-build").steps[0], move: "D1s.4.Bs" }];
  const state = after(at("2p-build"), "D1s.4.Bs", { steps, choices: choicesOf("close") });
  const [done] = barContent(state, NAMES).done;
  assert.equal(done.move, "D1s.4.Bs");
  assert.ok(done.words.length > 3);
  assert.equal(barContent(decided(at("2p-build"), "D1s.4.Bs"), NAMES).done[0].waiting, true);
  const alone = received(received(opened("t"), { ...stateOf("claim"), since: 0 }), {
    ...offerOf("claim"), choices: choicesOf("claim").slice(0, 1),
  });
  assert.deepEqual(barContent(alone, NAMES).notes.map((note) => note.icon), ["only"]);
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
  assert.match(past.text, /12 of 41/);
  const { view, steps } = stateOf("2p-build");
  const film = narrating(steps[0], { names: NAMES, view, steps });
  assert.equal(film.tone, "film");
  assert.equal(film.seat, steps[0].seat);
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
  assert.match(done[1].words, /yellow at D2s is closed/);
});

test("while the set-up is done for somebody, nothing is asked of him", () => {
  speak("en");
  const state = at("3p-setup");
  const seat = state.view?.mover ?? 0;
  assert.equal(barContent(state, NAMES).canHelp, true);
  const asked = barContent(helped(state, seat, true), NAMES);
  assert.equal(asked.isHelped, true);
  assert.deepEqual(asked.offers, []);
  assert.equal(barContent(at("2p-build"), NAMES).canHelp, false);
});
