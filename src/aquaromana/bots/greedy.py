"""The bot that plans one stretch and looks no further."""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random
from typing import Final

from aquaromana.bots.bot import Seed, demand_choice, plain_seed
from aquaromana.engine import Budget, OnReport
from aquaromana.engine.formula import empty_squares, outlook
from aquaromana.rules import Decision, Game, Phase, Position
from aquaromana.rules.geometry import NEIGHBOR
from aquaromana.rules.layout import AQUEDUCTS
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.scoring import scores
from aquaromana.rules.turn import apply, podium_for

_WIDTH: Final = 8
"""Sequences that are followed on from each decision of the stretch to the next, the best ones."""

_BASE: Final = 0.5
_ROOM: Final = 0.5
_SIGHT: Final = 0.5
"""Points that an open aqueduct promises, for each empty square near the one it faces, for each builder in sight."""

_TURNS: Final = 3
"""Turns that an aqueduct needs to keep its promise."""

_DUE: Final = 0.5
"""Points that a builder from the reserve is worth."""

_RIVAL: Final = 0.5
"""Points that a rival's point counts."""

_REPEATED: Final = (Phase.RESERVE, Phase.CLAIM)
"""The phases that can occur several times in a turn."""


@dataclass(frozen=True, slots=True)
class _Sequence:
    score: float
    position: Position
    decisions: tuple[Decision, ...]


class GreedyBot:
    """Tries the decisions of its own stretch, and makes those with the best outcome.

    Where there are very many sequences it follows only the best at each decision. The same seed makes the same
    choices among equals.
    """

    name = "greedy"

    def __init__(self, seed: Seed = None) -> None:
        self._random = Random(plain_seed(seed))
        self._stopped = False

    def choose(
        self,
        game: Game,
        budget: Budget | None = None,
        on_report: OnReport | None = None,  # noqa: ARG002 (it is done before anybody could read it)
    ) -> Decision:
        demand_choice(game)
        seconds = None if budget is None else Budget.demand(budget).seconds
        end = None if seconds is None else time.perf_counter() + seconds
        self._stopped = False
        legal = game.legal_moves()
        return legal[0] if len(legal) == 1 else self._best(game.position, end)

    def stop(self) -> None:
        self._stopped = True

    def _best(self, start: Position, end: float | None) -> Decision:
        """The first decision of the best sequence; when time is up, of the best that was found until then."""
        seat = start.mover
        best: _Sequence | None = None
        open_ = [_Sequence(0.0, start, ())]
        while open_:
            further: list[_Sequence] = []
            for sequence in open_:
                for decision in self._shuffled(legal_decisions(sequence.position)):
                    after = sequence.position.copy()
                    apply(after, decision)
                    longer = _Sequence(standing(after, seat), after, (*sequence.decisions, decision))
                    if _goes_on(sequence.position, after):
                        further.append(longer)
                    elif best is None or longer.score > best.score:
                        best = longer
                    if self._stopped or (end is not None and time.perf_counter() >= end):
                        found = best or max(further, key=lambda each: each.score)
                        return found.decisions[0]
            further.sort(key=lambda each: -each.score)
            open_ = further[:_WIDTH]
        assert best is not None, "every stretch ends"
        return best.decisions[0]

    def _shuffled(self, legal: tuple[Decision, ...]) -> list[Decision]:
        return self._random.sample(legal, len(legal))


def _goes_on(before: Position, after: Position) -> bool:
    """Whether the same seat decides again in the same turn; where the rivals have left the board, turns follow too."""
    if after.mover != before.mover or after.phase is Phase.OVER:
        return False
    return after.phase > before.phase or (after.phase == before.phase and after.phase in _REPEATED)


def standing(position: Position, seat: int) -> float:
    """How well a seat stands, in points: what it has and what its open aqueducts promise, less the rivals' part."""
    layout = position.layout
    values = [points + _DUE * due for points, due in zip(scores(position), position.due, strict=True)]
    empty = empty_squares(position)
    turns = empty.bit_count() / layout.players
    for owner in range(layout.players):
        if own := position.own(owner):
            tempo = min(turns / (_TURNS * own.bit_count()), 1.0)
            values[owner] += sum([_promise(position, i, empty, tempo) for i in range(AQUEDUCTS) if own >> i & 1])
    return (1 + _RIVAL) * values[seat] - _RIVAL * sum(values)


def _promise(position: Position, aqueduct: int, empty: int, tempo: float) -> float:
    """What an aqueduct is worth: its podium now, and what it may still grow while it is open."""
    value: float = podium_for(position, position.lengths[aqueduct])
    if position.blocked >> aqueduct & 1:
        return value
    end = position.ends[aqueduct]
    room, sight = outlook(position, end, NEIGHBOR[end] >> 2, empty)
    return value + (_BASE + _ROOM * room + _SIGHT * sight) * tempo
