"""Budgets of a search: seconds, playouts or both, whichever runs out first."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, Self

Per = Literal["decision", "stretch"]
"""What a budget is for: one decision, or all that a seat makes in a row (R7)."""

_SHORTEST: Final = 1e-6
_LONGEST: Final = 86400.0
_MOST: Final = 10**12
_TEXT: Final = re.compile(r"(?:(\d{1,13})(?:/(?=\d)|(?=/|$)))?(?:(\d{1,9}(?:\.\d{1,6})?)(ms|s))?(/stretch)?", re.ASCII)


class BudgetError(ValueError):
    """A text or number that is not a valid budget."""


def check_limits(seconds: float | None, count: int | None, counted: str) -> None:
    """BudgetError for seconds, or a number of what is counted, that no budget can have."""
    if seconds is not None and not _SHORTEST <= seconds <= _LONGEST:
        raise BudgetError(f"A budget of {seconds:g} seconds is not between a microsecond and a day.")
    if count is not None and not 1 <= count <= _MOST:
        raise BudgetError(f"A budget of {count} {counted} is not between 1 and 10¹².")


@dataclass(frozen=True, slots=True)
class Budget:
    """Seconds, playouts or both, for a decision or for a stretch; None means no limit.

    >>> Budget.parse("800/2s")
    Budget(seconds=2.0, playouts=800, per='decision')
    >>> str(Budget(seconds=0.5, per="stretch"))
    '0.5s/stretch'
    """

    seconds: float | None = None
    playouts: int | None = None
    per: Per = "decision"

    def __post_init__(self) -> None:
        if self.seconds is None and self.playouts is None:
            raise BudgetError("A budget needs seconds, playouts or both.")
        check_limits(self.seconds, self.playouts, "playouts")
        if self.per not in {"decision", "stretch"}:
            raise BudgetError(f"A budget is for a decision or a stretch, not for a {self.per!r}.")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``2s``, ``500ms``, ``800`` or ``800/2s``, each for a decision; ``2s/stretch`` for a stretch."""
        match = _TEXT.fullmatch(text.strip())
        if not match or not (match[1] or match[2]):
            raise BudgetError(
                f"{text[:40]!r} is not a valid budget: write seconds like 2s, playouts like 800 or both like 800/2s, "
                "with /stretch behind it for all decisions that a seat makes in a row."
            )
        seconds = float(match[2]) / (1000 if match[3] == "ms" else 1) if match[2] else None
        playouts = int(match[1]) if match[1] else None
        return cls(seconds=seconds, playouts=playouts, per="stretch" if match[4] else "decision")

    @staticmethod
    def demand(value: object) -> Budget:
        """The budget that was given; TypeError if it is something else."""
        if isinstance(value, Budget):
            return value
        raise TypeError(
            f"A budget is needed, such as Budget(playouts=50), Budget(seconds=2) or Budget.parse('2s'), not {value!r}."
        )

    def __str__(self) -> str:
        parts = [] if self.playouts is None else [str(self.playouts)]
        if self.seconds is not None:
            parts.append(f"{self.seconds:.6f}".rstrip("0").rstrip(".") + "s")
        if self.per == "stretch":
            parts.append("stretch")
        return "/".join(parts)
