"""The report of a search: its evaluation of each decision it considered, and of the position."""

from __future__ import annotations

from dataclasses import dataclass

from aquaromana.rules import Decision


@dataclass(frozen=True, slots=True)
class Choice:
    """One decision as the search sees it."""

    decision: Decision
    visits: int
    prior: float
    shares: tuple[float, ...]
    """Each seat's share of the win."""
    points: tuple[float, ...]
    """Each seat's points at the end."""
    exact: bool
    """Whether this was calculated to the end of the game."""
    line: tuple[Decision, ...]
    """The decisions expected from here, this one first; it stops where nothing is to choose."""


@dataclass(frozen=True, slots=True)
class Report:
    """The state of a search; `choices` has the best decision first and is never empty."""

    playouts: int
    visits: int
    nodes: int
    depth: int
    seconds: float
    exact: bool
    shares: tuple[float, ...]
    points: tuple[float, ...]
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Decision:
        """The decision to make."""
        return self.choices[0].decision
