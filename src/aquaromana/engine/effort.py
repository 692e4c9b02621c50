"""Budgets of a solver: positions looked at, seconds or both, whichever runs out first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from aquaromana.engine.budget import Budget, BudgetError, check_limits


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
        check_limits(self.seconds, self.nodes, "nodes")

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
