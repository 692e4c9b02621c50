"""Budgets of a solver: positions looked at, seconds or both, whichever runs out first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Self

from aquaromana.engine.budget import Budget, BudgetError

_MOST: Final = 10**12
_LONGEST: Final = 86400.0


@dataclass(frozen=True, slots=True)
class Effort:
    """Nodes (positions looked at), seconds or both; None means no limit. With nodes alone the answer never varies.

    >>> Effort.parse("200000/0.5s")
    Effort(nodes=200000, seconds=0.5)
    """

    nodes: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.nodes is None and self.seconds is None:
            raise BudgetError("A solver needs a budget of nodes, seconds or both.")
        if self.nodes is not None and not 1 <= self.nodes <= _MOST:
            raise BudgetError(f"A budget of {self.nodes} nodes is not between 1 and 10¹².")
        if self.seconds is not None and not 0 < self.seconds <= _LONGEST:
            raise BudgetError(f"A budget of {self.seconds:g} seconds is not between 0 and a day.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``0.5s``, ``500ms``, ``200000`` or ``200000/0.5s``."""
        try:
            budget = Budget.parse(text)
        except BudgetError:
            budget = None
        if budget is None or budget.per != "decision":
            raise BudgetError(
                f"{text[:40]!r} is not a budget for a solver: write seconds like 0.5s, nodes like 200000 or both like "
                "200000/0.5s."
            )
        return cls(nodes=budget.playouts, seconds=budget.seconds)

    def __str__(self) -> str:
        return str(Budget(seconds=self.seconds, playouts=self.nodes))
