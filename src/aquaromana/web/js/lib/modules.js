// Modules that are loaded when they are needed: dialogs and panels that most visits never show.
//
//   const { openHelp } = await loaded(import("./help.js"))

import { ApiError } from "./api.js";

/**
 * A module that is being imported; ApiError if the server cannot be reached.
 * @template T
 * @param {Promise<T>} module
 * @returns {Promise<T>}
 */
export async function loaded(module) {
  try {
    return await module;
  } catch (error) {
    throw error instanceof TypeError ? new ApiError("network/unreachable") : error;
  }
}
