"""Entries of a table's log, the snapshot after them, and changes: entries that are committed together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aquaromana.lessons import Progress
from aquaromana.puzzles import Attempt
from aquaromana.rules import Decision, Phase, Position
from aquaromana.server.protocol.events import Event
from aquaromana.server.protocol.table_info import Status
from aquaromana.server.table.clocks import Timer
from aquaromana.server.table.members import Members


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry of the log: a decision or an event."""

    number: int
    """The number of entries before it: the version that it was made on."""
    seat: int
    """Who made it; -1 for a host without a seat, and for the server."""
    made: Decision | Event
    at: float
    by: str = ""
    """Who decided, if not the seat's own player."""
    intent: str = ""
    """The id of the message that it came with."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a table after an entry of its log; immutable."""

    position: Position
    turn: int
    """The number of the turn that the next decision belongs to."""
    members: Members
    timer: Timer
    progress: Progress | None = None
    """The progress of the lesson."""
    attempt: Attempt | None = None
    """The attempt at the puzzle."""

    @property
    def is_over(self) -> bool:
        return self.position.phase is Phase.OVER or self.members.is_conceded

    @property
    def status(self) -> Status:
        return "over" if self.is_over else "waiting" if self.members.waiting else "playing"

    @property
    def step(self) -> int:
        """The step of the lesson, counted from 1; 0 if there is none."""
        return self.progress.number + 1 if self.progress else 0

    @property
    def waits_for_bot(self) -> bool:
        if self.attempt:
            return self.attempt.waits
        if self.progress and not self.progress.waits_for_others(self.position):
            return False
        return self.status == "playing" and bool(self.members.decider(self.position.mover))

    @property
    def awaited_seat(self) -> int:
        """The seat of the person who has to decide; -1 if none has."""
        mover = self.position.mover
        return mover if self.status == "playing" and mover in self.members.active() else -1

    @property
    def clocked(self) -> int:
        """The seat whose time runs; -1 if none does. A bot that stands in does not stop it: it needs little."""
        player = self.members.players[self.position.mover]
        return player.seat if self.status == "playing" and player.kind != "bot" and not player.resigned else -1

    @property
    def deadline(self) -> float | None:
        """When something will happen because nobody decided."""
        return None if self.waits_for_bot else self.timer.deadline

    def decided(self, entries: Sequence[LogEntry], position: Position, turn: int, *, begins: bool) -> Snapshot:
        """After decisions of one stretch, which they may begin."""
        first = entries[0]
        members = self.members.decided(first.seat, over=position.phase is Phase.OVER)
        progress = self.progress
        if progress:
            moves = [each.made for each in entries if isinstance(each.made, Decision)]
            progress = progress.decided(first.seat, self.turn, moves)
        attempt = self.attempt and self.attempt.decided(first.seat, len(entries))
        after = Snapshot(position, turn, members, self.timer, progress, attempt)
        if self.timer.clock is None:
            return after
        earned = first.seat if begins and first.seat == self.timer.running else -1
        return replace(after, timer=self.timer.runs(after.clocked, first.at, fresh=True, earned=earned))


@dataclass(frozen=True, slots=True)
class Change:
    """Entries that are committed together or not at all, and the snapshots before and after."""

    entries: tuple[LogEntry, ...]
    before: Snapshot
    after: Snapshot

    @property
    def version(self) -> int:
        """The version on which it is made."""
        return self.entries[0].number

    @property
    def end(self) -> int:
        """The version after it."""
        return self.version + len(self.entries)

    @property
    def intent(self) -> str:
        """The id of the message that it came with."""
        return self.entries[0].intent
