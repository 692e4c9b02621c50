"""What the seats of the named layouts were measured to be worth; docs/fairness.md says how."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from aquaromana.rules import Layout

SEAT_ODDS: Final[Mapping[str, Mapping[int, tuple[float, ...]]]] = {
    "standard": {
        2: (0.645, 0.355),
        3: (0.290, 0.308, 0.402),
        4: (0.275, 0.218, 0.269, 0.238),
    },
    "balanced": {2: (0.512, 0.488)},
}
"""The share of the wins of each seat among equal players, by the layout's name and the number of players."""


def seat_odds(layout: Layout) -> tuple[float, ...]:
    """What each seat of a layout wins among equal players; empty if nobody has measured it."""
    return SEAT_ODDS.get(layout.known_as or "", {}).get(layout.players, ())


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Shares in percents that add up to a hundred: those are rounded up that lose most by being rounded down."""
    down = [math.floor(100 * share) for share in shares]
    most_lost_first = sorted(range(len(shares)), key=lambda at: down[at] - 100 * shares[at])
    up = set(most_lost_first[: 100 - sum(down)])
    return [each + (at in up) for at, each in enumerate(down)]
