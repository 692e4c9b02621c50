"""The bot that knows the rules and nothing else."""

from __future__ import annotations

from random import Random

from aquaromana.bots.bot import Seed, demand_choice, plain_seed
from aquaromana.engine import Budget, OnReport
from aquaromana.rules import Decision, Game


class RandomBot:
    """Chooses evenly among the legal decisions; the same seed chooses the same ones. It needs no budget."""

    name = "random"

    def __init__(self, seed: Seed = None) -> None:
        self._random = Random(plain_seed(seed))

    def choose(
        self,
        game: Game,
        budget: Budget | None = None,  # noqa: ARG002 (it does not think)
        on_report: OnReport | None = None,  # noqa: ARG002
    ) -> Decision:
        demand_choice(game)
        return self._random.choice(game.legal_moves())

    def stop(self) -> None:
        """Nothing to end."""
