/** The job on the server that reviews a game: asks how far it is, starts and cancels it. */

import { ApiError, get, post, remove } from "../lib/api.js";

/** @typedef {import("./review_model.js").ReviewStatus} ReviewStatus */

/** Milliseconds after which a server that did not answer is asked again. */
const AGAIN = 3000;

/** How often a server that no longer knows of the review is asked again: another process may be making it. */
const MISSES = 3;

const pause = () => new Promise((resolve) => setTimeout(resolve, AGAIN));

/**
 * @param {string} base the table in the API
 * @param {{onChange: () => void, signal: AbortSignal}} actions
 */
export function createReviewJob(base, { onChange, signal }) {
  /** @type {ReviewStatus} */
  let status = { state: "none" };
  /** @type {unknown} */
  let trouble = null;
  let isFollowed = false;

  const isActive = () => status.state === "waiting" || status.state === "running";

  async function follow() {
    if (isFollowed) return;
    isFollowed = true;
    let misses = 0;
    while (isActive() && !signal.aborted) {
      try {
        const next = await get(`${base}/review?after=${status.done ?? 0}`, { signal });
        misses = next.state === "none" ? misses + 1 : 0;
        if (!misses || misses > MISSES) told(next);
        else await pause();
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.status) {
          failed(error);
          break;
        }
        await pause();
      }
    }
    isFollowed = false;
  }

  /** @param {ReviewStatus} next */
  function told(next) {
    status = next;
    trouble = null;
    onChange();
  }

  /** @param {unknown} error */
  function failed(error) {
    if (signal.aborted) return;
    trouble = error;
    onChange();
  }

  /** @param {() => Promise<ReviewStatus>} ask */
  async function asked(ask) {
    try {
      told(await ask());
      void follow();
    } catch (error) {
      failed(error);
    }
  }

  return {
    status: () => status,
    review: () => status.review ?? null,
    /** Why there is none. */
    trouble: () => trouble,
    look: () => asked(() => get(`${base}/review`, { signal })),
    start: () => asked(() => post(`${base}/review`, {}, { signal })),
    cancel: () =>
      asked(async () => {
        await remove(`${base}/review`, { signal });
        return get(`${base}/review`, { signal });
      }),
  };
}
