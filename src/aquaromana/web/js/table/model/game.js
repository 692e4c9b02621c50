/**
 * The store of a table: messages of the socket and actions of people go in; what has to be sent, fetched or stored
 * because of them goes out. It does not know the document.
 *
 * @import {FromServer, SayMessage, Subject, Wish} from "../../types.js"
 * @import {Kept} from "./drafts.js"
 * @import {Handlers, Connection} from "./socket.js"
 * @import {TableState} from "./state.js"
 * @import {Requests, TableApi} from "./table_api.js"
 */

import * as api from "../../lib/api.js";
import { freshId } from "../../lib/ids.js";
import { seatNames } from "../../lib/seats.js";
import * as actions from "./actions.js";
import { createAdvice } from "./advice.js";
import * as drafts from "./drafts.js";
import { createConnection } from "./socket.js";
import { isGap, linked, lost, received, timed } from "./incoming.js";
import { current, decider, opened } from "./state.js";
import { createTableApi } from "./table_api.js";

/**
 * @typedef {object} Wishes
 * @property {(before: TableState, now: TableState) => void} onChange
 * @property {(error: unknown) => void} onTrouble something that was fetched did not come
 * @property {() => boolean} autoConfirm a complete stretch is played without asking
 * @property {() => boolean} thinking bots' thoughts are wanted
 * @property {() => boolean} coach the coach looks at stretches before they are sent
 *
 * @typedef {object} World what a test puts in the place of the real one
 * @property {(handlers: Handlers) => Connection} connect
 * @property {Requests["get"]} get
 * @property {Requests["post"]} post
 * @property {(id: string, kept: Kept) => void} remember
 * @property {(id: string) => Kept | null} remembered
 */

/**
 * @param {string} id
 * @param {Wishes} wishes
 * @param {World} [world]
 */
export function createGame(id, wishes, world = ownWorld(id)) {
  let state = opened(id);
  const ending = new AbortController();
  const { signal } = ending;
  const table = createTableApi(id, world, signal);
  const { hint, coach } = table;
  const { coach: isCoached, onTrouble } = wishes;
  const fetches = createFetches(table, { state: () => state, apply, onTrouble, signal });
  const advice = createAdvice({ state: () => state, apply, hint, coach, isCoached, onTrouble, signal });
  const connection = world.connect({
    since: () => (state.version < 0 ? null : state.version),
    onMessage,
    onLink: (link) => apply(linked(state, link)),
    onGone: (code) => apply(lost(state, state.gone || code)),
    onShut: knock,
    onTime: (offset) => apply(timed(state, offset)),
  });

  async function knock() {
    const code = await table.shutCode();
    if (code !== null) apply(lost(state, code));
  }

  /** @param {FromServer} message */
  function onMessage(message) {
    if (message.type === "state" && isGap(state, message)) {
      fetches.catchUp(message.yours);
      return;
    }
    const before = state;
    const next = received(state, message);
    apply(message.type === "state" && state.version < 0 ? recalled(next, world.remembered(id)) : next);
    if (message.type === "state" && next !== before) table.keepView(message.ply, message.view);
  }

  /** @param {TableState | null} next */
  function apply(next) {
    if (!next || next === state || signal.aborted) return;
    const before = state;
    state = next;
    follow(before);
    wishes.onChange(before, state);
  }

  /** What a change asks of the world. @param {TableState} before */
  function follow(before) {
    if (before.rewound !== state.rewound) table.forgetViews();
    if (before.decisions !== state.decisions || before.helped !== state.helped || before.version !== state.version) {
      world.remember(id, actions.lasting(state));
    }
    if (state.travel && state.travel.ply !== before.travel?.ply) fetches.visit(state.travel.ply);
    const isWithdrawn = state.decisions.length < before.decisions.length;
    const isAsked = before.version < 0 || state.moved !== before.moved || state.helped !== before.helped || isWithdrawn;
    if (isAsked && actions.needsHelp(state) !== null) fetches.suggest();
    if (isAsked) advice.warmUp();
    if (current(state).complete && (wishes.autoConfirm() || state.finishing)) state = advice.confirmed(state);
    if (state.link === "online" && before.link !== "online" && wishes.thinking()) watch();
    state = send(connection, before, state);
  }

  /** Tell the server whether bots' thoughts are wanted. */
  function watch() {
    connection.send({ type: "watch", thinking: wishes.thinking() });
  }

  return {
    /** @returns {TableState} */
    state: () => state,
    /** What the seats are called here. */
    names: () => seatNames(state.table?.players ?? [], state.yours),
    apply,
    viewAt: table.viewAt,
    knownView: table.knownView,
    watch,
    confirm: () => apply(advice.confirmed(state)),
    /** Ask for a hint, for its next rung, or for what was found since. */
    hint: advice.ask,
    /** Send the stretch whatever the coach says. */
    insist: advice.insist,
    /** Want something that changes the table. @param {Wish} wish */
    want: (wish) => apply(actions.wanted(state, freshId(), wish)),
    /** @param {Pick<SayMessage, "seat" | "text" | "phrase">} words */
    say: (words) => apply(actions.spoken(state, freshId(), words)),
    /** Replace a link of one's own. @param {"chair" | "host"} what @param {number} chair */
    replaceLink: (what, chair) => reconnected(connection, table.newLink({ what, chair, id: freshId() }), onTrouble),
    askLinks: () => apply(actions.linksAsked(state, freshId())),
    /** The server's time, in seconds since 1970. */
    now: () => Date.now() / 1000 + state.offset,
    /** Ask why something cannot be done. @param {Subject} subject @param {string} name */
    ask: (subject, name) => apply(askedWhy(connection, state, subject, name)),
    retry: () => connection.retry(),
    close() {
      ending.abort();
      connection.close();
    },
  };
}

/** @typedef {ReturnType<typeof createGame>} Game */

/**
 * Wait for a new cookie: the socket has the old one, so it is closed meanwhile and comes back with the new one.
 *
 * @param {Connection} connection
 * @param {Promise<unknown>} request
 * @param {(error: unknown) => void} onTrouble
 * @returns {Promise<boolean>} whether it came
 */
async function reconnected(connection, request, onTrouble) {
  connection.pause();
  try {
    await request;
    return true;
  } catch (error) {
    onTrouble(error);
    return false;
  } finally {
    connection.resume();
  }
}

/**
 * What is fetched because of a change, and changes the state in its turn.
 *
 * @param {TableApi} table
 * @param {{
 *   state: () => TableState,
 *   apply: (next: TableState) => void,
 *   onTrouble: (error: unknown) => void,
 *   signal: AbortSignal,
 * }} store
 */
function createFetches(table, { state, apply, onTrouble, signal }) {
  return {
    /** What was missed. @param {number[]} yours */
    async catchUp(yours) {
      try {
        const missed = await table.stateSince(state().version);
        apply(received(state(), { ...missed, type: "state", yours }));
      } catch (error) {
        if (!signal.aborted) onTrouble(error);
      }
    },
    /** A moment of the past. @param {number} ply */
    async visit(ply) {
      try {
        const view = await table.viewAt(ply); // before the state is read: it may change meanwhile
        apply(actions.arrived(state(), ply, view));
      } catch (error) {
        if (signal.aborted) return;
        apply(actions.returned(state()));
        onTrouble(error);
      }
    },
    /** The next decision of a set-up that is done for somebody, as a bot would make it. */
    async suggest() {
      try {
        const { version, moves } = await table.suggestion();
        const isAsked = version >= state().moved && actions.needsHelp(state()) !== null;
        if (isAsked) apply(actions.played(state(), freshId(), moves));
      } catch (error) {
        if (signal.aborted) return;
        apply({ ...state(), helped: [] });
        onTrouble(error);
      }
    },
  };
}

/**
 * The first state of a table, with what people had begun here before.
 *
 * @param {TableState} state
 * @param {Kept | null} kept
 */
function recalled(state, kept) {
  if (!kept) return state;
  const back = { ...actions.restored(state, kept), helped: kept.helped };
  const seat = decider(back);
  return seat !== null && kept.helped.includes(seat) ? actions.helped(back, seat, true) : back;
}

/**
 * Send what a change asks for, and once more what was sent when the connection is back; the state after it.
 *
 * @param {Connection} connection
 * @param {TableState} before
 * @param {TableState} state
 */
function send(connection, before, state) {
  const isBack = state.link === "online" && before.link !== "online";
  if (state.sent && (state.sent !== before.sent || isBack)) connection.send(state.sent);
  for (const intent of state.intents) if (isBack || !before.intents.includes(intent)) connection.send(intent);
  const moves = actions.nextPreview(state);
  const name = freshId();
  const isSent = moves && connection.send({ type: "preview", id: name, version: state.version, moves });
  return isSent ? actions.previews(state, name) : state;
}

/**
 * Ask why something cannot be done; the state after it, null if the question could not be sent.
 *
 * @param {Connection} connection
 * @param {TableState} state
 * @param {Subject} subject
 * @param {string} name
 */
function askedWhy(connection, state, subject, name) {
  const id = freshId();
  const moves = state.decisions.map((decision) => decision.move);
  const isSent = connection.send({ type: "ask", id, version: state.version, subject, name, moves });
  return isSent ? actions.asks(state, id, subject, name) : null;
}

/**
 * @param {string} id
 * @returns {World}
 */
function ownWorld(id) {
  const address = new URL(`/api/tables/${encodeURIComponent(id)}/live`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return { connect: (handlers) => createConnection(address.href, handlers), get: api.get, post: api.post, ...drafts };
}
