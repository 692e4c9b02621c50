/** A position from a link: the board, who is to move, and a way to play on from there. */

import { createBoard } from "../board/board.js";
import { createStairs } from "../board/draw/stairs.js";
import { ApiError, get } from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { clauseLink, details, errorText } from "../lib/reasons.js";
import { routeTo } from "../lib/router.js";
import { copy } from "../parts/export.js";
import { lastMarks } from "../parts/last_move.js";
import { openPlayOn } from "../parts/play_on.js";
import { viewScores } from "../parts/table_cards.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../app.js").App} App */

export const areas = ["replay", "games", "table", "board", "errors", "reasons"];

/**
 * @param {HTMLElement} host
 * @param {Record<string, string>} params
 * @param {App} app
 */
export async function open(host, params, app) {
  try {
    /** @type {View} */
    const view = await get(`/api/positions/${encodeURIComponent(params.text ?? "")}`);
    return showPosition(host, view, app);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    fill(
      host,
      h(
        "section",
        { class: "sheet lost" },
        h("h1", null, t("replay.no-position")),
        h("p", null, t("replay.no-position-text")),
        h("p", { class: "soft" }, errorText(error), " ", clauseLink(error)),
        details(error),
        h("a", { class: "button primary", href: routeTo("start") }, t("errors.to-start")),
      ),
    );
    return { close() {}, title: t("replay.no-position") };
  }
}

/**
 * @param {HTMLElement} host
 * @param {View} view
 * @param {App} app
 */
function showPosition(host, view, app) {
  const boardHost = h("div", { class: "replay-board" });
  const stairsHost = h("div", { class: "replay-stairs" });
  const stairs = createStairs(stairsHost);
  const board = createBoard(boardHost);
  const over = view.phase === "over";
  const link = `${location.origin}/${routeTo("position", { text: view.position })}`;
  const names = view.seats.map(({ seat }) => t("common.seat", { number: seat + 1 }));
  const colors = (view.seats[view.mover]?.colors ?? []).map((color) => t(`common.color.${color}`));
  const turn = { seat: colors, count: colors.length };
  const words = over ? t("replay.over") : t("replay.asked", { ...turn, asked: t(`reasons.asked.${view.phase}`) });
  const asked = words.charAt(0).toLocaleUpperCase() + words.slice(1);
  const playOn = () => openPlayOn(view, app);
  fill(
    host,
    h(
      "div",
      { class: "replay" },
      h(
        "div",
        { class: "replay-head" },
        h("h1", { class: "replay-title" }, t("replay.position")),
        h(
          "div",
          { class: "row" },
          h("button", { type: "button", class: "button", onclick: () => copy(link) }, t("replay.copy-link")),
          h("a", { class: "button", href: routeTo("study", { position: view.position }) }, t("replay.analyze")),
          !over && h("button", { type: "button", class: "button primary", onclick: playOn }, t("replay.play-on")),
        ),
      ),
      h("div", { class: "replay-stage" }, stairsHost, boardHost),
      h(
        "aside",
        { class: "replay-side" },
        h("section", { class: "sheet" }, h("p", { class: "replay-caption" }, asked)),
        h("section", { class: "sheet" }, viewScores(view, names)),
        h(
          "details",
          { class: "sheet" },
          h("summary", null, t("replay.as-text")),
          h("p", { class: "notation position-text" }, view.position),
        ),
      ),
    ),
  );
  board.update(view, lastMarks());
  stairs.update(view, []);
  return {
    title: t("replay.position"),
    close() {
      board.destroy();
      stairs.destroy();
    },
  };
}
