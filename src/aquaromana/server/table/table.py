"""The authority over one game: its members, its log, and whether a change is allowed.

A table knows neither transport nor storage, and nothing here awaits. A change is first proposed, which validates it and
changes nothing; then it is stored; then the table accepts it. A change is a stretch of decisions or a list of events;
each of its entries raises the version, and a proposal made on too old a version is refused (optimistic version check).
Messages are idempotent: a repeated id gets the first answer again.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Final

from aquaromana.records.replay import Replay, first_turn
from aquaromana.rules import AquaError, Decision, Position
from aquaromana.rules.notation import parse_position
from aquaromana.rules.scoring import scores
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import views
from aquaromana.server.protocol.events import Began, Event, Stepped, TakenBack, Tried
from aquaromana.server.protocol.game import Step
from aquaromana.server.protocol.messages import Accepted, Answer, Ask, Choices, Play, Preview, Previewed, State
from aquaromana.server.protocol.table_info import Options, Origin, Player, TableInfo
from aquaromana.server.table import lesson_table, puzzle_table
from aquaromana.server.table.changes import Change, LogEntry, Snapshot
from aquaromana.server.table.clocks import Timer
from aquaromana.server.table.ids import OURS
from aquaromana.server.table.log import Handled, Log
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Opening, Seating

ID_LENGTH: Final = 64
"""Characters of the id of a message."""

RECENT: Final = 16
"""Stretches, at most, of which it is remembered where they began until they were broadcast."""

AS_USUAL: Final = Options()


class Table:
    """One game and its members. A snapshot never changes once it was handed out."""

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
        """The table that it goes on from."""
        self.lesson = lesson if origin != "puzzle" else ""
        """The lesson that is given there, with its version."""
        self.puzzle = lesson if origin == "puzzle" else ""
        """The puzzle that is solved there, with its version."""
        self.created = self.changed = created
        self.first = 0
        """How many decisions came with the record that it continues."""
        self.log = Log()
        self._recent: deque[tuple[int, Position, int]] = deque(maxlen=RECENT)
        """Where those stretches began: the decisions before, the position, the turn."""
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

    # Changes: propose, accept, replay.

    def replay(self, entries: Iterable[LogEntry]) -> None:
        """Add lines that were kept; AquaError, with the table unusable, if the rules do not know them."""
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

    def accept(self, change: Change) -> None:
        """Add a change that was proposed on this version and has been kept."""
        assert change.version == self.version, "changes are added one after the other"
        if isinstance(change.entries[0].made, Decision):
            self._recent.append((self.ply, change.before.position, change.before.turn))
        for entry in change.entries:
            self._enter(entry, change.after)

    def _enter(self, entry: LogEntry, snapshot: Snapshot) -> None:
        self.log.enter(entry)
        if isinstance(entry.made, TakenBack | Stepped):
            self._recent.clear()
        if isinstance(entry.made, Stepped):
            self.start = snapshot.position
        self.snapshot = snapshot
        self.changed = entry.at

    def _happened(self, before: Snapshot, entry: LogEntry, event: Event) -> Snapshot:
        """The standing after an event."""
        after = replace(before, members=before.members.after(event))
        if isinstance(event, TakenBack):
            replay = self._replayed(event.ply)
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

    def propose(self, play: Play, seats: Collection[int], *, at: float, by: str | None = None) -> Change | Accepted:
        """The change that a Play of somebody with these seats would be, or the answer that it had before.

        `by` is the bot that decides, empty for the one that the table knows of, None for persons. Raises Refusal;
        nothing is changed.
        """
        self.check_id(play.id)
        if play.seat not in seats:
            raise self.refusal("table/foreign-seat", seat=play.seat)
        if known := self.log.handled(play.seat, play.id):
            return self._again(play, known)
        self._check_version(play.version)
        before = self.snapshot
        self.check_playing()
        if play.seat != before.position.mover:
            raise self.refusal("table/not-your-turn", seat=play.seat, owner=before.position.mover)
        if (by is None) == bool(before.members.decider(play.seat) or puzzle_table.is_shown(self)):
            raise self.refusal("table/stood-in" if by is None else "table/not-stood-in", seat=play.seat)
        replay = self._played(play.moves, by_person=by is None)
        position = replay.game.position
        if not self._is_complete(replay):
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
        """The change that events would be, which are known to be right."""
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
        """The answer that a message other than Play had before."""
        known = self.log.handled(seat, intent)
        if known is None:
            return None
        if known.moves:
            raise self.refusal("message/id-reused", seat=seat, id=intent)
        return Accepted(id=intent, version=known.end)

    # Checks and refusals.

    def check_id(self, intent: str) -> None:
        if not (1 <= len(intent) <= ID_LENGTH and intent.isprintable()) or intent.startswith(OURS):
            raise self.refusal("message/id", limit=ID_LENGTH)

    def check_playing(self) -> None:
        if self.is_over:
            raise self.refusal("table/over")
        if self.members.waiting:
            raise self.refusal("table/waiting")

    def _check_version(self, version: int) -> None:
        if not self.moved <= version <= self.version:
            raise self.refusal("table/stale", made=version, now=self.version)

    def refusal(self, code: str, **args: str | int) -> Refusal:
        return Refusal.of(code, version=self.version, **args)

    def _played(self, moves: Iterable[str], *, by_person: bool = True) -> Replay:
        """The game after a part of a stretch, at most a whole one; a lesson limits persons only."""
        lesson_table.check_current(self)
        replay = Replay(self.position, self.snapshot.turn)
        for move in moves:
            if self._is_complete(replay):
                raise self.refusal("table/too-many", decision=move[:40])
            try:
                if by_person:
                    lesson_table.check_decision(self, replay.game.position, move)
                    puzzle_table.check_try(self)
                replay.play(Decision(move))
            except AquaError as error:
                raise Refusal.by_rules(error, version=self.version) from None
        return replay

    def _is_complete(self, replay: Replay) -> bool:
        """Whether another seat is asked, a new turn begins, or the game is over."""
        if not replay.ply:
            return False
        game = replay.game
        return game.is_over or game.to_move != self.position.mover or replay.turn != self.snapshot.turn

    # Views: previews, answers, state.

    def forget(self) -> None:
        """Everything was broadcast: where the last stretch began is enough to remember."""
        while len(self._recent) > 1:
            self._recent.popleft()

    def preview(self, preview: Preview) -> Previewed:
        """What a part of a stretch would lead to."""
        self._check_version(preview.version)
        replay = self._played(preview.moves)
        after = replay.game.position
        complete = self._is_complete(replay)
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
        self._check_version(version)
        replay = self._played(moves)
        return replay.game.moves, self._is_complete(replay)

    def ask(self, ask: Ask) -> Answer:
        """Why something cannot be done after a part of a stretch."""
        self._check_version(ask.version)
        position = self._played(ask.moves).game.position
        why = lesson_table.foreign(self, position, ask) or views.why(position, ask.subject, ask.name)
        if why is None and self.lesson:
            why = lesson_table.why_not(self, position, ask, views.choices(position))
        return Answer(id=ask.id, version=self.version, why=why)

    def at(self, ply: int) -> Position:
        """The position after so many decisions."""
        if not 0 <= ply <= self.ply:
            raise self.refusal("table/ply", ply=ply, decisions=self.ply)
        return self.position if ply == self.ply else self._replayed(ply).game.position

    def _replayed(self, ply: int) -> Replay:
        replay = Replay(self.start)
        for move in self.log.moves[:ply]:
            replay.push(move)
        return replay

    def steps(self, since: int = 0) -> list[Step]:
        """The decisions from the one with this number on."""
        if since >= self.ply:
            return []
        known = next((begin for begin in reversed(self._recent) if begin[0] <= since), None)
        if known is None:
            return views.steps(self.start, self.log.moves, since, by=self.log.by)
        ply, position, turn = known
        return views.steps(position, self.log.moves[ply:], since, by=self.log.by, ply=ply, turn=turn)

    def state(self, since: int | None, yours: Collection[int], *, host: bool = False) -> State:
        """Where the table stands; a version that it has not reached counts as none."""
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
