/**
 * What a table answers to requests: missed states, views of the past, suggestions, hints.
 *
 * @import {Hint, Judgement, StateMessage, Suggestion, View} from "../../types.js"
 */

/**
 * @typedef {object} Requests
 * @property {(path: string, options: { signal: AbortSignal }) => Promise<any>} get
 * @property {(path: string, body: unknown, options: { signal: AbortSignal }) => Promise<any>} post
 */

/** @typedef {ReturnType<typeof createTableApi>} TableApi */

/** How often a request is sent again that must not be lost, and the milliseconds before the first time. */
const TRIES = 5;
const FIRST = 500;

/** Status codes that mean no access: there is no point in trying again. */
const SHUT = new Set([401, 403, 404, 410]);

/**
 * @param {string} id
 * @param {Requests} requests
 * @param {AbortSignal} signal
 */
export function createTableApi(id, { get, post }, signal) {
  const path = `/api/tables/${encodeURIComponent(id)}`;
  /** Views of earlier moments. @type {Map<number, View>} */
  const past = new Map();

  return {
    /** Why the table is shut: a refused socket does not say. Null if it is not, or if nobody can know. */
    async shutCode() {
      try {
        await get(path, { signal });
      } catch (error) {
        const { code = "", status = 0 } = /** @type {{ code?: string, status?: number }} */ (error ?? {});
        if (SHUT.has(status) && !signal.aborted) return code;
      }
      return null;
    },
    /** @param {number} version @returns {Promise<StateMessage>} */
    stateSince: (version) => get(`${path}/state?since=${version}`, { signal }),
    /**
     * The game after so many decisions.
     *
     * @param {number} ply
     * @returns {Promise<View>}
     */
    async viewAt(ply) {
      const view = past.get(ply) ?? (await get(`${path}/views/${ply}`, { signal }));
      past.set(ply, view);
      return view;
    },
    /** The same, if it is known already. @param {number} ply */
    knownView: (ply) => past.get(ply) ?? null,
    /** @param {number} ply @param {View} view */
    keepView: (ply, view) => void past.set(ply, view),
    /** After a takeback the views of the past are others. */
    forgetViews: () => past.clear(),
    /** @returns {Promise<Suggestion>} */
    suggestion: () => get(`${path}/suggestion`, { signal }),
    /** @param {unknown} request @param {AbortSignal} until @returns {Promise<Hint>} */
    hint: (request, until) => post(`${path}/hint`, request, { signal: until }),
    /** @param {unknown} request @param {AbortSignal} until @returns {Promise<Judgement>} */
    coach: (request, until) => post(`${path}/coach`, request, { signal: until }),
    /**
     * Replace a link of one's own. Without the answer the seat would be lost, so the same request is sent again: it
     * is answered again.
     *
     * @param {{ what: "chair" | "host", chair: number, id: string }} wanted
     */
    async newLink(wanted) {
      for (let tries = 0; ; tries += 1) {
        try {
          return await post(`${path}/link`, wanted, { signal });
        } catch (error) {
          const isUnanswered = /** @type {{ code?: string }} */ (error)?.code === "network/unreachable";
          if (!isUnanswered || tries === TRIES) throw error;
          await new Promise((done) => setTimeout(done, FIRST * 2 ** tries));
        }
      }
    },
  };
}
