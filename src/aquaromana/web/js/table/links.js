/**
 * The table's links: it opens the dialog with them, keeps it up to date, and replaces a link.
 *
 * @import {Replaced, openLinks} from "./links_dialog.js"
 * @import {Game} from "./model/game.js"
 * @import {TableState} from "./model/state.js"
 */

import { toast } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { loaded } from "../lib/modules.js";

/**
 * @typedef {object} LinksState
 * @property {ReturnType<typeof openLinks> | null} dialog while it is open
 * @property {number} asked the version of the table for which the links were asked
 * @property {boolean} isClosed the table has been left
 */

/**
 * @param {Game} game
 * @param {(error: unknown) => void} onTrouble
 */
export function createLinks(game, onTrouble) {
  /** @type {LinksState} */
  const own = { dialog: null, asked: -1, isClosed: false };

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

  async function open() {
    try {
      const { openLinks } = await loaded(import("./links_dialog.js"));
      if (own.isClosed) return;
      own.asked = -1;
      own.dialog = openLinks(replace, () => (own.dialog = null));
      update(game.state());
    } catch (error) {
      onTrouble(error);
    }
  }

  return {
    update,
    open: () => void open(),
    close() {
      own.isClosed = true;
      own.dialog?.close();
    },
  };
}
