/**
 * The standings as data: aqueducts with what they would score, workmen on podiums, points, and the race for the
 * podiums. seat_cards.js and panel.js draw them.
 *
 * @import {Aqueduct, Color, Kind, Player, View} from "../../types.js"
 * @import {TableState} from "./state.js"
 */

import { isGivenUp } from "../../lib/ranking.js";
import { previewOf } from "./preview.js";
import { current } from "./state.js";

/**
 * @typedef {object} Running an open aqueduct
 * @property {number} id
 * @property {Color} color
 * @property {string} port where its workman stands
 * @property {number} length
 * @property {number | null} podium what it would get now, 0 for none; null when the game is over
 * @property {boolean} blocked it is closed and scored at the end of this turn
 *
 * @typedef {object} Mount a workman who has left the board
 * @property {Color} color
 * @property {number} podium 0 if he is out
 * @property {number} bonus
 *
 * @typedef {object} Standing
 * @property {number} seat
 * @property {string} name
 * @property {readonly Color[]} colors
 * @property {"person" | "bot" | "open"} kind
 * @property {string} bot
 * @property {boolean} isNamed a person chose its name
 * @property {boolean} isYours it is played on this screen, and not all of them are
 * @property {boolean} isHost this screen is the host's
 * @property {boolean | null} isHere whether its player is at the table; null if that does not matter
 * @property {number} away since when not, by the server's time
 * @property {boolean} isStoodIn a bot decides for its person
 * @property {boolean} isResigned
 * @property {number} points
 * @property {number | null} total points in the match, with those of this game; null where there is no match
 * @property {number | null} ended points if the game ended now; null when it is over
 * @property {number} place
 * @property {boolean} isMover it decides now
 * @property {boolean} isBlind none of its workmen could lay a tile
 * @property {Kind[]} held
 * @property {number} due
 * @property {Running[]} running
 * @property {Mount[]} mounted
 *
 * @typedef {object} Racer
 * @property {number} id
 * @property {Color} color
 * @property {number} seat
 * @property {string} port
 * @property {number} length
 * @property {number} podium
 * @property {number} next the next higher podium with room, 0 for none
 * @property {{ id: number, color: Color, seat: number, length: number }[]} threats
 */

/** @type {(aqueduct: Aqueduct) => string} */
export const endOf = (aqueduct) => aqueduct.course[aqueduct.course.length - 1];

/**
 * Who is where, as far as there are people at other screens.
 *
 * @param {Player | undefined} player
 * @param {Pick<TableState, "yours" | "host" | "presence"> | null} company
 */
function whereabouts(player, company) {
  const { kind = "person", seat = -1, stand_in: bot = "", resigned = false } = player ?? {};
  const isYours = company?.yours.includes(seat) ?? false;
  const isAsked = company?.presence && kind === "person" && !isYours && !resigned;
  return {
    isYours,
    isHost: isYours && (company?.host ?? false),
    isHere: isAsked ? (company?.presence?.present.includes(seat) ?? false) : null,
    away: company?.presence?.away?.[seat] ?? 0,
    isStoodIn: kind === "person" && bot !== "" && !resigned,
    isResigned: resigned,
  };
}

/**
 * @param {View} view
 * @param {readonly Player[]} players
 * @param {readonly string[]} names
 * @param {Pick<TableState, "yours" | "host" | "presence"> | null} [company] where others play at other screens
 * @param {readonly number[]} [all] the points in the match, where there is one
 * @returns {Standing[]}
 */
export function standings(view, players, names, company = null, all = []) {
  const isOver = view.phase === "over" || isGivenUp(players);
  return view.seats.map((seat) => {
    const own = view.aqueducts.filter((aqueduct) => aqueduct.seat === seat.seat);
    return {
      seat: seat.seat,
      name: names[seat.seat] ?? "",
      colors: seat.colors,
      kind: players[seat.seat]?.kind ?? "person",
      bot: players[seat.seat]?.bot ?? "",
      isNamed: Boolean(players[seat.seat]?.name),
      points: seat.points,
      total: all[seat.seat] ?? null,
      ended: isOver ? null : seat.ended,
      place: seat.place,
      isMover: !isOver && view.mover === seat.seat,
      ...whereabouts(players[seat.seat], company),
      isBlind: seat.blind ?? false,
      held: Object.entries(seat.held ?? {}).flatMap(([kind, count]) => Array(count).fill(kind)),
      due: seat.due ?? 0,
      running: own.filter((aqueduct) => aqueduct.open).map((aqueduct) => running(aqueduct, isOver)),
      mounted: mounted(view, seat.seat, own.filter((aqueduct) => !aqueduct.open)),
    };
  });
}

/**
 * @param {Aqueduct} aqueduct
 * @param {boolean} isOver
 * @returns {Running}
 */
function running(aqueduct, isOver) {
  const { id, color, length, podium = 0, blocked = false } = aqueduct;
  return { id, color, port: endOf(aqueduct), length, podium: isOver ? null : podium, blocked };
}

/**
 * Those on podiums, highest first, then those who are out.
 *
 * @param {View} view
 * @param {number} seat
 * @param {readonly Aqueduct[]} closed
 * @returns {Mount[]}
 */
function mounted(view, seat, closed) {
  /** @type {Mount[]} */
  const standing = view.sheet
    .filter((line) => line.seat === seat)
    .map(({ color, podium, bonus = 0 }) => ({ color, podium, bonus }));
  const out = closed.map((aqueduct) => aqueduct.color);
  for (const { color } of standing) {
    const at = out.indexOf(color);
    if (at >= 0) out.splice(at, 1);
  }
  return [...standing, ...out.map((color) => ({ color, podium: 0, bonus: 0 }))];
}

/**
 * The race for the podiums: every open aqueduct, longest first, with the podium it would get, the next one with room,
 * and who is at least as close to that.
 *
 * @param {View} view
 * @returns {Racer[]}
 */
export function race(view) {
  const known = new Map(view.aqueducts.map((aqueduct) => [aqueduct.id, aqueduct]));
  return view.aqueducts
    .filter((aqueduct) => aqueduct.open)
    .map((aqueduct) => ({
      id: aqueduct.id,
      color: aqueduct.color,
      seat: aqueduct.seat,
      port: endOf(aqueduct),
      length: aqueduct.length,
      podium: aqueduct.podium ?? 0,
      next: aqueduct.next ?? 0,
      threats: (aqueduct.threats ?? []).flatMap((id) => {
        const other = known.get(id);
        return other ? [{ id, color: other.color, seat: other.seat, length: other.length }] : [];
      }),
    }))
    .sort((a, b) => b.length - a.length || a.id - b.id);
}

/**
 * The podium that is at stake: of the ghost or the workman that is pointed at.
 *
 * @param {TableState} state
 */
export function stakes(state) {
  const { choices, view } = current(state);
  const { face, square, workman } = previewOf(state) ?? {};
  const choice = face && choices.find((one) => one.face === face && one.square === square);
  const aqueduct = view?.aqueducts.find((one) => one.open && endOf(one) === (choice ? choice.workman : workman));
  const podium = choice ? choice.podium : aqueduct?.podium;
  return podium && aqueduct ? [{ podium, color: aqueduct.color }] : [];
}
