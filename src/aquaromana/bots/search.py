"""The searching bot at five levels, from a beginner to the best that two seconds per turn on one core can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Final

from aquaromana.bots.bot import BotError, Seed, demand_choice, seed_number
from aquaromana.engine import Allowance, Budget, OnnxNetwork, OnReport, Params, Search
from aquaromana.rules import Decision, Game


@dataclass(frozen=True, slots=True)
class Level:
    """How strong a bot is: what it overlooks and how long it thinks."""

    title: str
    budget: Budget
    params: Params = field(default_factory=Params)


def _weak(overlook: float) -> Params:
    """A player who overlooks some decisions, however long they think, and most of those that look odd."""
    return Params(overlook=overlook, prior_floor=0, widen_from=3, widen_factor=0.5)


LEVELS: Final = {
    1: Level("beginner", Budget(playouts=8), _weak(0.6)),
    2: Level("casual", Budget(playouts=30), _weak(0.3)),
    3: Level("experienced", Budget(playouts=150), _weak(0.1)),
    4: Level("strong", Budget(playouts=1500, seconds=1)),
    5: Level("best", Budget(seconds=2, per="stretch")),
}
"""Provisional. The budgets of 1 to 4 are playouts, so that these levels play alike on every machine."""


KNOBS: Final = tuple(knob.name for knob in fields(Params))
"""What can be turned for a match; see `Params`."""


class SearchBot:
    """Thinks with the engine; the same seed plays the same on one thread with a budget of playouts."""

    def __init__(
        self,
        level: int = 5,
        *,
        budget: Budget | None = None,
        seed: Seed = None,
        threads: int = 1,
        knobs: Mapping[str, float] | None = None,
    ) -> None:
        if level not in LEVELS:
            raise BotError(f"The search bot has the levels {min(LEVELS)} to {max(LEVELS)}, not {level}.")
        try:
            params = replace(LEVELS[level].params, **(knobs or {}))
        except ValueError as error:
            raise BotError(str(error)) from None
        turned = "".join(f",{name}={value:g}" for name, value in (knobs or {}).items())
        self._think(f"search:{level}{turned}", budget, LEVELS[level].budget)
        self._search = Search(params=params, seed=seed_number(seed), threads=threads)

    def _think(self, name: str, budget: Budget | None, otherwise: Budget) -> None:
        """What it is called, and how long it thinks."""
        self._name = name + (f"@{budget}" if budget is not None else "")
        self._budget = budget or otherwise
        self._allowance = Allowance()

    @property
    def name(self) -> str:
        return self._name

    def choose(self, game: Game, budget: Budget | None = None, on_report: OnReport | None = None) -> Decision:
        demand_choice(game)
        granted = self._allowance.grant(game, budget or self._budget)
        report = self._search.think(game, granted, on_report)
        self._allowance.spend(report)
        return report.best

    def stop(self) -> None:
        self._search.stop()


class NetworkBot(SearchBot):
    """Thinks like the best level, but a network judges the leaves; NetworkError if the model cannot be used."""

    def __init__(self, model: str, *, budget: Budget | None = None, seed: Seed = None) -> None:
        self._think(f"network:{model}", budget, LEVELS[max(LEVELS)].budget)
        network = OnnxNetwork.load(model)
        self._search = Search(evaluator="network", network=network, seed=seed_number(seed))
