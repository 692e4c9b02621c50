/**
 * The menu of the table: what it offers depends on the game, and on what the server can do.
 *
 * @import {Layout} from "./layout.js"
 * @import {Ways} from "./menu_items.js"
 * @import {Game} from "./model/game.js"
 */

import { toast } from "../lib/dialog.js";
import { t } from "../lib/i18n.js";
import { openLoaded } from "../lib/modules.js";
import { errorText } from "../lib/reasons.js";
import { about } from "../lib/server.js";
import { createMenu } from "./menu.js";
import { menuItems } from "./menu_items.js";
import { isNotified, notify } from "./notifications.js";

const WEBHOOK = () => import("../parts/webhook.js");

/**
 * @param {Layout} layout
 * @param {Game} game
 * @param {Omit<Ways, "want" | "notify" | "openWebhook"> & { isTyping: () => boolean }} actions
 */
export function createTableMenu(layout, game, { isTyping, ...actions }) {
  /** What the server can do, once we know. @type {{ access: string, webhooks: boolean } | null} */
  let server = null;
  learn();

  /** Ask the server what it can do; without an answer it is asked again when the menu is opened. */
  async function learn() {
    server = await about().catch(() => null);
  }

  async function switchNotifications() {
    if (!(await notify(!isNotified()))) toast(t("table.actions.notify-refused"), { kind: "error" });
  }

  /** @param {number} chair */
  function openWebhook(chair) {
    const onTrouble = (/** @type {unknown} */ error) => toast(errorText(error), { kind: "error" });
    return openLoaded(WEBHOOK, (module) => module.openWebhook(game.state().id, chair), { onTrouble });
  }

  return createMenu(layout.root, layout.tool("menu"), () => {
    if (!server) learn();
    const circumstances = {
      names: game.names(),
      now: game.now(),
      isShared: server?.access === "shared",
      hasWebhooks: server?.webhooks ?? false,
      isTyping: isTyping(),
    };
    return menuItems(game.state(), circumstances, {
      ...actions,
      want: game.want,
      notify: switchNotifications,
      openWebhook: ({ chair = 0 }) => void openWebhook(chair),
    });
  });
}
