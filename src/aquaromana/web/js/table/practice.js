/**
 * A moment of a finished game as a table: it answers like a socket, by requests, and what is played there is judged.
 *
 * @import {FromClient, FromServer, PlayMessage, StateMessage, Step, View} from "../types.js"
 * @import {World} from "./model/game.js"
 * @import {Handlers} from "./model/socket.js"
 */

import { ApiError, get, post } from "../lib/api.js";

/**
 * Decisions with the positions before the first and after each.
 * @typedef {{ views: View[], steps: Step[] }} Line
 *
 * @typedef {object} PracticeHandlers
 * @property {(play: PlayMessage) => void} onPlay a whole stretch is to be judged
 * @property {(error: unknown) => void} onTrouble
 */

/** @typedef {ReturnType<typeof createPractice>} Practice */

/**
 * @param {string} base the finished game in the API
 * @param {number} ply the moment
 * @param {PracticeHandlers} handlers
 */
export function createPractice(base, ply, { onPlay, onTrouble }) {
  const ending = new AbortController();
  const { signal } = ending;
  /** @type {Handlers | null} */
  let table = null;
  /** The first state, as the server told it. @type {StateMessage | null} */
  let first = null;
  /** What can be chosen there. @type {FromServer | null} */
  let choices = null;
  /** How often the table has changed since. */
  let changes = 0;

  /** @param {FromClient} message */
  async function ask(message) {
    try {
      const { messages } = await post(`${base}/review/practice`, { ply, message }, { signal });
      for (const each of messages) hear(each);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) || !("id" in message)) return onTrouble(error);
      const { code, clause, args } = error;
      table?.onMessage({ type: "refused", id: message.id ?? "", code, clause, args });
    }
  }

  /** @param {FromServer} message */
  function hear(message) {
    if (message.type === "state") first = { ...message, chat: false };
    if (message.type === "choices") choices = message;
    table?.onMessage(message.type === "state" ? /** @type {StateMessage} */ (first) : message);
  }

  /** Show the table as it is after these decisions. @param {Line | null} line */
  function show(line) {
    if (!first) return;
    changes += 1;
    const version = first.version + changes;
    const made = line?.steps ?? [];
    const view = line?.views.at(-1) ?? first.view;
    table?.onMessage({ ...first, version, moved: version, ply: ply + made.length, view, steps: made, since: ply });
    if (!line && choices?.type === "choices") table?.onMessage({ ...choices, version });
  }

  /** @param {FromClient} message */
  function send(message) {
    if (message.type === "play") onPlay(message);
    else if (message.type === "preview" || message.type === "ask") {
      ask({ ...message, version: first?.version ?? 0 });
    }
    return true;
  }

  /** @type {World} */
  const world = {
    connect(handlers) {
      table = handlers;
      setTimeout(() => {
        if (signal.aborted) return;
        handlers.onLink("online");
        ask({ type: "hello", protocol: 2, since: null });
      });
      return { send, retry() {}, pause() {}, resume() {}, close: () => ending.abort() };
    },
    get,
    post,
    remember() {},
    remembered: () => null,
  };
  return {
    world,
    /** Show decisions on the board. */
    show,
    /** Go back to where it began. */
    again: () => show(null),
  };
}
