// Talking to the server over HTTP.
//
//   const tables = await get("/api/tables")
//   const table = await post("/api/tables", {players: […]})
//   await remove(`/api/tables/${id}`)
//   await upload("/api/records", file)               the raw bytes of a file, or a text
//
// Whatever goes wrong is an ApiError with a code and arguments, never anything else: those of the server, or
// `network/unreachable` where no answer came. `told(error)` of reasons.js says it in words.
// A signal of an AbortController ends a request; then the promise stays rejected with the browser's AbortError.

/** A refusal of the server, or no answer at all. */
export class ApiError extends Error {
  /**
   * @param {string} code
   * @param {Record<string, string | number>} [args]
   * @param {string} [clause]
   * @param {number} [status]
   */
  constructor(code, args = {}, clause = "", status = 0) {
    super(code);
    this.code = code;
    this.args = args;
    this.clause = clause;
    this.status = status;
  }
}

/** @typedef {{signal?: AbortSignal}} Options */

/**
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function get(path, options = {}) {
  return request("GET", path, options);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function post(path, body, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return request("POST", path, { ...options, headers, body: JSON.stringify(body) });
}

/**
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function remove(path, options = {}) {
  return request("DELETE", path, options);
}

/**
 * @param {string} path
 * @param {Blob | string} content
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function upload(path, content, options = {}) {
  const headers = { "Content-Type": "application/octet-stream" };
  return request("POST", path, { ...options, headers, body: content });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {RequestInit} options
 */
async function request(method, path, options) {
  const headers = { Accept: "application/json", ...options.headers };
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { ...options, method, headers });
  } catch (error) {
    throw options.signal?.aborted ? error : new ApiError("network/unreachable");
  }
  const answer = await response.json().catch(() => undefined);
  if (response.ok) return answer;
  const { code = `http/${response.status}`, args = {}, clause = "" } = answer ?? {};
  throw new ApiError(code, args, clause, response.status);
}
