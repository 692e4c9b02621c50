"""The log of a table: the decisions that stand, the events, and the messages that either came with.

Each entry raises the version. Decisions that were taken back leave the moves, but stay in the log. A message is
remembered by its seat and id, so that sending it again makes no second change: it is idempotent.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from aquaromana.rules import Decision
from aquaromana.server.protocol.events import Began, Hinted, Sat, Stepped, TakenBack
from aquaromana.server.protocol.table_info import News
from aquaromana.server.table.changes import Change, LogEntry

NEWS: Final = 500
"""Number of latest events that clients are sent."""


@dataclass(slots=True)
class Handled:
    """What became of a message: the versions before and after it, and its decisions."""

    begin: int
    end: int
    moves: tuple[Decision, ...] = ()


class Log:
    """What happened at a table, in order."""

    __slots__ = ("_changes", "_handled", "_news", "_plies", "_starts", "by", "moved", "moves", "stepped")

    def __init__(self) -> None:
        self.moves: list[Decision] = []
        self.by: list[str] = []
        """For each decision, who made it if not the seat's own player."""
        self.moved = 0
        """The version of the last change to the game itself."""
        self.stepped = 0
        """The version at which the step of the lesson began."""
        self._starts: list[tuple[int, str]] = []
        """For each decision, whose it was and with which message it came."""
        self._plies = [0]
        """Decisions on the board, by version."""
        self._news: list[News] = []
        self._changes: Counter[int] = Counter()
        """Events that somebody caused since they took their seat, by seat; -1 for those without one."""
        self._handled: dict[tuple[int, str], Handled] = {}

    @property
    def version(self) -> int:
        """The number of entries."""
        return len(self._plies) - 1

    @property
    def ply(self) -> int:
        """The number of decisions that stand."""
        return len(self.moves)

    def enter(self, entry: LogEntry) -> None:
        """Add an entry."""
        made = entry.made
        if isinstance(made, Decision):
            self.moves.append(made)
            self.by.append(entry.by)
            self._starts.append((entry.seat, entry.intent))
        elif isinstance(made, TakenBack):
            del self.moves[made.ply :], self.by[made.ply :], self._starts[made.ply :]
        elif isinstance(made, Stepped):
            for kept in (self.moves, self.by, self._starts):
                kept.clear()
        self._plies.append(self.ply)
        if isinstance(made, Decision | TakenBack | Began | Stepped):
            self.moved = self.version
        if isinstance(made, Stepped):
            self.stepped = self.version
        if not isinstance(made, Decision):
            self._news.append(News(version=self.version, at=entry.at, seat=entry.seat, event=made, ply=self.ply))
            self._changes[entry.seat] += not isinstance(made, Hinted)
            if isinstance(made, Sat):
                del self._changes[made.seat]
        if entry.intent:
            known = self._handled.setdefault((entry.seat, entry.intent), Handled(entry.number, entry.number))
            known.end = entry.number + 1
            if isinstance(made, Decision):
                known.moves = (*known.moves, made)
        if isinstance(made, Began) and made.order:
            # A message that is sent again comes from the seat that its sender has now.
            seats = {old: new for new, old in enumerate(made.order)}
            self._changes = Counter({seats.get(seat, seat): count for seat, count in self._changes.items()})
            self._handled = {(seats.get(seat, seat), intent): known for (seat, intent), known in self._handled.items()}

    # Decisions.

    def stretch_seat(self, ply: int) -> int:
        """Whose stretch begins after so many decisions; -1 if none does."""
        if not 0 <= ply < self.ply or (ply and self._starts[ply - 1] == self._starts[ply]):
            return -1
        return self._starts[ply][0]

    def begins_stretch(self, entry: LogEntry) -> bool:
        """Whether an entry that comes next would begin a stretch."""
        return bool(entry.intent) and self._starts[-1:] != [(entry.seat, entry.intent)]

    def kept_since(self, version: int) -> int:
        """How many decisions have stood ever since a version."""
        return min(self._plies[version:])

    def copied(self, ply: int, *, at: float) -> list[LogEntry]:
        """The first decisions as entries of another table's log."""
        seats = [start[0] for start in self._starts]
        return [LogEntry(number, seats[number], self.moves[number], at, self.by[number]) for number in range(ply)]

    # Events.

    def news_since(self, version: int) -> list[News]:
        """The events after a version; of many, the last."""
        return [news for news in self._news[-NEWS:] if news.version > version]

    @property
    def changes(self) -> int:
        """The number of events, without hints, which have a limit of their own."""
        return sum(not isinstance(news.event, Hinted) for news in self._news)

    def changes_by(self, seat: int) -> int:
        """The number of events that the holder of a seat caused since they took it; -1 for people without a seat."""
        return self._changes[seat]

    # Messages.

    def handled(self, seat: int, intent: str) -> Handled | None:
        """What became of a message; None if it is new."""
        return self._handled.get((seat, intent))

    def has(self, change: Change) -> bool:
        """Whether this change, and not one like it, was entered."""
        return any(
            intent == change.intent and (known.begin, known.end) == (change.version, change.end)
            for (_, intent), known in self._handled.items()
        )
