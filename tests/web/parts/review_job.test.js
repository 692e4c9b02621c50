// The job that reviews a game, as the page follows it: through errors, restarts and cancelling.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { createReviewJob } from "../../../src/aquaromana/web/js/parts/review_job.js";

/** What the server answers, one after the other; an Error is a line that breaks. @type {(object | Error)[]} */
let answers = [];
/** @type {string[]} */
let asked = [];
let left = new AbortController();

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [answers, asked, left] = [[], [], new AbortController()];
  globalThis.fetch = async (path, { method = "" } = {}) => {
    asked.push(`${method} ${path}`);
    const next = answers.shift();
    if (!next) return new Promise(() => {});
    if (next instanceof Error) throw next;
    const { status = 200, ...body } = /** @type {{status?: number}} */ (next);
    return status === 204 ? new Response(null, { status }) : Response.json(body, { status });
  };
});

const job = () => createReviewJob("/api/tables/x", { onChange() {}, signal: left.signal });

/** Let everything happen that waits for nothing but answers. */
async function settle() {
  for (let round = 0; round < 50; round++) await Promise.resolve().then(() => new Promise(setImmediate));
}

test("a server that does not answer is asked again after a while, and nothing is lost", async () => {
  const found = job();
  answers = [{ state: "running", done: 3, total: 9 }, new TypeError("gone"), new TypeError("gone")];
  await found.start();
  await settle();
  assert.equal(asked.length, 2);
  assert.equal(found.status().done, 3);
  assert.equal(found.trouble(), null, "nobody is troubled by a line that breaks");
  mock.timers.tick(3000);
  await settle();
  assert.equal(asked.length, 3);
  answers = [{ state: "done", done: 9, total: 9, review: {} }];
  mock.timers.tick(3000);
  await settle();
  assert.equal(found.status().state, "done");
  assert.equal(asked.at(-1), "GET /api/tables/x/review?after=3");
  mock.timers.tick(60_000);
  await settle();
  assert.equal(asked.length, 4, "what is whole is not asked for again");
});

test("a server that begins again is given time to find its reviews", async () => {
  const found = job();
  answers = [{ state: "running", done: 3, total: 9 }, { state: "none" }, { state: "none" }];
  await found.start();
  for (let round = 0; round < 2; round++) {
    await settle();
    mock.timers.tick(3000);
  }
  await settle();
  assert.equal(found.status().state, "running");
  answers = [];
});

test("a review that is gone for good is told so", async () => {
  const found = job();
  answers = [{ state: "running", done: 3, total: 9 }, ...Array(9).fill({ state: "none" })];
  await found.start();
  for (let round = 0; round < 9; round++) {
    await settle();
    mock.timers.tick(3000);
  }
  assert.equal(found.status().state, "none");
  assert.equal(asked.length, 5, "asked for, and four times not there");
});

test("a refusal ends it and is told", async () => {
  const found = job();
  answers = [{ state: "running", done: 0 }, { status: 404, code: "table/unknown" }];
  await found.start();
  await settle();
  assert.equal(/** @type {{code: string}} */ (found.trouble()).code, "table/unknown");
  mock.timers.tick(60_000);
  await settle();
  assert.equal(asked.length, 2);
});

test("who leaves asks no more, and who cancels sees it", async () => {
  const found = job();
  answers = [{ state: "waiting", done: 0 }, new TypeError("gone")];
  await found.start();
  await settle();
  answers = [{ status: 204 }, { state: "none" }];
  await found.cancel();
  assert.equal(found.status().state, "none");
  assert.deepEqual(asked.slice(-2), ["DELETE /api/tables/x/review", "GET /api/tables/x/review"]);
  left.abort();
  mock.timers.tick(60_000);
  await settle();
  assert.equal(asked.length, 4);
});
