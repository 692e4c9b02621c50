"""The strongest bot: the search of the core, its leaves judged and its decisions weighed by a network of our own."""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from aquaromana.bots.bot import BotError, Seed, demand_choice, seed_number
from aquaromana.bots.search import LEVELS, SearchBot
from aquaromana.engine import (
    Budget,
    Choice,
    NativeMissingError,
    NetWeights,
    OnReport,
    Params,
    Report,
    Search,
    WeightsError,
    champion_weights,
    native,
)
from aquaromana.engine.solve import Effort, Goal, Proven, Solver
from aquaromana.rules import Decision, Game, Phase

PARAMS: Final = Params(explore=0.4, rollout_depth=0)
"""What differs from the search without a network; `docs/strength.md` has the matches."""

_AHEAD: Final = {2: 0, 3: 20, 4: 20}
"""Decisions of quick play before the network judges, by the number of players. With more rivals it is the better judge
of what has become of a position than of what will."""


def table_params(players: int) -> Params:
    """How a search with the network looks ahead at a table of this size."""
    return replace(PARAMS, rollout_depth=_AHEAD[players])


_QUICK_PLAY: Final = {"rollout_depth": 12, "rollout_tries": 4, "rollout_fountain": 2.5, "rollout_watch": 1}
"""Less quick play with many rivals, but better: it minds where builders walk, and the network picks extra tiles."""

_PLAYING: Final[Mapping[int, Mapping[str, float]]] = {
    2: {"past_close": 1},  # without quick play, anything but the beginning of a turn would be judged twice
    3: _QUICK_PLAY,
    4: {**_QUICK_PLAY, "points_weight": 0.8},
}
"""What the champion adds to that, by the number of players; `docs/champion.md` has the matches."""


def playing_params(players: int) -> Params:
    """How the champion plays. Reviews and hints were measured without what it adds."""
    return replace(table_params(players), **_PLAYING[players])


_LATE: Final = 7
"""Workmen on the board, of all players, from which on a forced win is looked for."""

_PART: Final = 0.1
"""Of the time for a decision, given to looking for a forced win."""

_LEAST: Final = 0.000_001
"""Seconds that a search needs at least."""

_AT_ONCE: Final = Budget(playouts=1)

_NODES: Final = 4
"""Positions looked at for a forced win for each playout of a budget in playouts; together they take a tenth of it."""


class ChampionBot(SearchBot):
    """Thinks with the network that comes with the package, or with one from a file; near the end it takes forced wins.

    Without the C++ core, or if the package's own weights cannot be used, it says so once and plays like `search:5`.
    """

    def __init__(
        self,
        file: str = "",
        *,
        budget: Budget | None = None,
        seed: Seed = None,
        threads: int = 1,
        knobs: Mapping[str, float] | None = None,
    ) -> None:
        turned = "".join(f",{name}={value:g}" for name, value in (knobs or {}).items())
        self._think("champion" + (f":{file}{turned}" if file or turned else ""), budget, LEVELS[max(LEVELS)].budget)
        try:
            tables = {players: replace(playing_params(players), **(knobs or {})) for players in _PLAYING}
            weights = _usable(NetWeights.load(file)) if file else own_weights()
        except (ValueError, NativeMissingError) as error:
            raise BotError(str(error)) from None
        number = seed_number(seed)
        if weights:
            self._searches = {
                players: Search(params=params, evaluator="net", weights=weights, seed=number, threads=threads)
                for players, params in tables.items()
            }
        else:
            self._searches = dict.fromkeys(_PLAYING, Search(seed=number, threads=threads))
        self._search = self._searches[2]
        self._solver = Solver() if native.available() else None
        self._stopped = False

    def choose(self, game: Game, budget: Budget | None = None, on_report: OnReport | None = None) -> Decision:
        demand_choice(game)
        begun = time.perf_counter()
        self._stopped = False
        self._search = self._searches[game.players]
        granted = self._allowance.grant(game, budget or self._budget)
        report = self._forced_win(game, granted)
        if report is None:
            passed = time.perf_counter() - begun
            if granted.seconds is not None:
                granted = replace(granted, seconds=max(granted.seconds - passed, _LEAST))
            # a stop that fell between the two must not be lost
            report = self._search.think(game, _AT_ONCE if self._stopped else granted, on_report)
            report = replace(report, seconds=report.seconds + passed)
        elif on_report:
            on_report(report)
        self._allowance.spend(report)
        return report.best

    def stop(self) -> None:
        self._stopped = True
        if self._solver:
            self._solver.stop()
        super().stop()

    def _forced_win(self, game: Game, granted: Budget) -> Report | None:
        """A decision that wins whatever all others do, if one is found in a part of the budget."""
        position, seat = game.position, game.to_move
        late = position.phase is not Phase.SETUP and position.on_board.bit_count() <= _LATE
        if self._solver is None or not late or len(game.legal_moves()) == 1:
            return None
        effort = Effort(
            nodes=None if granted.playouts is None else granted.playouts * _NODES,
            seconds=None if granted.seconds is None else granted.seconds * _PART,
        )
        verdict = self._solver.force(position, seat, Goal.win(), effort)
        if not isinstance(verdict, Proven) or not verdict.line:  # where every decision wins, points are worth a thought
            return None
        shares = tuple(float(each == seat) for each in range(game.players))
        points = tuple(map(float, game.scores_if_ended()))
        choice = Choice(verdict.line[0], 1, 1.0, shares, points, exact=False, line=verdict.line)
        return Report(
            playouts=0,
            visits=1,
            nodes=verdict.nodes,
            depth=len(verdict.line),
            seconds=verdict.seconds,
            exact=False,
            shares=shares,
            points=points,
            choices=(choice,),
        )


@cache
def own_weights() -> NetWeights | None:
    """The package's weights; None without the core, or if they cannot be used, which is said once."""
    if not native.available():
        return None  # the search says so
    try:
        return _usable(champion_weights())
    except WeightsError as error:
        logging.getLogger("aquaromana").warning("The champion plays and judges without its network, weaker: %s", error)
        return None


def _usable(weights: NetWeights) -> NetWeights:
    """The same, tried out with the core; WeightsError if it is for another version."""
    native.core_net(weights)
    return weights
