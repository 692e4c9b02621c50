"""What a table is and what can be read of it: its game, its members, and the messages that describe them.

Nothing here changes a table; `table` does. It knows neither transport nor storage, and nothing awaits.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from aquaromana.records.replay import Replay, first_turn
from aquaromana.rules import Decision, Position
from aquaromana.rules.scoring import scores
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import views
from aquaromana.server.protocol.game import Step
from aquaromana.server.protocol.messages import Answer, Ask, Choices, Preview, Previewed, State
from aquaromana.server.protocol.table_info import Options, Origin, Player, TableInfo
from aquaromana.server.table import lesson_table, puzzle_table, stretch
from aquaromana.server.table.changes import Snapshot
from aquaromana.server.table.clocks import Timer
from aquaromana.server.table.log import Log
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Opening, Seating
from aquaromana.server.table.stretch import RecentStretches

AS_USUAL: Final = Options()


class TableState:
    """One game and its members, to be read. A snapshot never changes once it was handed out."""

    __slots__ = (
        "_recent",
        "changed",
        "created",
        "first",
        "id",
        "lesson",
        "log",
        "opening",
        "options",
        "origin",
        "parent",
        "puzzle",
        "snapshot",
        "start",
    )

    def __init__(  # noqa: PLR0913 - what a table is made of, all by name
        self,
        id: str,  # noqa: A002 - it is the table's id everywhere
        seatings: Sequence[Seating],
        start: Position,
        *,
        created: float,
        origin: Origin = "new",
        options: Options = AS_USUAL,
        waiting: bool | None = None,
        parent: str = "",
        lesson: str = "",
    ) -> None:
        self.id = id
        self.start = start
        self.origin: Origin = origin
        self.options = options
        self.parent = parent
        """The table that it continues."""
        self.lesson = lesson if origin != "puzzle" else ""
        """The lesson that is given there, with its version."""
        self.puzzle = lesson if origin == "puzzle" else ""
        """The puzzle that is solved there, with its version."""
        self.created = self.changed = created
        self.first = 0
        """How many decisions came with the record that it continues."""
        self.log = Log()
        self._recent = RecentStretches()
        players = tuple(seating.player(seat) for seat, seating in enumerate(seatings))
        if waiting is None:
            waiting = any(player.kind == "open" for player in players)
        self.opening = Opening(tuple(seatings), waiting)
        members = Members(players, waiting=waiting, public=options.public)
        timer = Timer.set_up(options.clock, len(players))
        progress, attempt = lesson_table.progress_of(self.lesson), puzzle_table.attempt_at(self.puzzle)
        snapshot = Snapshot(start, first_turn(start), members, timer, progress, attempt)
        self.snapshot = replace(snapshot, timer=timer.runs(snapshot.clocked, created, fresh=True))

    @property
    def position(self) -> Position:
        return self.snapshot.position

    @property
    def members(self) -> Members:
        return self.snapshot.members

    @property
    def players(self) -> tuple[Player, ...]:
        return self.snapshot.members.players

    @property
    def version(self) -> int:
        """The number of entries in the log."""
        return self.log.version

    @property
    def ply(self) -> int:
        """The number of decisions made."""
        return self.log.ply

    @property
    def moves(self) -> list[Decision]:
        """The decisions that stand."""
        return self.log.moves

    @property
    def moved(self) -> int:
        """The version of the last change to the game itself."""
        return self.log.moved

    @property
    def is_over(self) -> bool:
        return self.snapshot.is_over

    @property
    def waits_for_bot(self) -> bool:
        if self.puzzle and not self.snapshot.attempt:
            return False
        return self.snapshot.waits_for_bot

    def stretch_seat(self, ply: int) -> int:
        """Whose stretch begins after so many decisions; -1 if none does, or it came with the record."""
        return self.log.stretch_seat(ply) if ply >= self.first else -1

    # Refusals.

    def check_playing(self) -> None:
        if self.is_over:
            raise self.refusal("table/over")
        if self.members.waiting:
            raise self.refusal("table/waiting")

    def check_version(self, version: int) -> None:
        if not self.moved <= version <= self.version:
            raise self.refusal("table/stale", made=version, now=self.version)

    def refusal(self, code: str, **args: str | int) -> Refusal:
        return Refusal.of(code, version=self.version, **args)

    # Views: previews, answers, state.

    def preview(self, preview: Preview) -> Previewed:
        """What a part of a stretch would lead to."""
        self.check_version(preview.version)
        replay = stretch.played(self, preview.moves)
        after = replay.game.position
        complete = stretch.is_complete(self, replay)
        choices = [] if complete else views.choices(after, views.laid_in_turn(replay.game.moves))
        return Previewed(
            id=preview.id,
            version=self.version,
            moves=[str(move) for move in replay.game.moves],
            view=views.view(after),
            steps=views.steps(self.position, replay.game.moves, ply=self.ply, turn=self.snapshot.turn),
            choices=puzzle_table.narrowed(self, lesson_table.narrowed(self, after, choices)),
            complete=complete,
        )

    def ahead(self, version: int, moves: Sequence[str]) -> tuple[tuple[Decision, ...], bool]:
        """A part of a stretch as decisions, and whether it is complete; Refusal if it is stale or not legal."""
        self.check_version(version)
        replay = stretch.played(self, moves)
        return replay.game.moves, stretch.is_complete(self, replay)

    def ask(self, ask: Ask) -> Answer:
        """Why something cannot be done after a part of a stretch."""
        self.check_version(ask.version)
        position = stretch.played(self, ask.moves).game.position
        why = lesson_table.foreign(self, position, ask) or views.why(position, ask.subject, ask.name)
        if why is None and self.lesson:
            why = lesson_table.why_not(self, position, ask, views.choices(position))
        return Answer(id=ask.id, version=self.version, why=why)

    def at(self, ply: int) -> Position:
        """The position after so many decisions."""
        if not 0 <= ply <= self.ply:
            raise self.refusal("table/ply", ply=ply, decisions=self.ply)
        return self.position if ply == self.ply else self.replayed(ply).game.position

    def replayed(self, ply: int) -> Replay:
        """The game after so many decisions, from its start."""
        replay = Replay(self.start)
        for move in self.log.moves[:ply]:
            replay.push(move)
        return replay

    def steps(self, since: int = 0) -> list[Step]:
        """The decisions from the one with this number on."""
        if since >= self.ply:
            return []
        known = self._recent.before(since)
        if known is None:
            return views.steps(self.start, self.log.moves, since, by=self.log.by)
        ply, position, turn = known.ply, known.position, known.turn
        return views.steps(position, self.log.moves[ply:], since, by=self.log.by, ply=ply, turn=turn)

    def state(self, since: int | None, yours: Collection[int], *, host: bool = False) -> State:
        """The state of the table since a version; a version that it has not reached counts as none."""
        known = since if since is not None and 0 <= since <= self.version else 0
        kept = self.log.kept_since(known)
        return State(
            version=self.version,
            ply=self.ply,
            moved=self.moved,
            table=self.info(),
            view=views.view(self.position),
            steps=self.steps(kept),
            since=kept,
            yours=sorted(yours),
            host=host,
            news=self.log.news_since(known),
            clocks=self.snapshot.timer.to_message(),
            pending=self.members.pending,
            chat=self.members.chat,
            lesson=lesson_table.view(self),
            puzzle=puzzle_table.view(self),
        )

    def choices(self) -> Choices | None:
        """What the mover may do; None if nobody is asked."""
        if self.snapshot.status != "playing":
            return None
        choices = lesson_table.narrowed(self, self.position, views.choices(self.position))
        choices = puzzle_table.narrowed(self, choices)
        return Choices(version=self.version, seat=self.position.mover, choices=choices)

    def info(self) -> TableInfo:
        return TableInfo(
            id=self.id,
            players=list(self.players),
            status=self.snapshot.status,
            origin=self.origin,
            version=self.version,
            created=self.created,
            changed=self.changed,
            mover=self.position.mover,
            points=list(scores(self.position)),
            start=self.first,
            options=self.options,
            parent=self.parent,
            next=self.members.next,
            lesson=self.lesson.partition(":")[0],
            step=self.snapshot.step,
            puzzle=self.puzzle.partition(":")[0],
        )
