/**
 * The ranking of the seats, with resignations taken into account.
 *
 * @import {Player} from "../types.js"
 */

/**
 * The place of every seat: by points, with those who have resigned after all others.
 *
 * @param {{ seats: readonly { seat: number, place: number }[] }} view
 * @param {readonly Player[]} players
 * @returns {number[]} by seat
 */
export function places(view, players) {
  const isOut = (/** @type {number} */ seat) => players[seat]?.resigned ?? false;
  const staying = view.seats.filter(({ seat }) => !isOut(seat));
  return view.seats.map(({ seat, place }) =>
    isOut(seat) ? staying.length + 1 : 1 + staying.filter((other) => other.place < place).length,
  );
}

/**
 * Whether all but one player have resigned: then the game is over, whatever the position.
 *
 * @param {readonly Player[]} players
 */
export function isGivenUp(players) {
  return players.length > 1 && players.filter((player) => !player.resigned).length === 1;
}
