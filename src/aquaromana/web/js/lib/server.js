/**
 * What this server is: whether others can reach it, and under which address.
 *
 *   const info = await about()            asked once
 *   homeOf(info, location)                the address with which links for others begin
 *   addressOf(info, "#/join/x7/SECRET")   a whole link
 *   isReachable(info, location)           whether anybody else can open it
 */

import { get } from "./api.js";

/**
 * @typedef {object} ServerInfo
 * @property {"local" | "shared"} access local: for this machine only, without identities
 * @property {boolean} lobby whether open tables may be listed
 * @property {boolean} webhooks whether people may have it call an address of theirs
 * @property {string} public_url the address by which others reach it, if configured
 * @property {string[]} addresses by which others in the same network reach it
 * @property {string} command what starts a game on this machine
 * @property {Record<string, Record<string, number[]>>} seat_odds what each seat wins among equal
 *   players, by the layout and their number
 * @property {boolean} core whether bots think with the C++ core; without it they are weaker
 */

/** @type {Promise<ServerInfo> | null} */
let asked = null;

/** @returns {Promise<ServerInfo>} */
export function about() {
  asked ??= get("/api/settings").then(
    ({ access = "local", lobby = false, webhooks = false, public_url = "", addresses = [], command, ...more }) => {
      const { core = true, seat_odds = {} } = more;
      return { access, lobby, webhooks, public_url, addresses, command: command || "aqua play", core, seat_odds };
    },
    (error) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** Names that always mean the machine that uses them. */
const HERE = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Where links for others begin; `localhost` would be another machine for them.
 * @param {ServerInfo} info
 * @param {{origin: string, hostname: string}} here
 */
export function homeOf({ public_url, addresses }, { origin, hostname }) {
  const found = public_url || (HERE.test(hostname) ? (addresses[0] ?? origin) : origin);
  return found.replace(/\/$/, "");
}

/**
 * Whether links lead others anywhere: not while the server is known by no name but this machine's own.
 * @param {ServerInfo} info
 * @param {{origin: string, hostname: string}} here
 */
export function isReachable(info, here) {
  return !HERE.test(new URL(homeOf(info, here)).hostname);
}

/**
 * @param {ServerInfo} info
 * @param {string} hash
 */
export function addressOf(info, hash) {
  return `${homeOf(info, location)}/${hash}`;
}
