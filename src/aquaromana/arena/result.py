"""How a game ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from aquaromana.arena.match import Fixture


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost by a fault: the bot raised, hung, died or decided what is not legal."""

    seat: int
    reason: str

    @classmethod
    def of(cls, seat: int, reason: str) -> Self:
        """With the reason in one short line."""
        line = " ".join("".join(char if char.isprintable() else " " for char in reason).split())
        return cls(seat, line if len(line) <= 300 else f"{line[:299]}…")


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a seat did with its time."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def plus(self, seconds: float) -> Thinking:
        return Thinking(self.decisions + 1, self.seconds + seconds, max(self.longest, seconds))


@dataclass(frozen=True, slots=True)
class GameResult:
    """A game that was played, to its end or to a forfeit."""

    fixture: Fixture
    scores: tuple[int, ...] | None
    """The points of all seats; None after a forfeit."""
    forfeit: Forfeit | None
    thinking: tuple[Thinking, ...]
    record: str = ""
    """The game as a record; empty where it is not at hand."""
    traceback: str = ""
    """Where the bot that lost by a fault raised; empty if it did not, or where it is not at hand."""

    @property
    def shares(self) -> tuple[float, ...]:
        """Each seat's share of the win: equal totals share it (R6.4), and so do all others after a forfeit."""
        seats = range(len(self.fixture.seating))
        if self.scores is None:
            assert self.forfeit is not None
            winners = [seat for seat in seats if seat != self.forfeit.seat]
        else:
            winners = [seat for seat in seats if self.scores[seat] == max(self.scores)]
        return tuple(1 / len(winners) if seat in winners else 0.0 for seat in seats)

    def to_json(self) -> dict[str, Any]:
        """For the log; without record and traceback."""
        return {
            "game": self.fixture.number,
            "set": self.fixture.set,
            "seating": list(self.fixture.seating),
            "scores": None if self.scores is None else list(self.scores),
            "forfeit": None if self.forfeit is None else {"seat": self.forfeit.seat, "reason": self.forfeit.reason},
            "thinking": [[seat.decisions, round(seat.seconds, 6), round(seat.longest, 6)] for seat in self.thinking],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read `to_json` back; KeyError, TypeError or ValueError for anything else."""
        forfeit = data["forfeit"]
        scores = data["scores"]
        if (scores is None) == (forfeit is None):
            raise ValueError("a game has either points or a forfeit")
        return cls(
            Fixture(int(data["game"]), int(data["set"]), tuple(map(int, data["seating"]))),
            None if scores is None else tuple(map(int, scores)),
            None if forfeit is None else Forfeit(int(forfeit["seat"]), str(forfeit["reason"])),
            tuple(Thinking(int(count), float(seconds), float(longest)) for count, seconds, longest in data["thinking"]),
        )
