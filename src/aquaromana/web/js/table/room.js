/**
 * The waiting room at a table: loaded where a game waits for people, gone when it starts.
 *
 * @import {createWaitingRoom} from "../parts/waiting_room.js"
 * @import {Game} from "./model/game.js"
 */

import { loaded } from "../lib/modules.js";

/**
 * @typedef {object} RoomState
 * @property {ReturnType<typeof createWaitingRoom> | null} view
 * @property {"no" | "now" | "failed"} loading
 * @property {boolean} isClosed the page is gone
 */

/**
 * @param {HTMLElement} host
 * @param {Game} game
 * @param {(error: unknown) => void} onTrouble
 */
export function createRoom(host, game, onTrouble) {
  /** @type {RoomState} */
  const own = { view: null, loading: "no", isClosed: false };
  const isWaiting = () => game.state().table?.status === "waiting";

  async function load() {
    own.loading = "now";
    try {
      const parts = await loaded(import("../parts/waiting_room.js"));
      own.loading = "no";
      if (own.isClosed || !isWaiting()) return;
      own.view = parts.createWaitingRoom(host, { send: game.want, askLinks: game.askLinks });
      update();
    } catch (error) {
      own.loading = "failed";
      onTrouble(error);
    }
  }

  function remove() {
    own.view?.close();
    own.view = null;
  }

  /** Show the state of the game; says whether it waits. */
  function update() {
    const { table, presence, links, ...state } = game.state();
    host.hidden = !isWaiting();
    if (host.hidden || !table) remove();
    else if (own.view) own.view.update({ ...state, table }, presence, links);
    else if (own.loading === "no") void load();
    return !host.hidden;
  }

  return {
    update,
    close() {
      own.isClosed = true;
      remove();
    },
  };
}
