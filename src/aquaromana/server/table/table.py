"""The authority over one game: its members, its log, and whether a change is allowed.

A table knows neither transport nor storage, and nothing here awaits. A change is first proposed, which validates it and
changes nothing; then it is stored; then the table accepts it. A change is a stretch of decisions or a list of events;
each of its entries raises the version, and a proposal made on too old a version is refused (optimistic version check).
Messages are idempotent: a repeated id gets the first answer again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from aquaromana.records.replay import Replay, first_turn
from aquaromana.rules import AquaError, Decision
from aquaromana.rules.notation import parse_position
from aquaromana.server.protocol.events import Began, Event, Stepped, TakenBack, Tried
from aquaromana.server.protocol.messages import Accepted, Play
from aquaromana.server.table import puzzle_table, stretch
from aquaromana.server.table.changes import Change, LogEntry, Snapshot
from aquaromana.server.table.ids import OURS
from aquaromana.server.table.log import Handled
from aquaromana.server.table.table_state import TableState

ID_LENGTH: Final = 64
"""Characters of the id of a message."""


class Table(TableState):
    """One game and its members, and the changes to them: proposed, stored elsewhere, accepted."""

    __slots__ = ()

    # Proposals.

    def propose(self, play: Play, seats: Collection[int], *, at: float, by: str | None = None) -> Change | Accepted:
        """The change that a Play by the player of these seats would make, or its earlier answer if it is repeated.

        `by` is the bot that decides, empty for the one that the table knows of, None for persons. Raises Refusal;
        nothing is changed.
        """
        self.check_id(play.id)
        if play.seat not in seats:
            raise self.refusal("table/foreign-seat", seat=play.seat)
        if known := self.log.handled(play.seat, play.id):
            return self._again(play, known)
        self.check_version(play.version)
        before = self.snapshot
        self.check_playing()
        if play.seat != before.position.mover:
            raise self.refusal("table/not-your-turn", seat=play.seat, owner=before.position.mover)
        if (by is None) == bool(before.members.decider(play.seat) or puzzle_table.is_shown(self)):
            raise self.refusal("table/stood-in" if by is None else "table/not-stood-in", seat=play.seat)
        replay = stretch.played(self, play.moves, by_person=by is None)
        position = replay.game.position
        if not stretch.is_complete(self, replay):
            raise self.refusal("table/incomplete", seat=play.seat, asked=str(position.phase))
        entries = tuple(
            LogEntry(self.version + number, play.seat, move, at, by or self.players[play.seat].stand_in, play.id)
            for number, move in enumerate(replay.game.moves)
        )
        begins = self.log.begins_stretch(entries[0])
        return Change(entries, before, before.decided(entries, position, replay.turn, begins=begins))

    def propose_events(
        self, events: Sequence[Event], *, seat: int, at: float, by: str = "", intent: str = ""
    ) -> Change:
        """The change that valid events would make."""
        before = after = self.snapshot
        entries = tuple(
            LogEntry(self.version + number, seat, event, at, by, intent) for number, event in enumerate(events)
        )
        for entry, event in zip(entries, events, strict=True):
            after = self._happened(after, entry, event)
        return Change(entries, before, after)

    def _again(self, play: Play, known: Handled) -> Accepted:
        try:
            same = play.version <= known.begin and tuple(Decision(move) for move in play.moves) == known.moves
        except AquaError:
            same = False
        if not same:
            raise self.refusal("message/id-reused", seat=play.seat, id=play.id)
        return Accepted(id=play.id, version=known.end)

    def answered(self, seat: int, intent: str) -> Accepted | None:
        """The earlier answer to a message other than Play, if it is repeated."""
        known = self.log.handled(seat, intent)
        if known is None:
            return None
        if known.moves:
            raise self.refusal("message/id-reused", seat=seat, id=intent)
        return Accepted(id=intent, version=known.end)

    def check_id(self, intent: str) -> None:
        if not (1 <= len(intent) <= ID_LENGTH and intent.isprintable()) or intent.startswith(OURS):
            raise self.refusal("message/id", limit=ID_LENGTH)

    # Changes that were stored.

    def accept(self, change: Change) -> None:
        """Apply a change that was proposed on this version and has been stored."""
        assert change.version == self.version, "changes are added one after the other"
        if isinstance(change.entries[0].made, Decision):
            self._recent.add(self.ply, change.before.position, change.before.turn)
        for entry in change.entries:
            self._enter(entry, change.after)

    def replay(self, entries: Iterable[LogEntry]) -> None:
        """Apply stored entries; AquaError, with the table unusable, if the rules reject them."""
        replay: Replay | None = None
        for entry in entries:
            if isinstance(entry.made, Decision):
                replay = replay or Replay(self.position, self.snapshot.turn)
                replay.follow(entry.made)
                begins = self.log.begins_stretch(entry)
                after = self.snapshot.decided([entry], replay.game.position, replay.turn, begins=begins)
                self._enter(entry, after)
            else:
                if isinstance(entry.made, TakenBack | Stepped):
                    replay = None
                self._enter(entry, self._happened(self.snapshot, entry, entry.made))

    def _enter(self, entry: LogEntry, snapshot: Snapshot) -> None:
        self.log.enter(entry)
        if isinstance(entry.made, TakenBack | Stepped):
            self._recent.clear()
        if isinstance(entry.made, Stepped):
            self.start = snapshot.position
        self.snapshot = snapshot
        self.changed = entry.at

    def _happened(self, before: Snapshot, entry: LogEntry, event: Event) -> Snapshot:
        """The snapshot after an event."""
        after = replace(before, members=before.members.after(event))
        if isinstance(event, TakenBack):
            replay = self.replayed(event.ply)
            progress = before.progress and before.progress.rewound(event.ply)
            after = replace(after, position=replay.game.position, turn=replay.turn, progress=progress)
        elif isinstance(event, Stepped):
            position = parse_position(event.position)
            progress = before.progress and before.progress.to(event.step)
            attempt = before.attempt and before.attempt.restarted(showing=event.step == puzzle_table.SOLUTION)
            after = replace(after, position=position, turn=first_turn(position), progress=progress, attempt=attempt)
        elif isinstance(event, Tried):
            after = replace(after, attempt=puzzle_table.after(before.attempt, event))
        timer = before.timer
        if isinstance(event, Began) and event.order:
            timer = timer.reseated(event.order)
        fresh = isinstance(event, Began | TakenBack)
        return replace(after, timer=timer.runs(after.clocked, entry.at, fresh=fresh))

    def forget(self) -> None:
        """Everything was broadcast: where the last stretch began is enough to remember."""
        self._recent.keep_last()
