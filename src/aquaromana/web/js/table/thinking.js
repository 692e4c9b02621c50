/**
 * What bots think, and what they thought before they decided last: how the win would be shared, and the decisions they
 * weigh.
 *
 * @import {ThinkingMessage} from "../types.js"
 */

import { h, keyed, set, write } from "../lib/dom.js";
import { number, percent, t } from "../lib/i18n.js";
import { moveWords } from "./model/move_words.js";

const LINES = 4;

/** @param {HTMLElement} host */
export function createThinking(host) {
  const none = h("p", { class: "soft" });
  const list = h("div", { class: "thoughts" });
  host.append(none, list);

  /**
   * @param {readonly ThinkingMessage[]} thoughts newest first
   * @param {number} moved the version of the last change to the game: what was thought before is past
   * @param {readonly string[]} names
   * @param {readonly (readonly string[])[]} colors
   */
  function update(thoughts, moved, names, colors) {
    none.hidden = thoughts.length > 0;
    write(none, t("table.thinking.none"));
    keyed(list, thoughts, {
      key: (thought) => thought.seat,
      create: () =>
        h(
          "section",
          { class: "thought" },
          h("p", { class: "thinking-head" }),
          h("ol", { class: "thinking-shares", role: "list" }),
          h("ol", { class: "thinking-lines", role: "list" }),
        ),
      update: (element, thought) => updateThought(element, thought, thought.version < moved, { names, colors }),
    });
    set(host, { "data-busy": thoughts.some(({ version }) => version >= moved) });
  }

  return { update };
}

/**
 * @param {HTMLElement} element
 * @param {ThinkingMessage} thought
 * @param {boolean} isPast
 * @param {{ names: readonly string[], colors: readonly (readonly string[])[] }} people
 */
function updateThought(element, thought, isPast, { names, colors }) {
  const [head, shares, lines] = /** @type {HTMLElement[]} */ ([...element.children]);
  const words = { name: names[thought.seat] ?? "", playouts: number(thought.playouts) };
  write(head, t(isPast ? "table.thinking.past" : "table.thinking.head", words));
  set(element, { "data-past": isPast });
  keyed(shares, thought.shares.map((share, seat) => ({ share, seat })), {
    key: (one) => one.seat,
    create: (one) =>
      h(
        "li",
        { "data-color": colors[one.seat]?.[0] },
        h("span", { class: "thinking-name" }),
        h("span", { class: "thinking-bar" }),
        h("span"),
      ),
    update: (row, one) => {
      const [name, bar, value] = /** @type {HTMLElement[]} */ ([...row.children]);
      write(name, names[one.seat] ?? "");
      bar.style.setProperty("--share", String(one.share));
      write(value, percent(one.share));
    },
  });
  keyed(lines, thought.lines.slice(0, LINES), {
    key: (line) => line.move,
    create: () => h("li", null, h("strong"), h("span"), h("span", { class: "notation soft for-keys" })),
    update: (row, line) => {
      const [move, share, rest] = /** @type {HTMLElement[]} */ ([...row.children]);
      write(move, moveWords(line.move));
      set(move, { title: line.move });
      write(share, percent(line.share));
      write(rest, (line.line ?? []).slice(line.line?.[0] === line.move ? 1 : 0).join(" "));
    },
  });
}
