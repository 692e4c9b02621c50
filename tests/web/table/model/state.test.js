// The state of the table's page: what people and server do to it, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  arrived, asks, confirmed, finished, helped, hovered, lasting, lastMoves, linksAsked, needsHelp, nextPreview,
  nextStepBack, played, pointed, previews, restored, returned, seen, spoken, steppedBack, takeback, travelled,
  undoable, undone, unpointed, unseen, wanted,
} from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { isGap, linked, received, timed } from "../../../../src/aquaromana/web/js/table/model/incoming.js";
import { current, decided, decider, isOpen, isOver, opened } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { choicesOf, offerOf, stateOf } from "../data.js";
import { at } from "../states.js";

/** @import {Choice, PreviewedMessage, StateMessage} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {News, Step, ThinkingMessage} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {TableState} from "../../../../src/aquaromana/web/js/table/model/state.js" */

/**
 * The answer to the preview that the state waits for.
 * @param {TableState} state
 * @param {Partial<PreviewedMessage>} [more]
 */
function preview(state, more = {}) {
  const moves = nextPreview(state) ?? [];
  const waiting = previews(state, "p");
  assert.ok(waiting.view);
  return received(waiting, {
    type: "previewed", id: "p", version: state.version, moves, view: waiting.view, steps: [], ...more,
  });
}

/**
 * The state of the table after some decisions.
 * @param {TableState} state
 * @param {Step[]} steps
 * @param {number} mover
 */
function after(state, steps, mover) {
  assert.ok(state.view && state.table);
  /** @type {StateMessage} */
  const message = {
    type: "state",
    version: state.version + steps.length,
    ply: state.ply + steps.length,
    moved: state.version + steps.length,
    table: state.table,
    view: { ...state.view, mover },
    steps,
    since: state.ply,
    yours: state.yours,
  };
  return received(state, message);
}

/** @param {TableState} state @param {number} seat @param {...string} moves @returns {Step[]} */
const stepsOf = (state, seat, ...moves) =>
  moves.map((move, index) => ({ ply: state.ply + index, turn: 90 + seat, seat, move, type: "build" }));

test("a state and its choices make the page ready to point", () => {
  const state = at("2p-build");
  assert.equal(state.version, 41);
  assert.equal(decider(state), 0);
  assert.ok(isOpen(state));
  assert.deepEqual(current(state).choices, choicesOf("2p-build"));
  assert.equal(current(state).complete, false);
  assert.equal(state.shown, 41, "what was there before we came is not animated");
});

test("choices of another version are ignored", () => {
  const offer = { ...offerOf("2p-build"), version: 40 };
  const state = received(received(opened("t"), { ...stateOf("2p-build"), since: 0 }), offer);
  assert.equal(state.choices, null);
});

test("transitions leave the state that they are given as it was", () => {
  const state = at("2p-build");
  const before = structuredClone(state);
  const next = pointed(state, { workman: choicesOf("2p-build")[0].workman });
  assert.ok(next);
  preview(decided(next, "D1s.4.Bs"));
  assert.deepEqual(state, before);
});

test("pointing until one choice is left makes the decision, and the server is asked what it leads to", () => {
  const choice = choicesOf("2p-build")[0];
  let state = at("2p-build");
  const { builder, workman, kind, face } = choice;
  for (const part of [{ builder }, { workman }, { kind }, { face }]) {
    if (!state.decisions.length) state = pointed(state, part) ?? assert.fail(JSON.stringify(part));
  }
  assert.deepEqual(state.decisions.map(({ move, auto }) => [move, auto]), [[choice.move, false]]);
  assert.deepEqual(nextPreview(state), [choice.move]);
  assert.deepEqual(current(state).choices, [], "nothing can be chosen until the answer is there");
  assert.deepEqual(state.parts, []);
});

test("pointing at something that no choice has is refused", () => {
  assert.equal(pointed(at("2p-build"), { workman: "K8n" }), null);
});

test("Escape forgets what was pointed at last", () => {
  const state = pointed(at("extra"), { square: choicesOf("extra")[0].square });
  assert.equal(state?.parts.length, 1);
  const left = unpointed({ .../** @type {TableState} */ (state), hover: { square: "C3" } });
  assert.deepEqual(left.parts, []);
  assert.equal(left.hover, null, "nor does the board go on showing what the pointer is on");
  const parts = [{ workman: "A1e" }, { builder: 3 }];
  assert.deepEqual(unpointed({ ...at("2p-build"), parts }).parts, [{ workman: "A1e" }]);
});

test("one step back took back a kind and its square, or a workman and his builder, at once", () => {
  const choices = choicesOf("2p-build");
  /** @type {(state: TableState, part: import("../../../../src/aquaromana/web/js/table/model/pointing.js").Part) => TableState} */
  const point = (state, part) => pointed(state, part) ?? assert.fail(JSON.stringify(part));
  const steps = /** @type {const} */ (["workman", "builder", "face"]);
  const found = choices.find((choice) => {
    let state = at("2p-build");
    for (const step of steps) if (!state.decisions.length && choice[step]) state = pointed(state, { [step]: choice[step] }) ?? state;
    return (state.decisions[0]?.parts?.length ?? 0) > 1;
  });
  assert.ok(found);
  let state = at("2p-build");
  const points = [];
  for (const step of steps) {
    if (state.decisions.length) break;
    points.push(step);
    state = point(state, { [step]: found[step] });
  }
  state = preview(state, { complete: true });
  assert.equal(nextStepBack(state), points.at(-1) === "face" ? "tile" : points.at(-1));
  for (let left = points.length - 1; left > 0; left -= 1) {
    state = steppedBack(state);
    assert.deepEqual([state.decisions.length, state.parts.length], [0, left]);
    assert.equal(nextStepBack(state), points[left - 1]);
  }
  state = steppedBack(state);
  assert.deepEqual([state.parts, nextStepBack(state)], [[], ""]);
  assert.equal(steppedBack(state), state);
});

test("a decision that was not pointed at, as a hint makes it, is taken back in one", () => {
  const state = preview(decided(at("2p-build"), "D1s.4.Bs"), { complete: true });
  assert.equal(nextStepBack(state), "move");
  assert.deepEqual([steppedBack(state).decisions, steppedBack(state).parts], [[], []]);
});

test("a decision without a choice is made by itself, but not confirmed", () => {
  const only = choicesOf("claim").slice(0, 1);
  const offer = { ...offerOf("claim"), choices: only };
  const state = received(received(opened("t"), { ...stateOf("claim"), since: 0 }), offer);
  assert.deepEqual(state.decisions, [{ move: only[0].move, auto: true }]);
  assert.equal(state.sent, null);
  assert.equal(undoable(state), null, "there is nothing to choose again");
});

test("nothing is decided by itself for a seat that is not ours", () => {
  const message = { ...stateOf("claim"), since: 0, yours: [1] };
  const offer = { ...offerOf("claim"), choices: choicesOf("claim").slice(0, 1) };
  const state = received(received(opened("t"), message), offer);
  assert.deepEqual(state.decisions, []);
  assert.equal(decider(state), null);
});

test("a stretch grows by previews, and undo takes back what was chosen together with what followed by itself", () => {
  /** @type {Choice[]} */
  const alone = [{ move: "+B@F4", type: "extra", square: "F4", face: "B", kind: "B" }];
  const closes = choicesOf("close");
  let state = preview(decided(at("2p-build"), "D1s.4.Bs"), { choices: alone });
  assert.deepEqual(state.decisions[1], { move: "+B@F4", auto: true });
  assert.deepEqual(nextPreview(linked(state, "online")), ["D1s.4.Bs", "+B@F4"]);
  state = preview(state, { choices: closes });
  assert.deepEqual(current(state).choices, closes);
  state = preview(decided(state, "-"), { complete: true });
  assert.ok(current(state).complete);
  const once = undone(state);
  assert.deepEqual(once.decisions.map(({ move }) => move), ["D1s.4.Bs", "+B@F4"]);
  assert.deepEqual(current(once).choices, closes);
  const twice = undone(once);
  assert.deepEqual([twice.decisions, twice.frames], [[], []]);
  assert.deepEqual(current(twice).choices, choicesOf("2p-build"));
  assert.equal(undoable(twice), null);
  assert.equal(undone(twice), twice);
  assert.deepEqual(undone(state, 0).decisions, []);
});

test("an answer to a preview that has been taken back is forgotten", () => {
  const waiting = previews(decided(at("2p-build"), "D1s.4.Bs"), "p");
  const other = decided(undone(waiting), "E1s.5.De");
  assert.ok(other.view);
  const late = received(other, {
    type: "previewed", id: "p", version: 41, moves: ["D1s.4.Bs"], view: other.view, steps: [], complete: true,
  });
  assert.deepEqual(late.frames, []);
  assert.deepEqual(nextPreview(late), ["E1s.5.De"]);
});

test("a refused preview drops the decision and says why", () => {
  const waiting = previews(decided(at("2p-build"), "D1s.4.Bs"), "p");
  const state = received(waiting, { type: "refused", id: "p", code: "table/stale" });
  assert.deepEqual(state.decisions, []);
  assert.equal(state.refusal?.code, "table/stale");
});

test("confirming sends the whole stretch, once", () => {
  const ready = preview(decided(at("2p-build"), "D1s.4.Bs"), { complete: true });
  assert.equal(confirmed(at("2p-build"), "x").sent, null, "an incomplete one is not sent");
  const state = confirmed(ready, "x");
  assert.deepEqual(state.sent, { type: "play", id: "x", version: 41, seat: 0, moves: ["D1s.4.Bs"] });
  assert.equal(confirmed(state, "y"), state);
  assert.equal(isOpen(state), false);
  assert.equal(undone(state), state, "what is sent cannot be taken back");
});

test("a decision that finishes the stretch confirms it once the preview says that it is complete", () => {
  const begun = finished(at("close"), "-");
  assert.deepEqual(begun.decisions, [{ move: "-", auto: false }]);
  assert.ok(preview(begun, { complete: true }).finishing);
  assert.equal(preview(begun, { choices: choicesOf("claim") }).finishing, false, "something else is asked first");
  assert.equal(undone(begun).finishing, false);
});

test("our own stretch is not animated again, what others answer is", () => {
  const ready = confirmed(preview(decided(at("2p-build"), "D1s.4.Bs"), { complete: true }), "x");
  const state = after(ready, [...stepsOf(ready, 0, "D1s.4.Bs"), { ...stepsOf(ready, 1, "H1e.12.Cs")[0], ply: 42 }], 0);
  assert.equal(state.sent, null);
  assert.deepEqual(state.decisions, []);
  assert.deepEqual(unseen(state).map((step) => step.move), ["H1e.12.Cs"]);
  assert.deepEqual(unseen(seen(state, state.version)), []);
});

test("an accepted stretch stays on the board until the state comes, in whatever order the two arrive", () => {
  const ready = confirmed(preview(decided(at("2p-build"), "D1s.4.Bs"), { complete: true }), "x");
  const told = received(ready, { type: "accepted", id: "x", version: 42 });
  assert.ok(told.sent);
  assert.equal(after(told, stepsOf(told, 0, "D1s.4.Bs"), 1).sent, null);
  const first = after(ready, stepsOf(ready, 0, "D1s.4.Bs"), 1);
  assert.equal(received(first, { type: "accepted", id: "x", version: 42 }).sent, null);
});

test("a refused stretch is kept, so that nothing composed is lost", () => {
  const ready = confirmed(preview(decided(at("2p-build"), "D1s.4.Bs"), { complete: true }), "x");
  const state = received(ready, { type: "refused", id: "x", code: "server/busy" });
  assert.equal(state.sent, null);
  assert.equal(state.refusal?.code, "server/busy");
  assert.ok(current(state).complete);
});

test("when somebody else has played meanwhile, the stretch is dropped", () => {
  const begun = preview(decided(at("2p-build"), "D1s.4.Bs"));
  const state = after(begun, stepsOf(begun, 0, "E1s.5.De"), 1);
  assert.deepEqual([state.decisions, state.frames, state.parts], [[], [], []]);
  assert.equal(state.choices, null);
});

test("the same version again, after a cut, keeps the stretch", () => {
  const begun = preview(decided(at("2p-build"), "D1s.4.Bs"));
  const state = received(begun, { ...stateOf("2p-build"), since: 41, steps: [] });
  assert.deepEqual(state.decisions, begun.decisions);
  assert.equal(state.steps.length, begun.steps.length);
});

test("an older state is ignored, and a gap is noticed", () => {
  const state = at("2p-build");
  assert.equal(received(state, { ...stateOf("2p-build"), version: 40, ply: 40, moved: 40 }), state);
  const far = { ...stateOf("2p-build"), version: 50, ply: 50, moved: 50, since: 48 };
  assert.ok(isGap(state, far));
  assert.equal(received(state, far), state);
  assert.equal(isGap(opened("t"), { ...far, since: 0 }), false);
});

test("a cut forgets what was asked, and asks again after it", () => {
  const waiting = previews(decided(at("2p-build"), "D1s.4.Bs"), "p");
  assert.equal(nextPreview(waiting), null);
  const cut = linked(waiting, "offline");
  assert.equal(nextPreview(cut), null, "not while there is no connection");
  assert.deepEqual(nextPreview(linked(cut, "online")), ["D1s.4.Bs"]);
});

test("a reload takes the stretch up again, on the same version only", () => {
  const begun = preview(decided(at("2p-build"), "D1s.4.Bs"), { complete: true });
  const saved = lasting(begun);
  const fresh = received(opened("t"), { ...stateOf("2p-build"), since: 0 });
  const state = received(restored(fresh, saved), offerOf("2p-build"));
  assert.deepEqual(state.decisions, begun.decisions);
  assert.deepEqual(nextPreview(linked(state, "online")), ["D1s.4.Bs"]);
  assert.deepEqual(restored(fresh, { ...saved, version: 40 }).decisions, []);
  assert.deepEqual(restored(fresh, null).decisions, []);
});

test("answers to why-not questions, also those that come as refusals", () => {
  const asking = asks(at("2p-build"), "q", "workman", "K8n");
  const why = { code: "workman/none", clause: "R3.3", args: { workman: "K8n" } };
  const state = received(asking, { type: "answer", id: "q", version: 41, why });
  assert.deepEqual(state.asked?.why, why);
  assert.ok(state.asked?.answered);
  assert.equal(received(asking, { type: "answer", id: "other", version: 41, why }).asked?.answered, false);
  const unreadable = received(asking, { type: "refused", id: "q", code: "notation/unreadable" });
  assert.equal(unreadable.asked?.why?.code, "notation/unreadable");
});

test("time travel looks at an earlier moment and nothing can be chosen meanwhile", () => {
  const state = travelled(at("2p-build"), 12);
  assert.deepEqual(state.travel, { ply: 12, view: null });
  assert.equal(isOpen(state), false);
  assert.ok(state.view);
  assert.equal(arrived(state, 11, state.view).travel?.view, null, "a view that came too late");
  assert.equal(arrived(state, 12, state.view).travel?.view, state.view);
  assert.equal(travelled(state, -3).travel?.ply, 0);
  assert.equal(travelled(state, 41).travel, null, "the last moment is now");
  assert.equal(returned(state).travel, null);
});

test("set-up is done for the seats that asked for it, while it is their turn", () => {
  const state = at("3p-setup");
  const seat = decider(state) ?? assert.fail("nobody decides");
  assert.equal(needsHelp(state), null);
  const on = helped(state, seat, true);
  assert.equal(needsHelp(on), seat);
  assert.equal(needsHelp(played(on, "x", ["C@1"])), null);
  assert.equal(needsHelp(helped(on, seat, false)), null);
  assert.equal(needsHelp(helped(at("2p-build"), 0, true)), null, "only in the set-up");
});

test("the screen is handed over when another person at it decides", () => {
  const shared = received(opened("t"), { ...stateOf("2p-build"), since: 0, yours: [0, 1] });
  const state = after(shared, stepsOf(shared, 0, "D1s.4.Bs"), 1);
  assert.equal(state.handed, 1);
  assert.equal(after(state, stepsOf(state, 1, "H1e.12.Cs"), 1).handed, null, "the same person goes on");
  const alone = at("2p-build");
  assert.equal(after(alone, stepsOf(alone, 0, "D1s.4.Bs"), 1).handed, null);
});

test("the last moves are what others did since we decided", () => {
  let state = at("2p-build");
  state = after(state, stepsOf(state, 0, "a"), 1);
  assert.deepEqual(lastMoves(state).map((step) => step.move), ["a"]);
  state = after(state, stepsOf(state, 1, "b", "c"), 0);
  assert.deepEqual(lastMoves(state).map((step) => step.move), ["b", "c"]);
  assert.deepEqual(lastMoves({ ...state, yours: [] }).map((step) => step.move), ["b", "c"]);
  assert.deepEqual(lastMoves(opened("t")), []);
});

test("a deleted table is gone, a restart is not", () => {
  assert.equal(received(at("2p-build"), { type: "bye", code: "table/deleted" }).gone, "table/deleted");
  assert.equal(received(at("2p-build"), { type: "bye", code: "server/restart" }).gone, "");
});

test("thoughts of another version are not shown", () => {
  /** @type {ThinkingMessage} */
  const thought = { type: "thinking", version: 41, seat: 1, playouts: 9, shares: [], points: [], lines: [] };
  const heard = received(at("2p-build"), thought);
  assert.deepEqual(heard.thoughts, [thought]);
  assert.deepEqual(received(at("2p-build"), { ...thought, version: 40 }).thoughts, []);
  const other = { ...thought, seat: 0 };
  const more = { ...thought, playouts: 99 };
  assert.deepEqual([other, more].reduce(received, heard).thoughts, [more, other], "the latest of each seat");
});

test("what a bot thought is not gone as soon as it has moved", () => {
  /** @type {ThinkingMessage} */
  const thought = { type: "thinking", version: 41, seat: 1, playouts: 9, shares: [], points: [], lines: [] };
  const state = received(at("2p-build"), thought);
  const message = { ...stateOf("2p-build"), since: state.ply, version: 42, moved: 42, ply: state.ply + 1, steps: [] };
  assert.deepEqual(received(state, message).thoughts, [thought]);
  const back = { ...message, since: state.ply - 1, ply: state.ply - 1 };
  assert.deepEqual(received(state, back).thoughts, [], "but after a takeback");
});

test("hovering changes nothing but what is looked at", () => {
  const state = at("2p-build");
  assert.deepEqual(hovered(state, { builder: 4 }), { ...state, hover: { builder: 4 } });
});

// Other people.

/**
 * The state after something else than a decision has happened.
 * @param {TableState} state
 * @param {Partial<StateMessage>} [more]
 */
function happened(state, more = {}) {
  assert.ok(state.view && state.table);
  const { ply, moved, table, view, yours } = state;
  return received(state, {
    type: "state", version: state.version + 1, ply, moved, since: ply, steps: [], table, view, yours, ...more,
  });
}

test("what is not about the game leaves the stretch as it is", () => {
  const begun = preview(decided(at("2p-build"), "D1s.4.Bs"));
  /** @type {News} */
  const news = { version: 42, at: 1, seat: 1, event: { what: "switched", chat: false }, ply: 41 };
  const state = happened(begun, { news: [news], chat: false });
  assert.equal(state.version, 42);
  assert.deepEqual([state.decisions, state.frames, state.choices], [begun.decisions, begun.frames, begun.choices]);
  assert.equal(state.view, begun.view, "so that the board is not drawn again");
  assert.deepEqual([state.news, state.chat], [[news], false]);
  assert.deepEqual(happened(state, { version: 43, news: [news] }).news, [news], "nothing is told twice");
  assert.deepEqual(lasting(state).version, 42);
  const fresh = received(opened("t"), { ...stateOf("2p-build"), version: 43, since: 0 });
  assert.deepEqual(restored(fresh, lasting(state)).decisions, begun.decisions, "also after a reload");
});

test("a stretch on its way survives what is not about the game", () => {
  const ready = confirmed(preview(decided(at("2p-build"), "D1s.4.Bs"), { complete: true }), "x");
  assert.equal(happened(ready).sent, ready.sent);
});

test("a takeback forgets decisions, and nothing of what was there is a film", () => {
  const begun = decided(at("2p-build"), "D1s.4.Bs");
  assert.ok(begun.table && begun.view);
  const { table, view, yours } = begun;
  const travelling = travelled(begun, 40);
  /** @type {StateMessage} */
  const message = { type: "state", version: 42, ply: 38, moved: 42, since: 38, steps: [], table, view, yours };
  const state = received(travelling, message);
  assert.equal(state.steps.at(-1)?.ply, 37);
  assert.deepEqual([state.ply, state.shown, state.rewound, state.travel], [38, 38, 1, null]);
  assert.deepEqual(state.decisions, []);
  assert.equal(seen(state, 41, 0), state, "a film that was still running shows what is no longer true");
  const late = received(begun, { ...message, version: 45, ply: 39, moved: 45, steps: stepsOf(state, 1, "n") });
  assert.deepEqual(unseen(late).map((step) => step.move), ["n"]);
});

test("a takeback leads to the beginning of one's last stretch", () => {
  let state = after(at("2p-build"), stepsOf(at("2p-build"), 0, "a", "b"), 1);
  assert.deepEqual(takeback(state), { seat: 0, ply: 41, decisions: 2 });
  state = after(state, stepsOf(state, 1, "c"), 0);
  assert.deepEqual(takeback(state), { seat: 0, ply: 41, decisions: 3 });
  assert.equal(takeback({ ...state, yours: [] }), null);
});

test("whoever waits, has given up or is stood in for decides nothing", () => {
  const state = at("2p-build");
  assert.ok(state.table);
  const [me, other] = state.table.players;
  assert.equal(decider({ ...state, table: { ...state.table, status: "waiting" } }), null);
  assert.equal(decider({ ...state, table: { ...state.table, players: [{ ...me, stand_in: "search:3" }, other] } }), null);
  const over = { ...state, table: { ...state.table, status: /** @type {const} */ ("over") } };
  assert.equal(decider(over), null);
  assert.ok(isOver(over) && !isOver(state));
});

test("what is wanted waits in order until it is answered", () => {
  let state = wanted(at("2p-build"), "r", { type: "resign", seat: 0 });
  state = spoken(state, "s", { seat: 0, phrase: "hello" });
  state = spoken(state, "u", { seat: 0, text: "Salve" });
  state = linksAsked(linksAsked(state, "l"), "m");
  assert.deepEqual(state.intents.map((intent) => intent.id), ["r", "s", "u", "l"]);
  assert.deepEqual(state.intents[0], { type: "resign", seat: 0, id: "r", version: 41 });
  assert.equal(wanted(state, "r2", { type: "resign", seat: 0 }), state, "one does not resign twice");
  state = received(state, { type: "accepted", id: "r", version: 42 });
  state = received(state, { type: "links", id: "l", chairs: [], watch: "#/join/t/w" });
  assert.equal(state.links?.watch, "#/join/t/w");
  state = received(state, { type: "refused", id: "u", code: "chat/too-many" });
  assert.equal(state.refusal?.code, "chat/too-many");
  assert.deepEqual(state.intents.map((intent) => intent.id), ["s"]);
  assert.equal(received(state, { type: "refused", id: "?", code: "x" }), state, "somebody else's");
});

test("who is there, what is said and what time it is", () => {
  let state = received(at("2p-build"), { type: "presence", present: [0], away: { 1: 990 }, watching: 2 });
  assert.deepEqual(state.presence?.away, { 1: 990 });
  state = received(state, { type: "said", number: 1, seat: 1, at: 1, text: "a" });
  state = received(state, { type: "said", number: 1, seat: 1, at: 1, text: "a" });
  assert.equal(state.said.length, 1, "after a cut everything is told again");
  assert.equal(timed(state, 3).offset, 3);
});

test("whoever is sent away does not come back", () => {
  assert.equal(received(at("2p-build"), { type: "bye", code: "access/revoked" }).gone, "access/revoked");
});
