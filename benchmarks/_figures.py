"""A figure: something of ours measured beside its peer, in turns, so that both see the same noise."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median, quantiles


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table.

    ratio tells how many times better than the peer we are, whichever direction is better.
    spread is the range of the middle half of the repeats' ratios, as a part of their median.
    """

    name: str
    value: float
    unit: str
    peer: str
    peer_value: float
    ratio: float
    spread: float
    promise: bool = False
    """Whether the peer is what is promised: not more than that."""
    calm: float | None = None
    """The same in a calm run, where there is one."""

    @property
    def is_kept(self) -> bool:
        """Whether it is no more than promised."""
        return self.value <= self.peer_value


@dataclass(frozen=True, slots=True)
class Peer:
    """What we are measured against, in the same unit."""

    name: str
    sample: Callable[[], float]


def compare(
    name: str,
    sample: Callable[[], float],
    unit: str,
    peer: Peer,
    repeats: int,
    *,
    less_is_better: bool = False,
) -> Figure:
    """Measure both in turns after one warm-up each, and take medians."""
    sample()
    peer.sample()
    pairs = [(sample(), peer.sample()) for _ in range(repeats)]
    ratios = [theirs / ours if less_is_better else ours / theirs for ours, theirs in pairs]
    low, middle, high = quantiles(ratios, n=4, method="inclusive")
    return Figure(
        name=name,
        value=median(ours for ours, _ in pairs),
        unit=unit,
        peer=peer.name,
        peer_value=median(theirs for _, theirs in pairs),
        ratio=middle,
        spread=(high - low) / middle,
    )
