"""Statistics: confidence intervals for shares of the win, and Elo for more than two seats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, variance
from typing import Final

SURE: Final = 0.95
"""How often an interval should hold the true value."""
TINY: Final = 1e-9
"""What rounding may add to a share or take from it."""


def share_interval(scores: Sequence[float], games: int, sure: float = SURE) -> tuple[float, float]:
    """A confidence interval for the mean of set scores between 0 and 1; `games` is the number of games in the sets.

    The sets are the independent observations. Their spread says how many coin tosses would be as informative, never
    more than there were games; Wilson's interval for that many keeps its meaning near 0 and 1, where the plain
    mean ± error breaks down.
    """
    if len(scores) < 2:
        return 0.0, 1.0
    mean = min(max(fmean(scores), 0.0), 1.0)
    error = variance(scores, mean) / len(scores)
    tosses = float(games)
    if error > 0:
        tosses = min(tosses, mean * (1 - mean) / error)
    squared = student(len(scores) - 1, sure) ** 2 / max(tosses, 1e-9)
    middle = (mean + squared / 2) / (1 + squared)
    half = math.sqrt(squared * mean * (1 - mean) + squared**2 / 4) / (1 + squared)
    return (middle - half if mean > TINY else 0.0), (middle + half if mean < 1 - TINY else 1.0)


def student(freedom: int, sure: float) -> float:
    """Student's quantile by the Cornish–Fisher series: within 3 % from 2 degrees of freedom on."""
    z = NormalDist().inv_cdf((1 + sure) / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def elo_of_share(share: float, seats: tuple[int, int] = (1, 1)) -> float:
    """The Elo difference at which a side's seats win this share together, against the other side's seats.

    Each seat wins in proportion to its strength, and 400 points are a factor of ten: with one seat against one this is
    the usual formula. Infinite for shares of 0 and 1.
    """
    if share <= TINY:
        return -math.inf
    if share >= 1 - TINY:
        return math.inf
    mine, others = seats
    return 400 * math.log10(share / mine * others / (1 - share))


def share_of_elo(elo: float, seats: tuple[int, int] = (1, 1)) -> float:
    """The share of the win that a side's seats have together when each is this much stronger than the others'."""
    mine, others = seats
    return mine / (mine + others * 10 ** (-elo / 400))
