/**
 * "What if it were another player's turn?" The server makes the position, or says why the rules forbid it.
 *
 * @import {View} from "../types.js"
 */

import { post } from "../lib/api.js";
import { fill, h, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/**
 * @param {{ onTurn: (position: string, seat: number) => void, onTrouble: (error: unknown) => void }} wishes
 */
export function createTurnSwitch({ onTurn, onTrouble }) {
  const select = h("select", { id: "study-whose", onchange: ask });
  const label = h("label", { for: "study-whose", class: "small soft" });
  let position = "";

  async function ask() {
    if (select.value === "") return;
    const seat = Number(select.value);
    try {
      /** @type {View} */
      const view = await post("/api/positions/turn", { position, seat });
      onTurn(view.position, seat);
    } catch (error) {
      select.value = "";
      onTrouble(error);
    }
  }

  return {
    element: h("section", { class: "sheet study-whose" }, label, select),
    /**
     * @param {View} view
     * @param {readonly string[]} names
     */
    update(view, names) {
      position = view.position;
      const others = view.seats.filter(({ seat }) => seat !== view.turn);
      write(label, t("study.whose"));
      fill(
        select,
        h("option", { value: "" }, t("study.whose-now", { name: names[view.turn] ?? "" })),
        others.map(({ seat }) => h("option", { value: seat }, names[seat])),
      );
    },
  };
}
