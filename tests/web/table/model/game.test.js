// A game against a server of our own: what is sent, fetched and remembered.

import assert from "node:assert/strict";
import { test } from "node:test";

import { helped, pointed, travelled, undone } from "../../../../src/aquaromana/web/js/table/model/actions.js";
import { createGame } from "../../../../src/aquaromana/web/js/table/model/game.js";
import { current, decided } from "../../../../src/aquaromana/web/js/table/model/state.js";
import { choicesOf, offerOf, stateOf } from "../data.js";

/** @import {FromServer, View} from "../../../../src/aquaromana/web/js/types.js" */
/** @import {Handlers} from "../../../../src/aquaromana/web/js/table/model/socket.js" */
/** @import {Kept} from "../../../../src/aquaromana/web/js/table/model/drafts.js" */

/**
 * @param {{
 *   autoConfirm?: boolean, coached?: boolean, kept?: Kept | null, answers?: Record<string, unknown>, refusal?: unknown,
 * }} [how]
 */
function bench({ autoConfirm = false, coached = false, kept = null, answers = {}, refusal = null } = {}) {
  /** @type {any[]} */
  const sent = [];
  /** @type {unknown[]} */
  const trouble = [];
  /** @type {Kept[]} */
  const remembered = [];
  /** @type {{ path: string, body: any }[]} */
  const posted = [];
  let isOnline = false;
  /** @type {Handlers} */
  let server = /** @type {any} */ (null);
  const game = createGame(
    "t",
    {
      onChange() {},
      onTrouble: (error) => trouble.push(error),
      autoConfirm: () => autoConfirm,
      thinking: () => false,
      coach: () => coached,
    },
    {
      connect(handlers) {
        server = handlers;
        return {
          send(message) {
            if (isOnline) sent.push(message);
            return isOnline;
          },
          retry() {},
          close() {},
        };
      },
      async get(path) {
        if (refusal) throw refusal;
        if (!(path in answers)) throw new Error(`nothing at ${path}`);
        return answers[path];
      },
      async post(path, body) {
        posted.push({ path, body });
        if (!(path in answers)) throw new Error(`nothing at ${path}`);
        return answers[path];
      },
      remember: (_, value) => void remembered.push(value),
      remembered: () => kept,
    },
  );
  const link = (/** @type {boolean} */ on) => {
    isOnline = on;
    server.onLink(on ? "online" : "offline");
  };
  const say = (/** @type {FromServer} */ message) => server.onMessage(message);
  return { game, sent, posted, trouble, remembered, link, say, shut: () => server.onShut() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** @param {ReturnType<typeof bench>} all @param {string} name */
function sit(all, name) {
  all.link(true);
  all.say({ ...stateOf(name), since: 0 });
  all.say(offerOf(name));
}

/** @param {ReturnType<typeof bench>} all @param {object} more */
function answer({ game, sent, say }, more) {
  const asked = sent.findLast((message) => message.type === "preview");
  const view = /** @type {View} */ (game.state().view);
  say({ type: "previewed", id: asked.id, version: asked.version, moves: asked.moves, view, steps: [], ...more });
}

test("a decision is previewed, a complete stretch confirmed and sent", () => {
  const all = bench();
  sit(all, "2p-build");
  all.game.apply(decided(all.game.state(), "D1s.4.Bs"));
  assert.deepEqual(all.sent.map(({ type, moves }) => [type, moves]), [["preview", ["D1s.4.Bs"]]]);
  answer(all, { complete: true });
  assert.equal(all.sent.length, 1, "not before it is confirmed");
  all.game.confirm();
  assert.deepEqual(all.sent.at(-1), { ...all.game.state().sent });
  assert.deepEqual(all.sent.at(-1).moves, ["D1s.4.Bs"]);
});

test("with auto-confirm a complete stretch is sent by itself, an incomplete one is not", () => {
  const all = bench({ autoConfirm: true });
  sit(all, "2p-build");
  all.game.apply(decided(all.game.state(), "D1s.4.Bs"));
  answer(all, { choices: choicesOf("close") });
  assert.equal(all.sent.filter((message) => message.type === "play").length, 0);
  all.game.apply(decided(all.game.state(), "-"));
  answer(all, { complete: true });
  assert.deepEqual(all.sent.at(-1).moves, ["D1s.4.Bs", "-"]);
  assert.equal(all.sent.at(-1).type, "play");
});

test("what was not acknowledged is sent again after a cut, with the same id", () => {
  const all = bench();
  sit(all, "2p-build");
  all.game.apply(decided(all.game.state(), "D1s.4.Bs"));
  answer(all, { complete: true });
  all.link(false);
  all.game.confirm();
  const plays = () => all.sent.filter((message) => message.type === "play");
  assert.equal(plays().length, 0);
  all.link(true);
  assert.equal(plays().length, 1);
  all.link(false);
  all.link(true);
  assert.equal(plays().length, 2);
  assert.deepEqual(plays()[0], plays()[1]);
  const { version, table, view } = stateOf("2p-build");
  const steps = [{ ply: version, turn: 9, seat: 0, move: "D1s.4.Bs", type: /** @type {const} */ ("build") }];
  const next = { ...view, mover: 1 };
  const counts = { version: version + 1, ply: version + 1, moved: version + 1, since: version };
  all.say({ type: "state", ...counts, table, view: next, steps, yours: [0] });
  all.link(false);
  all.link(true);
  assert.equal(plays().length, 2, "what the state shows has arrived");
});

test("whatever else was wanted is sent again too, until it is answered", () => {
  const all = bench();
  sit(all, "2p-build");
  all.link(false);
  all.game.want({ type: "resign", seat: 0 });
  all.game.say({ seat: 0, phrase: "sorry" });
  const asked = () => all.sent.filter((message) => message.type === "resign" || message.type === "say");
  assert.equal(asked().length, 0);
  all.link(true);
  assert.deepEqual(asked().map((message) => message.type), ["resign", "say"]);
  all.say({ type: "accepted", id: asked()[0].id, version: 42 });
  all.link(false);
  all.link(true);
  assert.deepEqual(asked().map((message) => message.type), ["resign", "say", "say"]);
  assert.deepEqual(asked()[1], asked()[2]);
});

test("a door that stays shut is asked why", async () => {
  const all = bench();
  all.shut();
  await settled();
  assert.equal(all.game.state().gone, "", "no answer at all: the server may come back");
  const refused = bench({ refusal: { code: "access/needed", status: 403 } });
  refused.shut();
  await settled();
  assert.equal(refused.game.state().gone, "access/needed");
});

test("after a takeback the past is another one", async () => {
  const past = { ...stateOf("2p-build").view, position: "past" };
  const answers = { "/api/tables/t/views/40": past };
  const all = bench({ answers });
  sit(all, "2p-build");
  await all.game.viewAt(40);
  const { version, table, view } = stateOf("2p-build");
  const counts = { version: version + 1, ply: 30, moved: version + 1, since: 30 };
  all.say({ type: "state", ...counts, table, view, steps: [], yours: [0] });
  answers["/api/tables/t/views/40"] = { ...past, position: "other" };
  assert.equal((await all.game.viewAt(40)).position, "other");
});

test("a preview that was cut off is asked for again", () => {
  const all = bench();
  sit(all, "2p-build");
  all.game.apply(decided(all.game.state(), "D1s.4.Bs"));
  all.link(false);
  all.link(true);
  assert.equal(all.sent.filter((message) => message.type === "preview").length, 2);
});

test("the stretch is remembered with every decision, and taken up by the next page", () => {
  const all = bench();
  sit(all, "2p-build");
  all.game.apply(decided(all.game.state(), "D1s.4.Bs"));
  const kept = all.remembered.at(-1);
  assert.deepEqual(kept, { version: 41, decisions: [{ move: "D1s.4.Bs", auto: false }], helped: [] });
  const next = bench({ kept });
  sit(next, "2p-build");
  assert.deepEqual(next.sent.map(({ type, moves }) => [type, moves]), [["preview", ["D1s.4.Bs"]]]);
  next.game.apply(undone(next.game.state()));
  assert.deepEqual(next.remembered.at(-1)?.decisions, []);
});

test("a gap is filled by asking for everything that was missed", async () => {
  const { version, table, view } = stateOf("2p-build");
  const counts = { version: version + 3, ply: version + 3, moved: version + 3 };
  const missed = { ...counts, since: version, table, view, steps: [] };
  const all = bench({ answers: { [`/api/tables/t/state?since=${version}`]: missed } });
  sit(all, "2p-build");
  all.say({ type: "state", ...counts, since: version + 2, table, view, steps: [], yours: [0, 1] });
  await settled();
  assert.equal(all.game.state().version, version + 3);
  assert.deepEqual(all.game.state().yours, [0, 1]);
});

test("the past is fetched once", async () => {
  const past = { ...stateOf("2p-build").view, position: "past" };
  const answers = { "/api/tables/t/views/7": past };
  const all = bench({ answers });
  sit(all, "2p-build");
  all.game.apply(travelled(all.game.state(), 7));
  await settled();
  assert.equal(all.game.state().travel?.view, past);
  Reflect.deleteProperty(answers, "/api/tables/t/views/7");
  assert.equal(await all.game.viewAt(7), past);
  all.game.apply(travelled(all.game.state(), 8));
  await settled();
  assert.equal(all.game.state().travel, null, "without its view we stay where we are");
  assert.equal(all.trouble.length, 1);
});

test("what happens while the past is fetched is not lost", async () => {
  const past = { ...stateOf("2p-build").view, position: "past" };
  const all = bench({ answers: { "/api/tables/t/views/7": past, "/api/tables/t/views/6": past } });
  sit(all, "2p-build");
  all.game.apply(travelled(all.game.state(), 7));
  all.game.apply(travelled(all.game.state(), 6));
  all.link(false);
  await settled();
  assert.deepEqual(all.game.state().travel, { ply: 6, view: past });
  assert.equal(all.game.state().link, "offline");
});

test("the rest of the set-up is played as suggested, and given up if that fails", async () => {
  const { version, view } = stateOf("3p-setup");
  const suggestion = { version, seat: view.mover, moves: [choicesOf("3p-setup")[0].move] };
  const all = bench({ answers: { "/api/tables/t/suggestion": suggestion } });
  sit(all, "3p-setup");
  all.game.apply(helped(all.game.state(), view.mover, true));
  await settled();
  assert.deepEqual(all.sent.at(-1).moves, suggestion.moves);
  const broken = bench();
  sit(broken, "3p-setup");
  broken.game.apply(helped(broken.game.state(), view.mover, true));
  await settled();
  assert.deepEqual(broken.game.state().helped, []);
  assert.equal(broken.trouble.length, 1);
});

test("a builder that is placed stays when the rest of the set-up is left to the program", async () => {
  const { version, view } = stateOf("3p-setup");
  const [suggested, { move }] = choicesOf("3p-setup");
  const suggestion = { version: version + 1, seat: view.mover, moves: [suggested.move] };
  const all = bench({ answers: { "/api/tables/t/suggestion": suggestion } });
  sit(all, "3p-setup");
  all.game.apply(decided(all.game.state(), move));
  all.game.apply(helped(all.game.state(), view.mover, true));
  await settled();
  assert.deepEqual(all.sent.map(({ type }) => type), ["preview"], "it is not known yet whether it can stand there");
  answer(all, { complete: true });
  assert.deepEqual([all.sent.at(-1).type, all.sent.at(-1).moves], ["play", [move]]);
  const { ply, ...known } = stateOf("3p-setup");
  const steps = [{ ply, turn: 0, seat: view.mover, move, type: /** @type {const} */ ("place") }];
  all.say({ ...known, version: version + 1, moved: version + 1, ply: ply + 1, since: ply, steps });
  await settled();
  assert.deepEqual([all.sent.at(-1).type, all.sent.at(-1).moves], ["play", [suggested.move]], "the rest comes after it");
});

test("one that was placed already is confirmed, also after a reload; one that cannot stand there gives way", async () => {
  const { version, view } = stateOf("3p-setup");
  const [suggested, { move }] = choicesOf("3p-setup");
  const answers = { "/api/tables/t/suggestion": { version, seat: view.mover, moves: [suggested.move] } };
  const all = bench();
  sit(all, "3p-setup");
  all.game.apply(decided(all.game.state(), move));
  answer(all, { complete: true });
  all.game.apply(helped(all.game.state(), view.mover, true));
  assert.deepEqual([all.sent.at(-1).type, all.sent.at(-1).moves], ["play", [move]]);
  const kept = { version, decisions: [{ move, auto: false }], helped: [view.mover] };
  const back = bench({ kept, answers });
  sit(back, "3p-setup");
  answer(back, { complete: true });
  assert.deepEqual([back.sent.at(-1).type, back.sent.at(-1).moves], ["play", [move]]);
  const wrong = bench({ kept, answers });
  sit(wrong, "3p-setup");
  wrong.say({ type: "refused", id: wrong.sent.at(-1).id, version, code: "rules/illegal", message: "" });
  await settled();
  assert.deepEqual([wrong.sent.at(-1).type, wrong.sent.at(-1).moves], ["play", [suggested.move]]);
});

test("questions carry the stretch so far, and nothing happens after the end", () => {
  const all = bench();
  sit(all, "2p-build");
  all.game.apply(decided(all.game.state(), "D1s.4.Bs"));
  all.game.ask("workman", "K8n");
  const { id, ...asked } = all.sent.at(-1);
  assert.ok(id);
  assert.deepEqual(asked, { type: "ask", version: 41, subject: "workman", name: "K8n", moves: ["D1s.4.Bs"] });
  const state = all.game.state();
  all.game.close();
  all.game.apply(undone(state));
  assert.equal(all.game.state(), state);
  assert.equal(current(state).choices.length, 0);
});

// Hints and the coach.

/** A complete stretch against a bot. @param {ReturnType<typeof bench>} all */
function compose(all) {
  const state = stateOf("2p-build");
  const players = state.table.players.map((player, seat) => ({ ...player, kind: seat ? "bot" : "person" }));
  all.link(true);
  all.say(/** @type {any} */ ({ ...state, since: 0, yours: [0], table: { ...state.table, players } }));
  all.say(offerOf("2p-build"));
  all.game.apply(decided(all.game.state(), "D1s.4.Bs"));
  answer(all, { complete: true });
}

const plays = (/** @type {ReturnType<typeof bench>} */ all) => all.sent.filter(({ type }) => type === "play").length;

test("the coach is asked before a stretch is sent, once, and may be overruled", async () => {
  const all = bench({ coached: true, answers: { "/api/tables/t/coach": { version: 0, again: true, share: 0.2 } } });
  compose(all);
  assert.deepEqual(all.posted.map(({ body }) => body.moves), [undefined], "it thinks from the beginning of the turn");
  all.game.confirm();
  await settled();
  assert.deepEqual(all.posted.at(-1)?.body.moves, ["D1s.4.Bs"]);
  assert.equal(plays(all), 0);
  assert.ok(all.game.state().caution);
  all.game.insist();
  assert.equal(plays(all), 1);
});

test("a coach who is content, or does not answer, holds nobody up", async () => {
  for (const answers of [{ "/api/tables/t/coach": { version: 0 } }, {}]) {
    const all = bench({ coached: true, answers });
    compose(all);
    all.game.confirm();
    await settled();
    assert.equal(plays(all), 1);
    assert.deepEqual(all.trouble, []);
  }
});

test("without the coach nothing is asked", () => {
  const all = bench();
  compose(all);
  all.game.confirm();
  assert.equal(plays(all), 1);
  assert.deepEqual(all.posted, []);
});

test("a hint is fetched rung by rung, and a refusal is told once", async () => {
  const hint = { version: 0, seat: 0, rung: 2, question: { code: "question/build" }, final: true };
  const all = bench({ answers: { "/api/tables/t/hint": hint } });
  compose(all);
  all.game.apply(undone(all.game.state()));
  all.game.hint();
  await settled();
  assert.deepEqual(all.posted.at(-1)?.body, { version: stateOf("2p-build").version, rung: 2, moves: [], after: -1 });
  assert.equal(all.game.state().hint?.told?.rung, 2);
  const refused = bench();
  compose(refused);
  refused.game.apply(undone(refused.game.state()));
  refused.game.hint();
  await settled();
  assert.equal(refused.game.state().hint, null);
  assert.equal(refused.trouble.length, 1);
});

test("a hint disappeared when no better one could be fetched", async () => {
  const hint = { version: 0, seat: 0, rung: 2, question: { code: "question/build" } };
  /** @type {Record<string, unknown>} */
  const answers = { "/api/tables/t/hint": hint };
  const all = bench({ answers });
  compose(all);
  all.game.apply(undone(all.game.state()));
  all.game.hint();
  queueMicrotask(() => delete answers["/api/tables/t/hint"]);
  await settled();
  assert.equal(all.game.state().hint?.told?.rung, 2);
  assert.equal(all.posted.at(-1)?.body.after, 0);
  assert.deepEqual(all.trouble, []);
});

test("what was found since a hint was shown is here already", async () => {
  const hint = { version: 0, seat: 0, rung: 3, question: { code: "question/build" }, moves: ["-"], final: true };
  const all = bench({ answers: { "/api/tables/t/hint": hint } });
  compose(all);
  all.game.apply(undone(all.game.state()));
  all.game.hint();
  await settled();
  const newer = /** @type {any} */ ({ ...hint, moves: ["1", "-"] });
  const state = all.game.state();
  all.game.apply({ ...state, hint: { .../** @type {any} */ (state.hint), rung: 3, newer } });
  const fetched = all.posted.length;
  all.game.hint();
  await settled();
  assert.equal(all.game.state().hint?.told, newer);
  assert.equal(all.posted.length, fetched);
});
