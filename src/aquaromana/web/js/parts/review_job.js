// The job on the server that reviews a game: asks how far it is, starts and cancels it.

import { ApiError, get, post, remove } from "../lib/api.js";

/** @typedef {import("./review_model.js").ReviewStatus} ReviewStatus */

/** Milliseconds after which a server that did not answer is asked again. */
const AGAIN = 3000;

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
    while (isActive() && !signal.aborted) {
      try {
        told(await get(`${base}/review?after=${status.done ?? 0}`, { signal }));
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof ApiError && error.status) {
          failed(error);
          break;
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
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
