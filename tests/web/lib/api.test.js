// What is asked of the server, and what becomes of its answers.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { ApiError, claim, follow, get, join, qr } from "../../../src/aquaromana/web/js/lib/api.js";

/** @type {{path: string, method: string, body: any}[]} */
let asked = [];
/** @type {() => Response} */
let answer = () => new Response("{}");

beforeEach(() => {
  asked = [];
  globalThis.fetch = async (path, options) => {
    const { method = "", body } = options ?? {};
    asked.push({ path: String(path), method, body: body ? JSON.parse(String(body)) : null });
    return answer();
  };
});

test("a secret travels in the body, never in an address", async () => {
  answer = () => Response.json({ id: "x7" });
  assert.deepEqual(await join("x7", "hush", "Ann"), { id: "x7" });
  await join("x7", "hush", "Ann", "b1f0");
  await join("x7", "hush");
  answer = () => new Response("<svg/>", { headers: { "Content-Type": "image/svg+xml" } });
  assert.equal(await (await qr("http://a/#/join/x7/hush")).text(), "<svg/>");
  assert.deepEqual(asked, [
    { path: "/api/tables/x7/join", method: "POST", body: { secret: "hush", name: "Ann" } },
    { path: "/api/tables/x7/join", method: "POST", body: { secret: "hush", name: "Ann", id: "b1f0" } },
    { path: "/api/tables/x7/join", method: "POST", body: { secret: "hush" } },
    { path: "/api/qr", method: "POST", body: { text: "http://a/#/join/x7/hush" } },
  ]);
});

test("seats are claimed, and places kept for the rematch", async () => {
  answer = () => Response.json({ id: "a/b" });
  await claim("a/b", 2, "");
  await follow("new", "old");
  assert.deepEqual(asked.map(({ path, body }) => [path, body]), [
    ["/api/tables/a%2Fb/claim", { seat: 2, name: "" }],
    ["/api/tables/new/follow", { from: "old" }],
  ]);
});

test("a refusal keeps its code; whatever else goes wrong has one too", async () => {
  const code = (/** @type {Promise<unknown>} */ promise) =>
    promise.then(() => "", (error) => (assert.ok(error instanceof ApiError), error.code));
  answer = () => Response.json({ code: "access/taken", args: { seat: 1 } }, { status: 409 });
  assert.equal(await code(join("x7", "hush")), "access/taken");
  assert.equal(await code(qr("text")), "access/taken");
  answer = () => new Response("<html>", { status: 502 });
  assert.equal(await code(get("/api/tables")), "http/502");
  answer = () => {
    throw new TypeError("no network");
  };
  assert.equal(await code(get("/api/tables")), "network/unreachable");
});
