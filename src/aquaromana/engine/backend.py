"""The backend interface behind `Search`, implemented by the C++ core and by its fallback in Python."""

from __future__ import annotations

from dataclasses import dataclass
from operator import index
from typing import Final, Literal, Protocol, get_args

from aquaromana.engine.params import Params
from aquaromana.engine.report import Report
from aquaromana.engine.weights import NetWeights
from aquaromana.rules import Decision, Position

Evaluator = Literal["formula", "rollout", "uniform", "even", "net", "network"]
"""How a leaf is judged: by formula, by a sensible quick game, by a random one, not at all, by a network outside
the core, or by the one in it."""

_EVALUATORS: Final = get_args(Evaluator)
_MOST_THREADS: Final = 256
_SEEDS: Final = 1 << 64


@dataclass(frozen=True, slots=True)
class Settings:
    """What a search is made with; ValueError if that cannot be."""

    params: Params
    evaluator: Evaluator
    seed: int
    threads: int
    weights: NetWeights | None = None
    """Of the network in the core, for the evaluator `net`."""

    def __post_init__(self) -> None:
        if self.evaluator not in _EVALUATORS:
            raise ValueError(f"There is no evaluator {self.evaluator!r}: choose one of {', '.join(_EVALUATORS)}.")
        if (self.evaluator == "net") != (self.weights is not None):
            raise ValueError("The evaluator 'net' goes with the weights of a network.")
        threads, seed = _whole(self.threads), _whole(self.seed)
        if threads is None or not 1 <= threads <= _MOST_THREADS:
            raise ValueError(f"A search has 1 to {_MOST_THREADS} threads, not {self.threads!r}.")
        if seed is None or not 0 <= seed < _SEEDS:
            raise ValueError(f"A seed is a whole number from 0 to 2⁶⁴ - 1, not {self.seed!r}.")
        object.__setattr__(self, "seed", seed)  # NumPy's numbers would overflow


def _whole(value: object) -> int | None:
    """A whole number as Python's, None if it is something else."""
    try:
        return index(value)  # type: ignore[arg-type]  # the caller ignored the types
    except TypeError:
        return None


class Backend(Protocol):
    """A tree over one game. Only `stop` may be called while another thread is in `run`."""

    def reset(self, position: Position) -> None:
        """Forget the tree and begin at a position of the same layout."""

    def advance(self, decision: Decision) -> None:
        """Follow the game by one legal decision and keep what is known about what comes after it."""

    def run(self, seconds: float, playouts: int) -> int:
        """Search until a limit is reached (0 means no limit), `stop` is called, or the position is solved.

        Returns how many playouts that took.
        """

    def stop(self) -> None:
        """End `run` immediately."""

    @property
    def exact(self) -> bool:
        """Whether the position is solved."""

    def report(self) -> Report:
        """What is known now, and the playouts and seconds of the last `run`."""
