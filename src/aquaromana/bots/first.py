"""The bot that makes the first decision it finds."""

from __future__ import annotations

from aquaromana.bots.bot import Seed
from aquaromana.engine import Budget, OnReport
from aquaromana.rules import Decision, Game, Phase, Position
from aquaromana.rules.legal import legal_decisions
from aquaromana.rules.moves import NOTHING
from aquaromana.rules.turn import apply


class FirstBot:
    """Makes the first decision, in the order of the rules, that closes none of its own aqueducts; a baseline.

    It has no dice: it decides alike whenever it sees the same position.
    """

    name = "first"

    def __init__(self, seed: Seed = None) -> None:
        """The seed is not used."""

    def choose(
        self,
        game: Game,
        budget: Budget | None = None,  # noqa: ARG002 (it does not think)
        on_report: OnReport | None = None,  # noqa: ARG002
    ) -> Decision:
        position = game.position
        legal = legal_decisions(position)
        return next((decision for decision in legal if not closes_own(position, decision)), legal[0])

    def stop(self) -> None:
        """Nothing to end."""


def closes_own(position: Position, decision: Decision) -> bool:
    """Whether a decision ends an aqueduct of the seat that makes it, by choice or by a tile."""
    if position.phase is Phase.CLOSE:
        return decision != NOTHING
    if position.phase not in {Phase.BUILD, Phase.EXTRA}:
        return False
    owned = position.layout.owned[position.mover]
    after = position.copy()
    apply(after, decision)
    return bool(_running(position, owned) & ~_running(after, owned))


def _running(position: Position, owned: int) -> int:
    """The aqueducts among those owned through which the water can still run on."""
    return position.on_board & owned & ~position.blocked
