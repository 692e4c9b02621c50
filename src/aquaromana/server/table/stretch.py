"""Stretches at a table: playing a part of one, and where the latest ones began."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from aquaromana.records.replay import Replay
from aquaromana.rules import AquaError, Decision, Position
from aquaromana.server.errors import Refusal
from aquaromana.server.table import lesson_table, puzzle_table

if TYPE_CHECKING:
    from aquaromana.server.table.table_state import TableState

RECENT: Final = 16
"""Maximum number of stretches whose beginnings are remembered until they are broadcast."""


def played(table: TableState, moves: Iterable[str], *, by_person: bool = True) -> Replay:
    """The game after a part of a stretch, at most a whole one; a lesson limits persons only."""
    lesson_table.check_current(table)
    replay = Replay(table.position, table.snapshot.turn)
    for move in moves:
        if is_complete(table, replay):
            raise table.refusal("table/too-many", decision=move[:40])
        try:
            if by_person:
                lesson_table.check_decision(table, replay.game.position, move)
                puzzle_table.check_try(table)
            replay.play(Decision(move))
        except AquaError as error:
            raise Refusal.by_rules(error, version=table.version) from None
    return replay


def is_complete(table: TableState, replay: Replay) -> bool:
    """Whether another seat is asked, a new turn begins, or the game is over."""
    if not replay.ply:
        return False
    game = replay.game
    return game.is_over or game.to_move != table.position.mover or replay.turn != table.snapshot.turn


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where a stretch began."""

    ply: int
    """The number of decisions before it."""
    position: Position
    turn: int


class RecentStretches:
    """Where the latest stretches began, so that their steps need not be computed from the start of the game."""

    __slots__ = ("_beginnings",)

    def __init__(self) -> None:
        self._beginnings: deque[Beginning] = deque(maxlen=RECENT)

    def add(self, ply: int, position: Position, turn: int) -> None:
        self._beginnings.append(Beginning(ply, position, turn))

    def before(self, ply: int) -> Beginning | None:
        """The latest beginning that is not after so many decisions."""
        return next((begin for begin in reversed(self._beginnings) if begin.ply <= ply), None)

    def clear(self) -> None:
        self._beginnings.clear()

    def keep_last(self) -> None:
        """Everything was broadcast: where the last stretch began is enough."""
        while len(self._beginnings) > 1:
            self._beginnings.popleft()
