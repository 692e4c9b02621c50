"""Limits on the options of a new table."""

from __future__ import annotations

from typing import Final

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.table_info import Options

DAY: Final = 86400

_LIMITS: Final = {
    "seconds": (5, 30 * DAY),
    "increment": (0, 3600),
    "grace": (0, 30 * DAY),
}


def checked(options: Options, *, lobby: bool) -> Options:
    """The options, if they can be; Refusal otherwise. Without a lobby no table is public."""
    values = {"grace": options.grace}
    if options.clock:
        values |= {"seconds": options.clock.seconds, "increment": options.clock.increment}
    for name, value in values.items():
        low, high = _LIMITS[name]
        if not low <= value <= high:
            raise Refusal.of("table/options", option=name, value=value)
    if options.public and not lobby:
        raise Refusal.of("table/options", option="public", value="true")
    return options
