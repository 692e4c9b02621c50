"""Goals that can be proven: what one seat wants to have reached when the game ends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, Self

from aquaromana.rules import Position
from aquaromana.rules.geometry import PORTS, parse_port, port_name

GoalKind = Literal["share", "lead", "points", "podium"]

_MOST: Final = {"share": 4, "lead": 400, "points": 400, "podium": 20}
_LEAST: Final = {"share": 1, "lead": -400, "points": 0, "podium": 1}
_TEXT: Final = re.compile(r"(win|share|lead|points|podium)(?::([A-K][1-8][nesw]))?(?::(-?\d{1,4}))?", re.ASCII)


class GoalError(ValueError):
    """A goal that cannot be, or not for this seat in this position."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What a seat wants to have at the end: make one with `win`, `share`, `lead`, `points` or `podium`.

    >>> Goal.win()
    Goal(kind='share', least=1, outlet=None)
    >>> str(Goal.lead(5)), Goal.parse("podium:D1e:9") == Goal.podium("D1e", 9)
    ('lead:5', True)
    """

    kind: GoalKind
    least: int
    """Of `share`: among how many winners at most; otherwise the points or the podium."""
    outlet: int | None = None
    """Of `podium`: the port of the outlet that the aqueduct starts at."""

    def __post_init__(self) -> None:
        if self.kind not in _LEAST:
            raise GoalError(f"There is no goal {self.kind!r}: choose one of {', '.join(_LEAST)}.")
        if isinstance(self.least, bool) or not isinstance(self.least, int):
            raise GoalError(f"A goal needs a whole number, not {self.least!r}.")
        if not _LEAST[self.kind] <= self.least <= _MOST[self.kind]:
            span = f"{_LEAST[self.kind]} to {_MOST[self.kind]}"
            raise GoalError(f"The goal {self.kind!r} takes a number from {span}, not {self.least}.")
        if (self.kind == "podium") != (self.outlet is not None):
            raise GoalError("The goal 'podium', and no other, names the outlet of an aqueduct.")
        if self.outlet is not None and not 0 <= self.outlet < PORTS:
            raise GoalError(f"There is no outlet {self.outlet}.")

    @classmethod
    def win(cls) -> Self:
        """To win alone."""
        return cls("share", 1)

    @classmethod
    def share(cls, winners: int = 4) -> Self:
        """To win, alone or with others: at most so many winners in all."""
        return cls("share", winners)

    @classmethod
    def lead(cls, points: int) -> Self:
        """To have at least so many points more than every rival; a negative number is a deficit."""
        return cls("lead", points)

    @classmethod
    def points(cls, points: int) -> Self:
        """To have at least so many points."""
        return cls("points", points)

    @classmethod
    def podium(cls, outlet: int | str, value: int) -> Self:
        """To take this podium or a higher one with the workman of an own aqueduct, named by its outlet."""
        if isinstance(outlet, str):
            name = outlet
            try:
                outlet = parse_port(name)
            except KeyError:
                raise GoalError(f"{name[:20]!r} does not name an outlet; one is named like D1e.") from None
        return cls("podium", value, outlet)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``win``, ``share``, ``share:2``, ``lead:5``, ``points:40`` or ``podium:D1e:9``."""
        match = _TEXT.fullmatch(text.strip())
        if match:
            kind, outlet, number = match.groups()
            match (kind, outlet is not None, number is not None):
                case ("win", False, False):
                    return cls.win()
                case ("share", False, False):
                    return cls.share()
                case ("share" | "lead" | "points", False, True):
                    return cls(kind, int(number))
                case ("podium", True, True):
                    return cls.podium(outlet, int(number))
        raise GoalError(
            f"{text[:40]!r} is not a goal: write win, share, share:2, lead:5, points:40 or podium:D1e:9 "
            "(the outlet of an aqueduct and the podium)."
        )

    def __str__(self) -> str:
        if self.kind == "share" and self.least in {1, 4}:
            return "win" if self.least == 1 else "share"
        outlet = "" if self.outlet is None else f"{port_name(self.outlet)}:"
        return f"{self.kind}:{outlet}{self.least}"

    def aqueduct(self, position: Position, seat: int) -> int:
        """The number of the aqueduct that the goal names, 0 if it names none.

        GoalError if it is not the seat's, or its workman has left the board.
        """
        if self.outlet is None:
            return 0
        layout, name = position.layout, port_name(self.outlet)
        if self.outlet not in layout.outlets:
            raise GoalError(f"No aqueduct starts at {name}.")
        aqueduct = layout.outlets.index(self.outlet)
        if layout.seats[aqueduct] != seat:
            raise GoalError(f"The aqueduct that starts at {name} does not belong to seat {seat}.")
        if not position.on_board >> aqueduct & 1:
            raise GoalError(f"The workman of the aqueduct that starts at {name} has left the board.")
        return aqueduct
