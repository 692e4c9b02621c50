/**
 * The clocks of the seats, by the server's time: what is left, how it is shown, and when people are warned.
 *
 * @import {Clock, Clocks, Player} from "../../types.js"
 */

import { t } from "../../lib/i18n.js";

/** Seconds left at which the player is warned. */
const WARNINGS = [30, 10];

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * The seconds that a seat has left.
 *
 * @param {Clocks} clocks
 * @param {number} seat
 * @param {number} now the server's time
 */
export function remaining({ left, running = -1, started = 0 }, seat, now) {
  const spent = running === seat ? Math.max(0, now - started) : 0;
  return Math.max(0, (left[seat] ?? 0) - spent);
}

/**
 * Whether a clock of this seat says something: bots have none, and time for a stretch only counts while it runs.
 *
 * @param {Clock | null | undefined} clock
 * @param {Clocks | null} clocks
 * @param {Player | undefined} player
 */
export function isClocked(clock, clocks, player) {
  if (!clock || !clocks || player?.kind !== "person" || player.stand_in || player.resigned) return false;
  return clock.per === "game" || clocks.running === player.seat;
}

/**
 * "4:09", "1:20:00", "2 d 5 h": nothing is left only when it says so.
 *
 * @param {number} seconds
 */
export function clockText(seconds) {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / HOUR);
  if (whole >= DAY) {
    const begun = Math.ceil(whole / HOUR);
    return t("table.clock.days", { days: Math.floor(begun / 24), hours: begun % 24 });
  }
  const minutes = Math.floor(whole / MINUTE) % 60;
  const rest = String(whole % MINUTE).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * The warning that is due: the smallest of those that the time has come down to, 0 for none. Whoever never has more
 * than twice that much is not warned by it.
 *
 * @param {Clock} clock
 * @param {number} seconds that are left
 */
export function warning({ per, seconds: all }, seconds) {
  const due = WARNINGS.filter((each) => seconds <= each && (per === "game" || each <= all / 2));
  return due.at(-1) ?? 0;
}

/**
 * How long a player has been away: "away for 5 minutes".
 *
 * @param {number} seconds
 */
export function awayWords(seconds) {
  if (seconds < MINUTE) return t("table.away.now");
  if (seconds < HOUR) return t("table.away.minutes", { count: Math.floor(seconds / MINUTE) });
  if (seconds < DAY) return t("table.away.hours", { count: Math.floor(seconds / HOUR) });
  return t("table.away.days", { count: Math.floor(seconds / DAY) });
}
