/**
 * What a bot thinks while it thinks: how the win would be shared, and the decisions it weighs.
 *
 * @import {ThinkingMessage} from "../types.js"
 */

import { h, keyed, set, write } from "../lib/dom.js";
import { number, percent, t } from "../lib/i18n.js";

const LINES = 4;

/** @param {HTMLElement} host */
export function createThinking(host) {
  const head = h("p", { class: "thinking-head" });
  const shares = h("ol", { class: "thinking-shares", role: "list" });
  const lines = h("ol", { class: "thinking-lines", role: "list" });
  host.append(head, shares, lines);

  /**
   * @param {ThinkingMessage | null} thought
   * @param {readonly string[]} names
   * @param {readonly (readonly string[])[]} colors
   */
  function update(thought, names, colors) {
    const text = thought
      ? t("table.thinking.head", { name: names[thought.seat] ?? "", playouts: number(thought.playouts) })
      : t("table.thinking.none");
    write(head, text);
    keyed(shares, (thought?.shares ?? []).map((share, seat) => ({ share, seat })), {
      key: (one) => one.seat,
      create: (one) =>
        h(
          "li",
          { "data-color": colors[one.seat]?.[0] },
          h("span", { class: "thinking-name" }),
          h("span", { class: "thinking-bar" }),
          h("span"),
        ),
      update: (element, one) => {
        const [name, bar, value] = /** @type {HTMLElement[]} */ ([...element.children]);
        write(name, names[one.seat] ?? "");
        bar.style.setProperty("--share", String(one.share));
        write(value, percent(one.share));
      },
    });
    keyed(lines, (thought?.lines ?? []).slice(0, LINES), {
      key: (line) => line.move,
      create: () => h("li", null, h("strong", { class: "notation" }), h("span"), h("span", { class: "notation soft" })),
      update: (element, line) => {
        const [move, share, rest] = /** @type {HTMLElement[]} */ ([...element.children]);
        write(move, line.move);
        write(share, percent(line.share));
        write(rest, (line.line ?? []).slice(line.line?.[0] === line.move ? 1 : 0).join(" "));
      },
    });
    set(host, { "data-busy": thought !== null });
  }

  return { update };
}
