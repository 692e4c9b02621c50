"""Replaying decisions with the turn and the seat of each, grouped into stretches (R7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from aquaromana.records.errors import RecordError
from aquaromana.rules import AquaError, Decision, Game, Phase, Position


@dataclass(frozen=True, slots=True)
class Step:
    """One decision of the main line, in its place."""

    ply: int
    """The number of decisions before it."""
    turn: int
    """0 in the set-up; then the turns are counted from 1, those of seats without workmen included (R6.1)."""
    seat: int
    """Who decides; inside another seat's turn that is a claim (R5.3)."""
    move: Decision
    position: Position
    """The state after it; do not change it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """All decisions that one seat makes in a row (R7). Its last ones can belong to the next turn."""

    seat: int
    steps: tuple[Step, ...]

    @property
    def ply(self) -> int:
        """The number of decisions before it."""
        return self.steps[0].ply

    @property
    def turn(self) -> int:
        """The turn in which it begins."""
        return self.steps[0].turn

    @property
    def moves(self) -> tuple[Decision, ...]:
        return tuple(step.move for step in self.steps)


def first_turn(start: Position) -> int:
    """The number of the turn with which a record begins."""
    return 0 if start.phase is Phase.SETUP else 1


class Replay:
    """A game that counts its turns. `play` checks, `follow` checks a record's decisions, `push` trusts."""

    __slots__ = ("_turns", "game")

    def __init__(self, start: Position, turn: int | None = None) -> None:
        """`turn` is the number of the turn at the start, where that is not the beginning of the game."""
        self.game = Game.from_position(start)
        self._turns = [first_turn(start) if turn is None else turn]

    @property
    def turn(self) -> int:
        """The turn to which the next decision belongs."""
        return self._turns[-1]

    @property
    def seat(self) -> int:
        """The seat that makes the next decision."""
        return self.game.to_move

    @property
    def ply(self) -> int:
        """The number of decisions so far."""
        return len(self._turns) - 1

    def play(self, move: Decision) -> None:
        """Make a decision; an illegal one raises IllegalMove."""
        before = self.game.position
        self.game.play(move)
        self._turns.append(_turn_after(self.turn, before, self.game.position))

    def follow(self, move: Decision) -> None:
        """Make a decision of a record; an illegal one raises RecordError with the rules' reason and the ply."""
        try:
            self.play(move)
        except AquaError as error:
            raise RecordError(error.reason, ply=self.ply) from None

    def push(self, move: Decision) -> None:
        """Make a decision that is known to be legal: nothing is checked."""
        before = self.game.position
        self.game.push(move)
        self._turns.append(_turn_after(self.turn, before, self.game.position))

    def undo(self) -> None:
        self.game.pop()
        self._turns.pop()

    def steps(self, moves: Iterable[Decision]) -> Iterator[Step]:
        """Play the decisions, and tell of each."""
        for move in moves:
            ply, turn, seat = self.ply, self.turn, self.seat
            self.follow(move)
            yield Step(ply, turn, seat, move, self.game.position)


def _turn_after(turn: int, before: Position, after: Position) -> int:
    """The number of the turn after a decision: a turn begins with RESERVE or BUILD."""
    if after.phase not in (Phase.RESERVE, Phase.BUILD):
        return turn
    if before.phase is Phase.SETUP:
        return 1
    if before.phase is Phase.RESERVE and before.turn == after.turn:
        return turn
    return turn + ((after.turn - before.turn) % after.players or after.players)


def stretches(steps: Iterable[Step]) -> Iterator[Stretch]:
    """The steps, grouped by the seat that makes them in a row."""
    for seat, group in groupby(steps, key=lambda step: step.seat):
        yield Stretch(seat, tuple(group))
