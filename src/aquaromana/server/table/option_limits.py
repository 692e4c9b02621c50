"""Limits on the options of a new table."""

from __future__ import annotations

from typing import Final

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.table_info import Match, Options

DAY: Final = 86400

_LIMITS: Final = {
    "seconds": (5, 30 * DAY),
    "increment": (0, 3600),
    "grace": (0, 30 * DAY),
}

ROUNDS: Final = 6
"""The longest match, in games that everyone begins."""


def checked(options: Options, *, lobby: bool, players: int, whole: bool) -> Options:
    """The options, if they are valid; Refusal otherwise. Without a lobby no table is public.

    A match begins with a whole game, from the beginning, and has a multiple of as many games as there are players.
    """
    values = {"grace": options.grace}
    if options.clock:
        values |= {"seconds": options.clock.seconds, "increment": options.clock.increment}
    for name, value in values.items():
        low, high = _LIMITS[name]
        if not low <= value <= high:
            raise Refusal.of("table/options", option=name, value=value)
    if options.public and not lobby:
        raise Refusal.of("table/options", option="public", value="true")
    if options.match and (not whole or options.match != _new_match(options.match.games, players)):
        raise Refusal.of("table/options", option="match", value=options.match.games)
    return options


def _new_match(games: int, players: int) -> Match | None:
    """A match that begins; None if it cannot have so many games."""
    fits = games > 0 and games % players == 0 and games <= ROUNDS * players
    return Match(games=games) if fits else None
