"""The authority over one game: who sits there, what has been decided, and whether a stretch may be added.

A table knows no transport and no storage, and nothing here waits. A stretch is first proposed, which checks it and
changes nothing; whoever keeps the log stores it; then the table accepts it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from aquaromana.records import Line, Ply, Record
from aquaromana.records.replay import Replay
from aquaromana.rules import AquaError, Decision, Game, Phase, Position
from aquaromana.rules.scoring import scores
from aquaromana.server import views
from aquaromana.server.errors import Refusal
from aquaromana.server.messages import (
    Accepted,
    Answer,
    Ask,
    Choices,
    Play,
    Player,
    Preview,
    Previewed,
    State,
    Step,
    TableInfo,
)
from aquaromana.server.seating import Seating

__all__ = ["ID_LENGTH", "Entry", "Origin", "Refusal", "Seating", "Stretch", "Table"]

ID_LENGTH: Final = 64
"""Characters of the id of a message."""

Origin = Literal["new", "position", "import"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log."""

    ply: int
    seat: int
    move: Decision
    at: float
    by: str = ""
    """Who decided, if not the seat's own player."""
    intent: str = ""
    """The id of the Play that it came with."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Decisions of one seat that are made together or not at all, and what they lead to."""

    entries: tuple[Entry, ...]
    before: Position
    after: Position
    turn: int
    """The number of the turn that all its decisions belong to."""
    next_turn: int

    @property
    def seat(self) -> int:
        return self.entries[0].seat

    @property
    def ply(self) -> int:
        """The number of decisions before it."""
        return self.entries[0].ply

    @property
    def end(self) -> int:
        """The number of decisions after it."""
        return self.ply + len(self.entries)


class Table:
    """One game and those who play it. `position` never changes once it was handed out."""

    __slots__ = (
        "_by",
        "_intents",
        "_last",
        "changed",
        "created",
        "first",
        "id",
        "moves",
        "origin",
        "players",
        "position",
        "start",
        "turn",
    )

    def __init__(
        self,
        id: str,  # noqa: A002 - it is the table's id everywhere
        seatings: Sequence[Seating],
        start: Position,
        *,
        created: float,
        origin: Origin = "new",
    ) -> None:
        self.id = id
        self.players = tuple(seating.player(seat) for seat, seating in enumerate(seatings))
        self.start = start
        self.origin: Origin = origin
        self.created = self.changed = created
        self.first = 0
        """How many decisions came with the record that it continues."""
        self.position = start
        self.turn = Replay(start).turn
        """The number of the turn that the next decision belongs to."""
        self.moves: list[Decision] = []
        self._by: list[str] = []
        self._intents: dict[tuple[int, str], tuple[int, int]] = {}
        self._last: Stretch | None = None

    @property
    def version(self) -> int:
        """The number of decisions made."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        return self.position.phase is Phase.OVER

    @property
    def mover(self) -> Player:
        """Who is asked; when the game is over, whose turn it was."""
        return self.players[self.position.mover]

    @property
    def waits_for_bot(self) -> bool:
        return not self.is_over and self.mover.kind == "bot"

    def people(self) -> frozenset[int]:
        """The seats of persons."""
        return frozenset(player.seat for player in self.players if player.kind == "person")

    # What is done.

    def replay(self, entries: Iterable[Entry]) -> None:
        """Make decisions that were kept; RecordError, with the table unusable, if the rules do not know them."""
        replay = Replay(self.position)
        first = replay.turn
        for entry in entries:
            replay.play(entry.move)
            self._enter(entry)
        self.position = replay.game.position
        self.turn += replay.turn - first

    def _enter(self, entry: Entry) -> None:
        self.moves.append(entry.move)
        self._by.append(entry.by)
        self.changed = entry.at
        if entry.intent:
            known = self._intents.get((entry.seat, entry.intent))
            self._intents[entry.seat, entry.intent] = (known[0] if known else entry.ply, entry.ply + 1)

    def propose(self, play: Play, seats: Collection[int], *, at: float, by: str = "") -> Stretch | Accepted:
        """The stretch that a Play of somebody with these seats would add, or the answer that it had before.

        Raises Refusal; nothing is changed.
        """
        if not (1 <= len(play.id) <= ID_LENGTH and play.id.isprintable()):
            raise self._refusal("message/id", limit=ID_LENGTH)
        if play.seat not in seats:
            raise self._refusal("table/foreign-seat", seat=play.seat)
        if known := self._intents.get((play.seat, play.id)):
            return self._again(play, *known)
        self._check_version(play.version)
        if self.is_over:
            raise self._refusal("table/over")
        if play.seat != self.position.mover:
            raise self._refusal("table/not-your-turn", seat=play.seat, owner=self.position.mover)
        replay = self._played(play.moves)
        after = replay.game.position
        if not self._is_complete(replay):
            raise self._refusal("table/incomplete", seat=play.seat, asked=str(after.phase))
        entries = tuple(
            Entry(self.version + number, play.seat, move, at, by, play.id)
            for number, move in enumerate(replay.game.moves)
        )
        return Stretch(entries, self.position, after, self.turn, self._turn(replay))

    def _again(self, play: Play, begin: int, end: int) -> Accepted:
        made = [str(move) for move in self.moves[begin:end]]
        try:
            same = play.version == begin and [str(Decision(move)) for move in play.moves] == made
        except AquaError:
            same = False
        if not same:
            raise self._refusal("message/id-reused", seat=play.seat, id=play.id)
        return Accepted(id=play.id, version=end)

    def knows(self, stretch: Stretch) -> bool:
        """Whether this stretch, and not one like it, is in the log."""
        return self._intents.get((stretch.seat, stretch.entries[0].intent)) == (stretch.ply, stretch.end)

    def accept(self, stretch: Stretch) -> None:
        """Add a stretch that was proposed on this version and has been kept."""
        assert stretch.ply == self.version, "stretches are added one after the other"
        for entry in stretch.entries:
            self._enter(entry)
        self.position = stretch.after
        self._last = stretch
        self.turn = stretch.next_turn

    def _check_version(self, version: int) -> None:
        if version != self.version:
            raise self._refusal("table/stale", made=version, now=self.version)

    def _played(self, moves: Iterable[str]) -> Replay:
        """The game after a part of a stretch, at most a whole one."""
        replay = Replay(self.position)
        for move in moves:
            if self._is_complete(replay):
                raise self._refusal("table/too-many", decision=move[:40])
            try:
                replay.play(Decision(move))
            except AquaError as error:
                raise Refusal.by_rules(error, version=self.version) from None
        return replay

    def _is_complete(self, replay: Replay) -> bool:
        """Whether another seat is asked, a new turn begins, or the game is over."""
        if not replay.ply:
            return False
        game = replay.game
        return game.is_over or game.to_move != self.position.mover or self._turn(replay) != self.turn

    def _turn(self, replay: Replay) -> int:
        return self.turn + replay.turn - Replay(self.position).turn

    def _refusal(self, code: str, **args: str | int) -> Refusal:
        return Refusal.of(code, version=self.version, **args)

    # What is told.

    def preview(self, preview: Preview) -> Previewed:
        """What a part of a stretch would lead to."""
        self._check_version(preview.version)
        replay = self._played(preview.moves)
        after = replay.game.position
        complete = self._is_complete(replay)
        return Previewed(
            id=preview.id,
            version=self.version,
            moves=[str(move) for move in replay.game.moves],
            view=views.view(after),
            steps=_steps(self.position, replay.game.moves, ply=self.version, turn=self.turn),
            choices=[] if complete else views.choices(after),
            complete=complete,
        )

    def ask(self, ask: Ask) -> Answer:
        """Why something cannot be done after a part of a stretch."""
        self._check_version(ask.version)
        position = self._played(ask.moves).game.position
        return Answer(id=ask.id, version=self.version, why=views.why(position, ask.subject, ask.name))

    def at(self, ply: int) -> Position:
        """The position after so many decisions."""
        if not 0 <= ply <= self.version:
            raise self._refusal("table/ply", ply=ply, decisions=self.version)
        if ply == self.version:
            return self.position
        game = Game.from_position(self.start)
        for move in self.moves[:ply]:
            game.push(move)
        return game.position

    def steps(self, since: int = 0) -> list[Step]:
        """The decisions from the one with this number on."""
        if since >= self.version:
            return []
        last = self._last
        if last and since == last.ply and last.end == self.version:
            return _steps(last.before, self.moves[since:], ply=since, turn=last.turn, by=last.entries[0].by)
        return views.steps(self.start, self.moves, since, by=self._by)

    def state(self, since: int | None, yours: Collection[int]) -> State:
        """Where the table stands; a version that it has not reached counts as none."""
        since = since if since is not None and 0 <= since <= self.version else 0
        return State(
            version=self.version,
            table=self.info(),
            view=views.view(self.position),
            steps=self.steps(since),
            since=since,
            yours=sorted(yours),
        )

    def choices(self) -> Choices | None:
        """What the mover may do; None if the game is over."""
        if self.is_over:
            return None
        return Choices(version=self.version, seat=self.position.mover, choices=views.choices(self.position))

    def info(self) -> TableInfo:
        return TableInfo(
            id=self.id,
            players=list(self.players),
            status="over" if self.is_over else "playing",
            origin=self.origin,
            version=self.version,
            created=self.created,
            changed=self.changed,
            mover=self.position.mover,
            points=list(scores(self.position)),
            start=self.first,
        )

    def record(self, source: Record | None = None) -> Record:
        """The game as a record; one that continues another keeps what that one tells."""
        tags = dict(source.tags) if source else {}
        tags.setdefault("Date", dt.datetime.fromtimestamp(self.created).astimezone().date().isoformat())
        for player in self.players:
            for tag, value in ((f"Seat{player.seat}", player.name), (f"Bot{player.seat}", player.bot)):
                tags.pop(tag, None)
                if value:
                    tags[tag] = value
        told = source.line if source else Line()
        made = [
            Ply(move, comment=f"decided by {by}" if by else "")
            for move, by in zip(self.moves[self.first :], self._by[self.first :], strict=True)
        ]
        result = scores(self.position) if self.is_over else None
        return Record(self.start, Line((*told.plies, *made), told.comment), tags, result)


def _steps(before: Position, moves: Iterable[Decision], *, ply: int, turn: int, by: str = "") -> list[Step]:
    """The decisions of one stretch."""
    game = Game.from_position(before)
    result = []
    for number, move in enumerate(moves):
        earlier = game.position
        game.push(move)
        result.append(views.step(earlier, move, game.position, ply=ply + number, turn=turn, by=by))
    return result
