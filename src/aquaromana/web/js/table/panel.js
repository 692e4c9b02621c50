/**
 * What is shown beside the board apart from the seats: the reserve, the stock, and the race for the podiums.
 *
 * @import {Color, Kind, MarkState, View} from "../types.js"
 * @import {Part} from "./model/pointing.js"
 * @import {Racer} from "./model/standing.js"
 */

import { builderSign, podiumSign, tileSign, workmanSign } from "../board/draw/signs.js";
import { byPointer, fill, h, keyed, set, write } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { builderName, capital, colorName, kindName } from "./model/words.js";

/** Tiles that the game has of each kind, for the height of the piles. */
const PILE = 21;
/** @type {ReadonlyMap<string, MarkState>} */
const NOTHING = new Map();

/**
 * @typedef {object} PanelActions
 * @property {(part: Part | null) => void} onHover a workman, to be shown on the board
 * @property {(kind: Kind, where: "reserve" | "stock") => void} onKind
 * @property {(pointed: { podium: number, color: Color } | null) => void} onPodium a podium is pointed out
 */

/**
 * The reserve of builders and the stock of tiles.
 *
 * @param {HTMLElement} host
 * @param {PanelActions} actions
 */
export function createSupplies(host, actions) {
  const reserve = h("ul", { class: "supply", role: "list" });
  const stock = h("ul", { class: "supply", role: "list" });
  const heads = [h("h2", { class: "unseen" }), h("h2", { class: "unseen" })];
  host.append(h("div", null, heads[0], reserve), h("div", null, heads[1], stock));

  /**
   * @param {View} view
   * @param {ReadonlyMap<string, MarkState>} states of the kinds that can be pointed at
   */
  function update(view, states) {
    const isSetup = view.phase === "setup";
    write(heads[0], t(isSetup ? "table.to-set-up" : "table.reserve"));
    write(heads[1], t("table.stock"));
    const builders = isSetup ? view.setup : view.reserve;
    const isTiles = view.phase === "extra" || view.phase === "build";
    row(reserve, builders, "reserve", view.phase === "setup" || view.phase === "claim" ? states : NOTHING);
    row(stock, view.stock, "stock", isTiles ? states : NOTHING);
  }

  /**
   * @param {HTMLElement} list
   * @param {Record<Kind, number>} supply
   * @param {"reserve" | "stock"} where
   * @param {ReadonlyMap<string, MarkState>} states
   */
  function row(list, supply, where, states) {
    keyed(list, Object.entries(supply), {
      key: ([kind]) => kind,
      create: ([kind]) =>
        h(
          "li",
          null,
          h(
            "button",
            { type: "button", class: "supply-kind", onclick: () => actions.onKind(kind, where) },
            where === "stock" ? tileSign(kind) : builderSign(kind),
            h("span", { class: "supply-count", "aria-hidden": "true" }),
            h("span", { class: "unseen" }),
          ),
        ),
      update: (element, [kind, count]) => {
        const button = /** @type {HTMLElement} */ (element.firstElementChild);
        const name = where === "stock" ? kindName(kind) : builderName(kind);
        const words = capital(t("table.supply", { name, count }));
        set(button, { "data-state": states.get(kind) ?? false, "data-empty": count === 0, title: words });
        if (where === "stock") button.style.setProperty("--pile", String(count / PILE));
        write(button.children[1], count);
        write(button.children[2], words);
      },
    });
  }

  return { update };
}

/**
 * The race for the podiums as a table.
 *
 * @param {HTMLElement} host
 * @param {PanelActions} actions
 */
export function createRace(host, actions) {
  const body = h("tbody");
  const head = h("thead");
  const table = h("table", { class: "race" }, head, body);
  const empty = h("p", { class: "soft" });
  const note = h("p", { class: "race-text" });
  host.append(table, note, empty);

  /**
   * @param {readonly Racer[]} racers
   * @param {readonly string[]} names
   * @param {boolean} isOver
   */
  function update(racers, names, isOver) {
    table.hidden = racers.length === 0;
    empty.hidden = racers.length > 0;
    note.hidden = table.hidden;
    write(empty, t(isOver ? "table.race.over" : "table.race.empty"));
    write(note, t("table.race.text"));
    const columns = ["aqueduct", "now", "next", "rivals"].map((name) => t(`table.race.${name}`));
    if (head.textContent !== columns.join("")) {
      fill(head, h("tr", null, columns.map((words) => h("th", { scope: "col" }, words))));
    }
    keyed(body, racers, {
      key: (racer) => racer.id,
      create: (racer) => {
        const part = () => ({ workman: racerPort.get(racer.id) });
        return h(
          "tr",
          { onpointerenter: byPointer(() => actions.onHover(part())), onpointerleave: () => actions.onHover(null) },
          h("th", { scope: "row" }, workmanSign(racer.color), h("span", { class: "unseen" }), h("strong")),
          h("td"),
          h("td"),
          h("td"),
        );
      },
      update: (row, racer) => updateRow(row, racer, names),
    });
  }

  /** Where each racer stands now. @type {Map<number, string>} */
  const racerPort = new Map();

  /**
   * @param {HTMLElement} row
   * @param {Racer} racer
   * @param {readonly string[]} names
   */
  function updateRow(row, racer, names) {
    racerPort.set(racer.id, racer.port);
    const [name, now, next, rivals] = /** @type {HTMLElement[]} */ ([...row.children]);
    write(name.children[1], `${names[racer.seat]}, ${colorName(racer.color)}, `);
    write(name.children[2], racer.length);
    drawPodium(now, racer.podium);
    drawPodium(next, racer.next);
    const key = racer.threats.map((threat) => `${threat.id} ${threat.length}`).join();
    if (rivals.dataset.key === key) return;
    rivals.dataset.key = key;
    fill(rivals, racer.threats.map((threat) => rival(threat, names)));
  }

  /**
   * @param {HTMLElement} cell
   * @param {number} podium
   */
  function drawPodium(cell, podium) {
    if (cell.dataset.podium === String(podium)) return;
    cell.dataset.podium = String(podium);
    fill(cell, podiumSign(podium, { name: podium ? String(podium) : t("table.race.none") }));
  }

  /**
   * @param {{ color: Color, seat: number, length: number }} threat
   * @param {readonly string[]} names
   */
  function rival({ color, seat, length }, names) {
    const words = t("table.race.rival", { name: names[seat], color: colorName(color), length });
    const figure = workmanSign(color, { name: words });
    return h("span", { class: "rival", title: words }, figure, h("span", { "aria-hidden": "true" }, length));
  }

  return { update };
}
