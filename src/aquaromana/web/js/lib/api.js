/**
 * The client of the HTTP API.
 *
 *   const tables = await get("/api/tables")
 *   const table = await post("/api/tables", {players: […]})
 *   await put(path, body), await remove(`/api/tables/${id}`)
 *   await upload("/api/records", file)               the raw bytes of a file, or a text
 *   await invitation(id, secret)                     where a link leads; asking does not take the place
 *   await join(id, secret, "Ann")                    take the place that a link leads to; the answer is the table
 *   await claim(id, 1, "Ann")                        take an open seat of a table in the lobby
 *   await follow(next, id)                           have the places at the rematch that one had before
 *   await qr(address)                                a QR code, as a picture
 *   await file(`/api/tables/${id}/game.gif`)         the bytes of a file
 *
 * Every failure is an ApiError with a code and arguments: those of the server, or `network/unreachable` if there was
 * no answer. `errorText(error)` of reasons.js says it in words.
 * A signal of an AbortController ends a request; then the promise stays rejected with the browser's AbortError.
 */

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
/** @typedef {import("../types.js").TableInfo} TableInfo */
/**
 * Where a link leads: `seat` is the one that it is about, `hosts` those who opened the table and gave a name.
 * @typedef {{what: "invite" | "chair" | "watch" | "host", seat: number | null, hosts: string[], table: TableInfo}}
 *   Invitation
 */

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
 * @param {unknown} body
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export function put(path, body, options = {}) {
  const headers = { "Content-Type": "application/json" };
  return request("PUT", path, { ...options, headers, body: JSON.stringify(body) });
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
 * @param {string} id
 * @param {string} secret
 * @returns {Promise<Invitation>}
 */
export function invitation(id, secret) {
  return post(`${tableAt(id)}/invitation`, { secret });
}

/**
 * @param {string} id
 * @param {string} secret
 * @param {string} [name]
 * @param {string} [once] an id of this wish: sent again after a cut, it is answered again, and no seat is lost
 * @returns {Promise<TableInfo>}
 */
export function join(id, secret, name, once) {
  return post(`${tableAt(id)}/join`, { secret, name, id: once });
}

/**
 * @param {string} id
 * @param {number} seat
 * @param {string} name
 * @returns {Promise<TableInfo>}
 */
export function claim(id, seat, name) {
  return post(`${tableAt(id)}/claim`, { seat, name });
}

/**
 * @param {string} id
 * @param {string} from the table before
 * @returns {Promise<TableInfo>}
 */
export function follow(id, from) {
  return post(`${tableAt(id)}/follow`, { from });
}

/**
 * A QR code. The text goes in the body: it may hold a secret, and addresses are logged.
 * @param {string} text
 * @param {Options} [options]
 * @returns {Promise<Blob>}
 */
export async function qr(text, options = {}) {
  const headers = { "Content-Type": "application/json", Accept: "image/svg+xml" };
  const response = await sent("POST", "/api/qr", { ...options, headers, body: JSON.stringify({ text }) });
  if (!response.ok) throw await refusal(response);
  return response.blob();
}

/**
 * A file that takes a while to be made.
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<Blob>}
 */
export async function file(path, options = {}) {
  const response = await sent("GET", path, options);
  if (!response.ok) throw await refusal(response);
  return response.blob();
}

/** @param {string} id */
const tableAt = (id) => `/api/tables/${encodeURIComponent(id)}`;

/**
 * @param {string} method
 * @param {string} path
 * @param {RequestInit} options
 */
async function request(method, path, options) {
  const headers = { Accept: "application/json", ...options.headers };
  const response = await sent(method, path, { ...options, headers });
  if (!response.ok) throw await refusal(response);
  return response.json().catch(() => undefined);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {RequestInit} options
 */
async function sent(method, path, options) {
  try {
    return await fetch(path, { ...options, method });
  } catch (error) {
    throw options.signal?.aborted ? error : new ApiError("network/unreachable");
  }
}

/** @param {Response} response */
async function refusal(response) {
  const answer = await response.json().catch(() => undefined);
  const { code = `http/${response.status}`, args = {}, clause = "" } = answer ?? {};
  return new ApiError(code, args, clause, response.status);
}
