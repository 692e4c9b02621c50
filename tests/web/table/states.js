// The state of the page at a position of data/, and what may come next.

import { nextPreview, previews } from "../../../src/aquaromana/web/js/table/model/actions.js";
import { linked, received } from "../../../src/aquaromana/web/js/table/model/incoming.js";
import { decided, opened } from "../../../src/aquaromana/web/js/table/model/state.js";
import { offerOf, stateOf } from "./data.js";

/** @import {Step, View} from "../../../src/aquaromana/web/js/types.js" */
/** @import {TableState} from "../../../src/aquaromana/web/js/table/model/state.js" */

/**
 * A page that is connected and may choose.
 * @param {string} name
 * @returns {TableState}
 */
export function at(name) {
  return received(linked(received(opened("t"), { ...stateOf(name), since: 0 }), "online"), offerOf(name));
}

/** @param {number} ply @param {number} seat @param {string} move @returns {Step} */
export const step = (ply, seat, move) => ({ ply, turn: 20 + seat, seat, move, type: "build" });

/**
 * After a decision whose preview has come; its view has the decision as its position.
 * @param {TableState} state
 * @param {string} move
 * @param {Step[]} steps
 */
export function preview(state, move, steps) {
  const begun = decided(state, move);
  const view = { .../** @type {View} */ (state.view), position: move };
  return received(previews(begun, "p"), {
    type: "previewed", id: "p", version: state.version, moves: nextPreview(begun) ?? [], view, steps,
  });
}
