"""Divides the budget of a stretch among its decisions; what is left is redistributed at each of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from aquaromana.engine.budget import Budget
from aquaromana.engine.report import Report
from aquaromana.rules import Game, Phase, Position
from aquaromana.rules.position import HAND

_PLACE: Final = 1.0
_BUILD: Final = 4.0
_EXTRA: Final = 2.0
_CLOSE: Final = 2.0
_CLAIM: Final = 0.5
"""How much thought a decision deserves beside the others of its stretch."""

_LEAST: Final = 0.001
"""Seconds given to a decision when the stretch has none left."""


def portion(position: Position) -> float:
    """The part of what is left for a stretch that the decision to make now deserves."""
    seat = position.mover
    held = sum(position.held[seat * HAND : seat * HAND + HAND])
    match position.phase:
        case Phase.RESERVE:
            return _PLACE / (held * _PLACE + _BUILD + _CLOSE)
        case Phase.BUILD:
            return _BUILD / (_BUILD + _CLOSE)
        case Phase.EXTRA:
            return _EXTRA / (_EXTRA + _CLOSE)
        case Phase.CLOSE:
            return _CLOSE / (_CLOSE + _CLAIM)
        case Phase.CLAIM:
            due = position.due[seat]
            whole = due * _CLAIM
            if seat == (position.turn + 1) % position.players and sum(position.due) == due:  # the own turn follows
                whole += (held + due) * _PLACE + _BUILD + _CLOSE
            return _CLAIM / whole
        case _:
            return 1.0


class Allowance:
    """Keeps account of one seat's stretches; what a decision did not use is there for the next ones."""

    def __init__(self) -> None:
        self._budget: Budget | None = None
        self._opened: Game | None = None
        self._seconds = 0.0
        self._playouts = 0

    def grant(self, game: Game, budget: Budget) -> Budget:
        """The budget for the decision to make now."""
        if Budget.demand(budget).per == "decision":
            return budget
        if budget != self._budget or not self._same_stretch(game):
            self._budget, self._opened = budget, game.copy()
            self._seconds, self._playouts = 0.0, 0
        part = portion(game.position)
        seconds = None if budget.seconds is None else max((budget.seconds - self._seconds) * part, _LEAST)
        playouts = None if budget.playouts is None else max(int((budget.playouts - self._playouts) * part), 1)
        return replace(budget, seconds=seconds, playouts=playouts, per="decision")

    def spend(self, report: Report) -> None:
        """Note what the decision took."""
        self.note(report.seconds, report.playouts)

    def note(self, seconds: float, playouts: int) -> None:
        """The same, where there is no report."""
        self._seconds += seconds
        self._playouts += playouts

    def _same_stretch(self, game: Game) -> bool:
        """Whether only the seat to move has decided since the account was opened.

        Who is left alone on the board gets a new account every turn.
        """
        opened = self._opened
        if opened is None or opened.start != game.start:
            return False
        known = len(opened.moves)
        if game.moves[:known] != opened.moves:
            return False
        if game.phase <= Phase.BUILD and any(move.type in {"build", "move"} for move in game.moves[known:]):
            return False
        line = game.copy()
        seats = {game.to_move}
        while len(line.moves) > known:
            line.pop()
            seats.add(line.to_move)
        return len(seats) == 1
