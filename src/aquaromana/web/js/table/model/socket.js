/**
 * The WebSocket connection to the server: it says hello with the version we have, pings to stay alive, and reconnects
 * with backoff after a cut.
 *
 * @import {FromClient, FromServer} from "../../types.js"
 */

/** Milliseconds of silence after which we ping, and after which the connection counts as dead. */
export const PING = 5000;
export const DEAD = 9000;

/** Milliseconds before the first new try, and at most. */
const FIRST = 250;
const LONGEST = 8000;

/** What this page speaks. */
const PROTOCOL = 2;

/** Close codes: no such table; access lost; the server restarts. */
const GONE = new Map([[4404, "table/unknown"], [4403, "access/revoked"]]);
const RESTART = 1012;

/**
 * How long to wait before a new try.
 *
 * @param {number} tries that have failed in a row
 * @param {number} chance 0 to 1, jitter, so that many clients do not reconnect at the same moment
 */
export function patience(tries, chance) {
  const whole = Math.min(LONGEST, FIRST * 2 ** tries);
  return whole * (0.5 + chance / 2);
}

/**
 * @typedef {object} Handlers
 * @property {() => number | null} since the version that we have; null to get everything
 * @property {(message: FromServer) => void} onMessage
 * @property {(link: "connecting" | "online" | "offline") => void} onLink "online" when something can be sent
 * @property {(code: string) => void} onGone the table does not exist, or we have no access
 * @property {() => void} onShut the door was not opened: the server is away, or does not let us in
 * @property {(offset: number) => void} onTime how many seconds the server's clock is ahead of ours
 *
 * @typedef {object} Surroundings what a test puts in the place of the browser's own
 * @property {new (url: string) => WebSocket} WebSocket
 * @property {typeof globalThis.setTimeout} setTimeout
 * @property {typeof globalThis.clearTimeout} clearTimeout
 * @property {() => number} random
 * @property {() => number} now milliseconds since 1970
 *
 * @typedef {object} Connection
 * @property {(message: FromClient) => boolean} send false if there is no connection
 * @property {() => void} retry try now; for when the browser says that the network is back
 * @property {() => void} pause hang up, and stay away until `resume`
 * @property {() => void} resume
 * @property {() => void} close for good
 */

/**
 * @param {string} url
 * @param {Handlers} handlers
 * @param {Surroundings} [browser]
 * @returns {Connection}
 */
export function createConnection(url, handlers, browser = ownSurroundings()) {
  /** @type {WebSocket | null} */
  let socket = null;
  let tries = 0;
  let ended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;
  const heartbeat = createHeartbeat(browser, { ping: () => send({ type: "ping" }), drop, onTime: handlers.onTime });

  function connect() {
    browser.clearTimeout(again);
    again = undefined;
    if (ended || socket) return;
    const own = new browser.WebSocket(url);
    socket = own;
    let isOpen = false;
    own.onopen = () => {
      if (own !== socket) return own.close(1000);
      isOpen = true;
      send({ type: "hello", protocol: PROTOCOL, since: handlers.since() });
      heartbeat.start();
      handlers.onLink("online");
    };
    own.onmessage = (event) => {
      if (own !== socket) return;
      tries = 0;
      heartbeat.heard();
      const message = /** @type {FromServer} */ (JSON.parse(event.data));
      if (message.type === "pong") heartbeat.answered(message.at);
      else handlers.onMessage(message);
    };
    own.onclose = (event) => {
      if (own !== socket) return;
      cut(event.code);
      if (!isOpen && !ended) handlers.onShut();
    };
  }

  function drop() {
    const old = socket;
    cut(0);
    old?.close();
  }

  /** @param {number} code */
  function cut(code) {
    heartbeat.stop();
    socket = null;
    if (ended) return;
    const gone = GONE.get(code);
    if (gone) {
      ended = true;
      handlers.onGone(gone);
      return;
    }
    handlers.onLink("offline");
    const wait = patience(code === RESTART ? 0 : tries, browser.random());
    tries += 1;
    again = browser.setTimeout(connect, wait);
  }

  /** @param {FromClient} message */
  function send(message) {
    if (socket?.readyState !== 1) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  connect();
  return {
    send,
    retry() {
      if (again !== undefined) connect();
    },
    pause() {
      browser.clearTimeout(again);
      heartbeat.stop();
      again = undefined;
      const old = socket;
      socket = null;
      if (old?.readyState) old.close(1000);
      handlers.onLink("offline");
    },
    resume: connect,
    close() {
      ended = true;
      browser.clearTimeout(again);
      heartbeat.stop();
      if (socket?.readyState) socket.close(1000); // while it connects browsers complain of that: it is closed when open
      socket = null;
    },
  };
}

/**
 * Pings after silence, drops a connection that stays silent, and learns the server's time from the answers.
 *
 * @param {Surroundings} browser
 * @param {{ ping: () => void, drop: () => void, onTime: (offset: number) => void }} wishes
 */
function createHeartbeat(browser, { ping: send, drop, onTime }) {
  /** When a ping was sent that is not answered. */
  let pinged = 0;
  /** Round-trip time of the quickest answer on this socket, in milliseconds: it gives the best clock offset. */
  let quickest = Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let silence;

  function ping() {
    pinged = browser.now();
    send();
  }

  /** Something came: wait for the next silence. */
  function heard() {
    browser.clearTimeout(silence);
    silence = browser.setTimeout(() => {
      ping();
      silence = browser.setTimeout(() => drop(), DEAD - PING);
    }, PING);
  }

  return {
    heard,
    /** A connection is open. */
    start() {
      quickest = Infinity;
      ping();
      heard();
    },
    /** @param {number} at the server's time when it answered: in the middle between question and answer */
    answered(at) {
      const now = browser.now();
      const trip = now - pinged;
      if (trip > quickest) return;
      quickest = trip;
      onTime(at - (now - trip / 2) / 1000);
    },
    stop: () => browser.clearTimeout(silence),
  };
}

/** @returns {Surroundings} */
function ownSurroundings() {
  return {
    WebSocket: globalThis.WebSocket,
    setTimeout: globalThis.setTimeout.bind(globalThis),
    clearTimeout: globalThis.clearTimeout.bind(globalThis),
    random: Math.random,
    now: Date.now,
  };
}
