/**
 * The table's links: it opens the dialog with them, keeps it up to date, and replaces a link.
 *
 * @import {Replaced, openLinks} from "./links_dialog.js"
 * @import {Game} from "./model/game.js"
 * @import {TableState} from "./model/state.js"
 */

import { toast } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { openLoaded } from "../lib/modules.js";

/**
 * @typedef {object} LinksState
 * @property {ReturnType<typeof openLinks> | null} dialog while it is open
 * @property {number} asked the version of the table for which the links were asked
 */

const DIALOG = () => import("./links_dialog.js");

/**
 * @param {Game} game
 * @param {(error: unknown) => void} onTrouble
 */
export function createLinks(game, onTrouble) {
  /** @type {LinksState} */
  const own = { dialog: null, asked: -1 };
  const closing = new AbortController();

  /** @param {TableState} state */
  function update(state) {
    if (!own.dialog) return;
    if (own.asked !== state.version) {
      own.asked = state.version;
      game.askLinks();
    }
    own.dialog.update(state, game.names());
  }

  /** @param {Replaced} link */
  async function replace({ what, chair, own: isOwn }) {
    if (isOwn && what !== "watch") {
      if (await game.replaceLink(what, chair)) toast(t("table.links.renewed"));
    } else if (what !== "host") {
      game.want({ type: "revoke", what, chair });
    }
  }

  /** @param {typeof import("./links_dialog.js")} module */
  function show({ openLinks }) {
    own.asked = -1;
    own.dialog = openLinks(replace, () => (own.dialog = null));
    update(game.state());
  }

  return {
    update,
    open: () => void openLoaded(DIALOG, show, { onTrouble, signal: closing.signal }),
    close() {
      closing.abort();
      own.dialog?.close();
    },
  };
}
