/**
 * The board in words, for screen readers: headings with short lines below them, in the order of importance.
 *
 * @import {Aqueduct, View} from "../../types.js"
 */

import { t } from "../../lib/i18n.js";
import { builderName, capital, colorName, kindName, sideName } from "./words.js";

/** @typedef {{ heading: string, lines: string[] }} Chapter */

/** @type {(port: string) => string} */
const endWords = (port) => t("table.spoken.port", { square: port.slice(0, -1), side: sideName(port.slice(-1)) });

/**
 * The position, chapter by chapter.
 *
 * @param {View} view
 * @param {readonly string[]} names of the seats
 * @returns {Chapter[]}
 */
export function spokenBoard(view, names) {
  return [
    ...view.seats.map((seat) => ({
      heading: t("help.spoken.seat", {
        name: names[seat.seat] ?? "",
        colors: seat.colors.map(colorName),
        points: t("common.points", { count: seat.points }),
      }),
      lines: [
        ...view.aqueducts.filter((one) => one.seat === seat.seat && one.open).map((one) => aqueductWords(one, view)),
        ...holdWords(seat.held ?? {}),
      ],
    })),
    { heading: t("help.spoken.builders"), lines: builderLines(view) },
    { heading: t("help.spoken.rows"), lines: rowLines(view) },
    { heading: t("help.spoken.podiums"), lines: podiumLines(view) },
    { heading: t("help.spoken.supplies"), lines: supplyLines(view) },
  ];
}

/**
 * @param {Aqueduct} aqueduct
 * @param {View} view
 */
export function aqueductWords(aqueduct, view) {
  const sees = (aqueduct.sees ?? []).map((path) =>
    t("help.spoken.builder", { builder: builderName(view.builders[path]), path }),
  );
  const parts = [
    t("help.spoken.aqueduct", {
      color: colorName(aqueduct.color),
      end: endWords(aqueduct.course[aqueduct.course.length - 1]),
      length: aqueduct.length,
    }),
    aqueduct.podium ? t("help.spoken.podium", { podium: aqueduct.podium }) : t("help.spoken.no-podium"),
    sees.length ? t("help.spoken.sees", { builders: sees }) : t("help.spoken.sees-nobody"),
  ];
  return capital(parts.join(" "));
}

/** @param {Record<string, number>} held */
function holdWords(held) {
  const kinds = Object.keys(held).filter((kind) => held[kind]);
  return kinds.length ? [t("help.spoken.holds", { builders: kinds.map(builderName) })] : [];
}

/** @param {View} view */
function builderLines(view) {
  return Object.entries(view.builders).map(([path, kind]) =>
    t(view.fountains.includes(Number(path)) ? "help.spoken.walk-fountain" : "help.spoken.walk", {
      path: Number(path),
      builder: builderName(kind),
      to: view.walks[path],
    }),
  );
}

/**
 * What lies on the board, row by row; rows without tiles are left out.
 *
 * @param {View} view
 */
function rowLines(view) {
  /** @type {Map<string, string>} */
  const reservoirs = new Map();
  for (const { color, squares } of view.reservoirs) {
    for (const square of squares) reservoirs.set(square, t("help.spoken.reservoir", { color: colorName(color) }));
  }
  return [..."12345678"].flatMap((row) => {
    const things = [..."ABCDEFGHIJK"].flatMap((column) => {
      const square = column + row;
      const thing = reservoirs.get(square) ?? (view.tiles[square] && faceWords(view.tiles[square]));
      return thing ? [t("help.spoken.thing", { square, thing })] : [];
    });
    return things.length ? [t("help.spoken.row", { row, things })] : [];
  });
}

/**
 * A tile and the sides it joins.
 *
 * @param {string} face
 */
export function faceWords(face) {
  const sides = [...face.slice(1)].map(sideName);
  return sides.length ? t("help.spoken.face", { kind: kindName(face[0]), sides }) : kindName(face[0]);
}

/** @param {View} view */
function podiumLines(view) {
  const taken = Object.entries(view.podiums)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([podium, colors]) => t("help.spoken.standing", { podium, colors: colors.map(colorName) }));
  return taken.length ? taken : [t("help.spoken.nobody")];
}

/** @param {View} view */
function supplyLines(view) {
  const counted = (/** @type {Record<string, number>} */ supply, /** @type {(kind: string) => string} */ name) =>
    Object.entries(supply).filter(([, count]) => count).map(([kind, count]) => `${count} × ${name(kind)}`);
  const reserve = counted(view.reserve, builderName);
  const setup = counted(view.setup, builderName);
  return [
    ...(setup.length ? [t("help.spoken.setup", { builders: setup })] : []),
    reserve.length ? t("help.spoken.reserve", { builders: reserve }) : t("help.spoken.reserve-empty"),
    t("help.spoken.stock", { tiles: counted(view.stock, kindName) }),
  ];
}
