/**
 * Everything about the people at the table: the waiting room, prompts, clocks, chat and menu. All of it follows the
 * state of the game; what depends on the time is updated twice a second.
 *
 * @import {Agreements} from "./agreements.js"
 * @import {Command} from "./model/keys.js"
 * @import {Layout} from "./layout.js"
 * @import {Game} from "./model/game.js"
 * @import {Answer} from "./model/prompts.js"
 * @import {TableState} from "./model/state.js"
 * @import {Tab} from "./tabs.js"
 */

import { h, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { createChatPanel, switchMuted } from "./chat_panel.js";
import { createClocks } from "./clocks.js";
import { icon } from "./icons.js";
import { createLinks } from "./links.js";
import { awayWords } from "./model/clock.js";
import { prompts } from "./model/prompts.js";
import { createPrompts } from "./prompts.js";
import { createRoom } from "./room.js";
import { createTableMenu } from "./table_menu.js";

const TICK = 500;

/**
 * @typedef {object} PeopleState
 * @property {string} away how long people have been away, as it was drawn
 *
 * @typedef {object} Surroundings
 * @property {Layout} layout
 * @property {Game} game
 * @property {Agreements} agreements
 * @property {HTMLElement} clock in the bar
 * @property {(times: readonly (import("./seat_cards.js").Time | null)[]) => void} showClocks of the seats
 * @property {() => boolean} isTyping whether the field for notation is shown
 * @property {() => void} switchTyping
 * @property {(command: Command) => void} run
 * @property {(tab: Tab) => void} showTab
 * @property {() => void} redraw
 * @property {(error: unknown) => void} onTrouble something could not be loaded
 */

/** @param {Surroundings} surroundings */
export function createPeople(surroundings) {
  const { layout, game, agreements, clock, showClocks, isTyping, switchTyping, run, showTab } = surroundings;
  const { redraw, onTrouble } = surroundings;
  /** @type {PeopleState} */
  const own = { away: "" };
  const list = createPrompts(layout.bar, answer);
  const chat = createChatPanel(layout, game, { showTab, onMute: switchChat });
  const clocks = createClocks(clock, showClocks);
  const links = createLinks(game, onTrouble);
  const room = createRoom(layout.room, game, onTrouble);
  const menu = createTableMenu(layout, game, {
    takeBack: agreements.takeBack,
    resign: agreements.resign,
    rematch: agreements.rematch,
    openLinks: links.open,
    mute: switchChat,
    isTyping,
    switchTyping,
    run,
  });
  const watchers = h("p", { class: "seats-watching", hidden: true }, icon("eye"), h("span"));
  layout.seats.append(watchers);
  const timer = setInterval(tick, TICK);

  /** @param {TableState} state */
  function update(state) {
    const { table } = state;
    if (!table) return;
    set(layout.root, { "data-status": table.status });
    layout.bar.hidden = layout.scores.hidden = layout.seats.hidden = room.update();
    chat.update(state);
    drawWatchers(state.presence?.watching ?? 0);
    links.update(state);
    menu.name(t("table.menu"));
    menu.update();
    tick();
  }

  /** @param {number} count */
  function drawWatchers(count) {
    watchers.hidden = count === 0;
    if (count) write(/** @type {Element} */ (watchers.lastElementChild), t("friends.watching", { count }));
  }

  /** What changes with the time. */
  function tick() {
    const state = game.state();
    if (!state.table || document.hidden) return;
    const now = game.now();
    list.update(prompts(state, game.names(), now));
    clocks.update(state, now);
    const away = Object.values(state.presence?.away ?? {}).map((since) => awayWords(now - since)).join();
    if (away !== own.away) redraw();
    own.away = away;
  }

  /** @param {Answer} answer */
  function answer({ wish, way }) {
    if (wish) game.want(wish);
    else if (way === "rematch") agreements.rematch();
    else links.open();
  }

  /** What others say is hidden here, or shown again. */
  function switchChat() {
    switchMuted();
    update(game.state());
  }

  return {
    update,
    openChat: chat.open,
    openMenu: () => menu.toggle(),
    /** The tabs that there are beside those of the game. @returns {readonly Tab[]} */
    tabs: () => (chat.isOffered() ? ["chat"] : []),
    close() {
      clearInterval(timer);
      chat.close();
      links.close();
      room.close();
    },
  };
}
