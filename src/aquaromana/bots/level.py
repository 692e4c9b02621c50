"""The levels for people: each is a searching bot, and how reliably it picks what it found best."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from aquaromana.bots.bot import Bot, Seed, seed_number
from aquaromana.bots.first import closes_own
from aquaromana.engine import Budget, OnReport, Report
from aquaromana.engine.dice import Dice
from aquaromana.rules import Decision, Game


@dataclass(frozen=True, slots=True)
class Level:
    """One rung of the ladder."""

    title: str
    bot: str
    """The bot that searches, with its budget, by its name in the registry; it has to send reports."""
    doubt: float = 0.0
    """How readily it takes something else than it found best: 0 never, 1 in proportion to the visits, 30 anything."""
    duel: str = ""
    """Its budget with two players, if it has another one there."""

    @property
    def budget(self) -> Budget:
        """How long it thinks, if `duel` says nothing else."""
        return Budget.parse(self.bot.partition("@")[2])

    def budget_for(self, players: int) -> Budget:
        """How long it thinks at a table of this size."""
        return Budget.parse(self.duel) if self.duel and players == 2 else self.budget


LEVELS: Final[Mapping[int, Level]] = {
    1: Level("newcomer", "search:5@6", doubt=30),
    2: Level("apprentice", "search:5@16", doubt=1.33),
    3: Level("helper", "search:5@24", doubt=0.77),
    4: Level("mason", "search:5@35", doubt=0.44),
    5: Level("overseer", "search:5@62", doubt=0.25),
    6: Level("surveyor", "search:5@138", doubt=0.115),
    7: Level("engineer", "search:5@350"),
    8: Level("architect", "search:5@900"),
    9: Level("master builder", "search:5@2200/2s"),
    10: Level("aedile", "search:5@6000/2s"),
    11: Level("consul", "search:5@17000/2s"),
    12: Level("emperor", "champion@20000/2s", duel="700/2s"),
}
"""All levels, easiest first: the one place that says what they are. Above them is the champion at full strength.

Budgets are playouts where the time allows it, so that a level plays alike on every machine; seconds are for slow ones.
`docs/strength.md` has how they score against each other: with two players each beats the one below in 65 to 80 % of the
games. A level is changed by its line alone; `aqua arena --next level:1 level:2 …` measures it again.
"""


RATINGS: Final[Mapping[int, tuple[int, ...]]] = {
    2: (1000, 1205, 1351, 1540, 1724, 1954, 2154, 2362, 2508, 2681, 2798, 2933),
    3: (1000, 1203, 1374, 1526, 1631, 1724, 1875, 1901, 1951, 2071, 2176, 2336),
    4: (1000, 1105, 1243, 1387, 1456, 1548, 1585, 1674, 1727, 1800, 1920, 1979),
}
"""The ratings of all levels by the number of players, from the matches of each level against the one below.

Level 1 has 1000; a difference of 400 is ten times the chance of winning.
"""


def level_label(number: int) -> str:
    """``3 · Helper``: a higher number is stronger."""
    return f"{number} · {LEVELS[number].title.capitalize()}"


def level_words() -> str:
    """All levels with their titles: ``1 newcomer, 2 apprentice, …``. The registry takes either."""
    return ", ".join(f"{number} {level.title}" for number, level in LEVELS.items())


class LevelBot:
    """Thinks like another bot and then doubts: now and then it takes a decision that looked less good.

    It overlooks what its few playouts do not look at. Only the decision that looked best may close an aqueduct of its
    own, so that no doubt throws anything away. What it misjudges depends on the position and the seed alone.
    """

    def __init__(self, number: int, thinker: Bot, seed: Seed = None) -> None:
        self._name = f"level:{number}"
        self._thinker = thinker
        self._level = LEVELS[number]
        self._seed = seed_number(seed)

    @property
    def name(self) -> str:
        return self._name

    def choose(self, game: Game, budget: Budget | None = None, on_report: OnReport | None = None) -> Decision:
        """A budget from outside can only make it think less."""
        last: list[Report] = []

        def hear(report: Report) -> None:
            last[:] = [report]
            if on_report:
                on_report(report)

        doubt = self._level.doubt
        best = self._thinker.choose(game, _both(self._level.budget_for(game.players), budget), hear)
        return doubted(game, last[0], doubt, self._seed) if doubt and last else best

    def stop(self) -> None:
        self._thinker.stop()


def doubted(game: Game, report: Report, doubt: float, seed: int) -> Decision:
    """The decision taken: any that throws nothing away, its odds the visits plus a half to the power of 1 / doubt."""
    position = game.position
    visits = {choice.decision: choice.visits for choice in report.choices}

    def appeal(decision: Decision) -> float:
        dice = Dice(seed ^ position.hash ^ int(decision) * 0x9E3779B97F4A7C15)
        return math.log(visits.get(decision, 0) + 0.5) - doubt * math.log(-math.log(dice.unit() + 2.0**-25))

    for decision in sorted(game.legal_moves(), key=appeal, reverse=True):
        if decision == report.best or not closes_own(position, decision):
            return decision
    return report.best


def _both(own: Budget, given: Budget | None) -> Budget:
    """What both budgets allow."""
    if given is None:
        return own
    given = Budget.demand(given)
    seconds = [each.seconds for each in (own, given) if each.seconds is not None]
    playouts = [each.playouts for each in (own, given) if each.playouts is not None]
    return replace(own, seconds=min(seconds, default=None), playouts=min(playouts, default=None))
