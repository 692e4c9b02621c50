// The line to the server, with a socket and a clock of our own.

import assert from "node:assert/strict";
import { test } from "node:test";

import { createConnection, DEAD, patience, PING } from "../../../../src/aquaromana/web/js/table/model/socket.js";

/** @import {FromServer} from "../../../../src/aquaromana/web/js/types.js" */

function bench() {
  /** @type {FakeSocket[]} */
  const sockets = [];
  /** @type {{ at: number, run: () => void, id: number }[]} */
  let timers = [];
  let now = 0;
  let count = 0;
  /** @type {unknown[]} */
  const heard = [];

  class FakeSocket {
    readyState = 0;
    /** @type {any[]} */
    sent = [];
    /** @type {() => void} */
    onopen = () => {};
    /** @type {(event: { data: string }) => void} */
    onmessage = () => {};
    /** @type {(event: { code: number }) => void} */
    onclose = () => {};

    /** @param {string} url */
    constructor(url) {
      this.url = url;
      sockets.push(this);
    }

    /** @param {string} text */
    send(text) {
      this.sent.push(JSON.parse(text));
    }

    close() {
      this.readyState = 3;
    }

    open() {
      this.readyState = 1;
      this.onopen();
    }

    /** @param {FromServer} message */
    say(message) {
      this.onmessage({ data: JSON.stringify(message) });
    }

    /** @param {number} code */
    cut(code) {
      this.readyState = 3;
      this.onclose({ code });
    }
  }

  const browser = /** @type {any} */ ({
    WebSocket: FakeSocket,
    setTimeout: (/** @type {() => void} */ run, /** @type {number} */ wait) => {
      count += 1;
      timers.push({ at: now + wait, run, id: count });
      return count;
    },
    clearTimeout: (/** @type {number} */ id) => (timers = timers.filter((timer) => timer.id !== id)),
    random: () => 1,
    now: () => 1_000_000 + now,
  });
  let since = /** @type {number | null} */ (null);
  const line = createConnection(
    "ws://here/api/tables/t/live",
    {
      since: () => since,
      onMessage: (message) => heard.push(message.type),
      onLink: (link) => heard.push(link),
      onGone: (code) => heard.push(`gone ${code}`),
      onShut: () => heard.push("shut"),
      onTime: (offset) => heard.push(`ahead ${offset}`),
    },
    browser,
  );
  return {
    line,
    sockets,
    heard,
    know: (/** @type {number} */ version) => (since = version),
    pass(/** @type {number} */ time) {
      const end = now + time;
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}

test("it says hello first, and after a cut with the version that we have", () => {
  const { sockets, heard, know, pass } = bench();
  sockets[0].open();
  assert.deepEqual(sockets[0].sent, [{ type: "hello", protocol: 2, since: null }, { type: "ping" }]);
  assert.deepEqual(heard, ["online"]);
  know(12);
  sockets[0].cut(1006);
  assert.deepEqual(heard, ["online", "offline"]);
  pass(patience(0, 1));
  sockets[1].open();
  assert.deepEqual(sockets[1].sent, [{ type: "hello", protocol: 2, since: 12 }, { type: "ping" }]);
});

test("the delay grows with each failure, up to a limit, and is reset by a success", () => {
  const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((tries) => patience(tries, 1));
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  assert.equal(patience(3, 0), 1000);
  const { sockets, pass } = bench();
  for (let tries = 0; tries < 4; tries += 1) {
    sockets[tries].cut(1006);
    pass(patience(tries, 1) - 1);
    assert.equal(sockets.length, tries + 1, "not before its time");
    pass(1);
    assert.equal(sockets.length, tries + 2);
  }
  sockets[4].open();
  sockets[4].say({ type: "pong", at: 1000 });
  sockets[4].cut(1006);
  pass(patience(0, 1));
  assert.equal(sockets.length, 6);
});

test("silence is answered by a ping, and silence after it by a new connection", () => {
  const { sockets, heard, pass } = bench();
  sockets[0].open();
  pass(PING);
  assert.deepEqual(sockets[0].sent.at(-1), { type: "ping" });
  sockets[0].say({ type: "pong", at: 1000 });
  pass(PING);
  assert.equal(sockets[0].sent.filter((message) => message.type === "ping").length, 3);
  pass(DEAD - PING);
  assert.equal(heard.at(-1), "offline");
  assert.equal(sockets[0].readyState, 3);
  pass(patience(0, 1));
  assert.equal(sockets.length, 2);
  sockets[0].say({ type: "pong", at: 1000 });
  assert.equal(heard.at(-1), "offline", "a socket that was given up is not heard any more");
});

test("nothing is sent without a connection", () => {
  const { line, sockets } = bench();
  assert.equal(line.send({ type: "ping" }), false);
  sockets[0].open();
  assert.equal(line.send({ type: "ping" }), true);
  sockets[0].cut(1012);
  assert.equal(line.send({ type: "ping" }), false);
});

test("an unknown table ends it", () => {
  const { sockets, heard, pass } = bench();
  sockets[0].open();
  sockets[0].cut(4404);
  assert.equal(heard.at(-1), "gone table/unknown");
  pass(60_000);
  assert.equal(sockets.length, 1);
});

test("whoever may not be there any more is told so, and a door that stays shut is noticed", () => {
  const { sockets, heard, pass } = bench();
  sockets[0].cut(1006);
  assert.deepEqual(heard, ["offline", "shut"], "a socket does not tell why it was not opened");
  pass(patience(0, 1));
  sockets[1].open();
  sockets[1].cut(4403);
  assert.equal(heard.at(-1), "gone access/revoked");
  pass(60_000);
  assert.equal(sockets.length, 2);
});

test("the server's time is that of the quickest answer, in the middle of its way", () => {
  const { sockets, heard, pass } = bench();
  sockets[0].open();
  pass(200);
  sockets[0].say({ type: "pong", at: 1007.1 });
  assert.equal(heard.at(-1), "ahead 7");
  pass(PING + 3000);
  sockets[0].say({ type: "pong", at: 2000 });
  assert.equal(heard.at(-1), "ahead 7", "a slow answer tells less");
  pass(PING);
  sockets[0].say({ type: "pong", at: 1020.2 });
  assert.equal(heard.at(-1), "ahead 7");
});

test("it tries at once when the network is back, and never after it was closed", () => {
  const { line, sockets, pass } = bench();
  sockets[0].cut(1006);
  line.retry();
  assert.equal(sockets.length, 2);
  line.retry();
  assert.equal(sockets.length, 2, "one try at a time");
  line.close();
  sockets[1].cut(1000);
  line.retry();
  pass(60_000);
  assert.equal(sockets.length, 2);
});

test("it stays away while it is told to, and then comes back at once", () => {
  const { line, sockets, pass, heard } = bench();
  sockets[0].open();
  line.pause();
  assert.equal(sockets[0].readyState, 3);
  assert.equal(heard.at(-1), "offline");
  sockets[0].cut(4403);
  pass(60_000);
  assert.equal(sockets.length, 1);
  line.resume();
  assert.equal(sockets.length, 2);
  assert.ok(!heard.includes("gone access/revoked"), "what became void meanwhile is of the past");
});

test("a socket that is left while it connects is closed when it is open", () => {
  const { line, sockets, heard } = bench();
  line.close();
  assert.equal(sockets[0].readyState, 0, "browsers complain of a socket that is closed before");
  sockets[0].open();
  assert.equal(sockets[0].readyState, 3);
  assert.deepEqual(sockets[0].sent, []);
  assert.deepEqual(heard, []);
});
