"""A record as a value: the start, the decisions with comments and variations, the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from aquaromana.records.errors import RecordError, reason, shown
from aquaromana.records.header import checked_tags, result_text
from aquaromana.records.replay import Replay, Step, Stretch, stretches
from aquaromana.rules import Decision, Game, Layout, Position
from aquaromana.rules.display import Shown

DEPTH: Final = 64
"""How deep variations may lie in each other; it keeps every walk through a record far from Python's own limit."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One decision, with what is said about it. The variations replace it: each begins where it was made."""

    move: Decision
    hash: int | None = None
    """The state hash after the decision, if the record states it."""
    comment: str = ""
    variations: tuple[Line, ...] = ()
    where: tuple[int, int] | None = field(default=None, compare=False, repr=False)
    """Line and column in the text it was read from."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "move", Decision(self.move))
        object.__setattr__(self, "variations", tuple(self.variations))
        if not all(variation.plies for variation in self.variations):
            raise RecordError(reason("record/empty-variation"))
        if self.hash is not None and not 0 <= self.hash < 1 << 64:
            raise RecordError(reason("record/hash", found=shown(str(self.hash))))


@dataclass(frozen=True, slots=True)
class Line:
    """A line of decisions: the main line or a variation. The comment stands before the first of them."""

    plies: tuple[Ply, ...] = ()
    comment: str = ""
    depth: int = field(init=False, default=0, compare=False, repr=False)
    """How deep variations lie in each other here."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "plies", tuple(self.plies))
        depth = max((line.depth + 1 for ply in self.plies for line in ply.variations), default=0)
        if depth > DEPTH:
            raise RecordError(reason("record/too-deep", limit=DEPTH))
        object.__setattr__(self, "depth", depth)

    @classmethod
    def of(cls, moves: Iterable[Decision | str], comment: str = "") -> Self:
        """A line of bare decisions."""
        return cls(tuple(Ply(Decision(move)) for move in moves), comment)

    @property
    def moves(self) -> tuple[Decision, ...]:
        return tuple(ply.move for ply in self.plies)


@dataclass(frozen=True, slots=True)
class Record(Shown):
    """A record of one game. Nothing in it is proven until `verify` has been over it; `replace` makes changed copies.

    Players and layout are those of the start. The tags are those that do not follow from the other fields: ``Event``,
    ``Site``, ``Date``, ``Seat0`` …, ``Bot0`` … and any others. They cannot be changed: `with_tags` makes a copy.
    """

    start: Position
    line: Line = Line()
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    result: tuple[int, ...] | None = None
    """The points of all seats as the record states them; None for a game that is not finished."""
    result_where: tuple[int, int] | None = field(default=None, compare=False, repr=False)
    """Line and column of the result in the text it was read from."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", checked_tags(self.tags, self.players))
        if self.result is None:
            return
        object.__setattr__(self, "result", tuple(self.result))
        if len(self.result) != self.players or not all(0 <= points < 10_000 for points in self.result):
            text, example = shown(result_text(self.result)), "-".join(["20"] * self.players)
            raise RecordError(reason("record/result", result=text, players=self.players, example=example))

    @classmethod
    def from_game(cls, game: Game, **tags: str) -> Self:
        """The record of a game as far as it has been played."""
        return cls(game.start, Line.of(game.moves), tags, game.scores() if game.is_over else None)

    @property
    def players(self) -> int:
        return self.start.players

    @property
    def layout(self) -> Layout:
        return self.start.layout

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where, by the tags ``Seat0`` …; empty where nothing is said."""
        return tuple(self.tags.get(f"Seat{seat}", "") for seat in range(self.players))

    @property
    def moves(self) -> tuple[Decision, ...]:
        """The decisions of the main line."""
        return self.line.moves

    @property
    def is_finished(self) -> bool:
        """Whether the record states a result."""
        return self.result is not None

    def game(self, ply: int | None = None) -> Game:
        """The game after all decisions of the main line, or after the first `ply` of them.

        Raises RecordError for an illegal decision, and IndexError if there are not as many.
        """
        moves = self.moves
        if ply is not None:
            if not 0 <= ply <= len(moves):
                raise IndexError(f"the record has {len(moves)} decisions, not {ply}")
            moves = moves[:ply]
        replay = Replay(self.start)
        for move in moves:
            replay.follow(move)
        return replay.game

    def until(self, ply: int) -> Self:
        """The record of the first decisions, without a result unless these are all."""
        if ply == len(self.moves):
            return self
        return replace(self, line=replace(self.line, plies=self.line.plies[:ply]), result=None)

    def steps(self) -> Iterator[Step]:
        """The decisions of the main line with turn, seat and the position after each."""
        return Replay(self.start).steps(self.moves)

    def positions(self) -> Iterator[Position]:
        """The start, and the position after each decision of the main line; do not change them."""
        yield self.start
        for step in self.steps():
            yield step.position

    def stretches(self) -> Iterator[Stretch]:
        """The main line by the decisions that one seat makes in a row (R7)."""
        return stretches(self.steps())

    def with_tags(self, **tags: str) -> Self:
        """A copy with these tags added or changed."""
        return replace(self, tags={**self.tags, **tags})

    def annotated(self, ply: int, *, comment: str | None = None, variation: Line | None = None) -> Self:
        """A copy in which a decision of the main line has another comment or one more variation."""
        old = self.line.plies[ply]
        new = replace(
            old,
            comment=old.comment if comment is None else comment,
            variations=old.variations if variation is None else (*old.variations, variation),
        )
        plies = list(self.line.plies)
        plies[ply] = new
        return replace(self, line=replace(self.line, plies=tuple(plies)))
