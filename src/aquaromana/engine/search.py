"""Monte Carlo tree search over a game, by the C++ core or by its fallback in Python.

>>> from aquaromana import Game
>>> from aquaromana.engine import Budget, Search
>>> game = Game(players=2)
>>> report = Search(seed=1).think(game, Budget(playouts=20))
>>> report.best in game.legal_moves()
True
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from typing import Any, Final, Literal

from aquaromana.engine import native
from aquaromana.engine.backend import Backend, Evaluator, Settings
from aquaromana.engine.budget import Budget, BudgetError
from aquaromana.engine.fallback import FallbackSearch
from aquaromana.engine.network import Network, NetworkSearch
from aquaromana.engine.params import Params
from aquaromana.engine.report import Choice, Report
from aquaromana.engine.weights import NetWeights
from aquaromana.rules import Decision, Game, Position

OnReport = Callable[[Report], None]
"""Told what a search thinks, while it does, in the thread that thinks."""

REPORT_EVERY: Final = 0.1
"""Seconds between two reports while thinking."""

_FIRST: Final = 100
"""Playouts after which there is a choice to report; two are enough, unless something is broken."""

Core = Literal["auto", "native", "python"]
"""Who searches: the C++ core if there is one, the C++ core or an error, or the fallback."""


class Search:
    """A search that keeps its tree from one decision of a game to the next.

    With one thread and a budget of playouts the same seed gives the same result. ValueError for settings that cannot
    be; NativeMissingError if there is no C++ core although `core` or ``AQUA_REQUIRE_NATIVE=1`` asks for it.

    A search pickles as what it was made with. The tree stays behind: the copy begins with an empty one.
    """

    def __init__(
        self,
        *,
        params: Params | None = None,
        evaluator: Evaluator = "rollout",
        seed: int = 0,
        threads: int = 1,
        core: Core = "auto",
        network: Network | None = None,
        weights: NetWeights | None = None,
    ) -> None:
        if (evaluator == "network") != (network is not None) or (network and threads != 1):
            raise ValueError("The evaluator 'network' goes with a network and one thread.")
        self._settings = Settings(params or Params(), evaluator, seed, threads, weights)
        if weights:
            core = "native"  # nobody else can do it
        self._core, self._network = core, network
        self._maker = partial(NetworkSearch, network) if network else _maker(core)
        self._backend: Backend | None = None
        self._at: Game | None = None
        self._thinking = threading.Lock()
        self._stopped = False
        self._cancelled = False

    def think(self, game: Game, budget: Budget, on_report: OnReport | None = None) -> Report:
        """Think about the decision to make in a game that is not over, until the budget is spent or `stop` is called.

        `on_report` is called during the search and once at the end. A forced decision takes no time.
        """
        begun = time.perf_counter()
        if game.is_over:
            raise ValueError("The game is over: there is nothing to think about.")
        if Budget.demand(budget).per != "decision":
            raise BudgetError("A search thinks about one decision: a budget for a stretch has to be divided first.")
        if not self._thinking.acquire(blocking=False):
            raise RuntimeError("This search is thinking already.")
        try:
            self._stopped = False
            if self._cancelled:  # looked at second: a cancel in between counts too
                self._stopped = True
            report = _forced(game) if len(game.legal_moves()) == 1 else self._search(game, budget, begun, on_report)
        except BaseException:
            self._at = None  # the tree may be inconsistent: the next search starts from scratch
            raise
        finally:
            self._thinking.release()
        if on_report:
            on_report(report)
        return report

    def stop(self) -> None:
        """End `think` immediately; may be called from another thread."""
        self._stopped = True
        if self._backend is not None:
            self._backend.stop()

    def cancel(self) -> None:
        """End `think` immediately, and every later one too; may be called from another thread.

        A `stop` that comes before `think` begins is lost. This is not: the search is for nobody any more.
        """
        self._cancelled = True
        self.stop()

    def __getstate__(self) -> dict[str, object]:
        settings = {name.name: getattr(self._settings, name.name) for name in fields(self._settings)}
        return {**settings, "core": self._core, "network": self._network}

    def __setstate__(self, made_with: dict[str, Any]) -> None:
        self.__init__(**made_with)  # type: ignore[misc]  # as if it were made there, by the core that is there

    def _search(self, game: Game, budget: Budget, begun: float, on_report: OnReport | None) -> Report:
        backend = self._follow(game)
        done = 0
        while True:
            # short runs: so that reports come, Ctrl-C works and a stop that falls between two runs is not lost
            left = REPORT_EVERY if budget.seconds is None else budget.seconds - (time.perf_counter() - begun)
            if left > 0 and not self._stopped:
                done += backend.run(min(left, REPORT_EVERY), 0 if budget.playouts is None else budget.playouts - done)
            ended = self._ended(backend, budget, begun, done)
            if not ended and on_report is None:
                continue  # nobody wants a report: it copies every choice with its line
            report = backend.report()
            for _ in range(_FIRST):  # the first playout looks at the position itself
                if report.choices:
                    break
                backend.run(0, 1)
                done += 1
                report = backend.report()
            else:
                raise RuntimeError("The search found no decision to look at.")
            report = replace(report, playouts=done, seconds=time.perf_counter() - begun)
            if on_report is None or ended or self._ended(backend, budget, begun, done):
                return report
            on_report(report)

    def _ended(self, backend: Backend, budget: Budget, begun: float, done: int) -> bool:
        """Whether there is nothing more to search for."""
        return (
            self._stopped
            or backend.exact
            or (budget.playouts is not None and done >= budget.playouts)
            or (budget.seconds is not None and time.perf_counter() - begun >= budget.seconds)
        )

    def _follow(self, game: Game) -> Backend:
        """Bring the tree to the game's position, keeping what is known about it."""
        at, backend = self._at, self._backend
        self._at = None  # in case of an error on the way
        if at is None or backend is None or at.layout != game.layout:
            backend = self._maker(game.position, self._settings)
        elif at.position != game.position:
            known = at.moves
            if at.start == game.start and game.moves[: len(known)] == known:
                for decision in game.moves[len(known) :]:
                    backend.advance(decision)
            else:
                backend.reset(game.position)
        self._backend, self._at = backend, game.copy()
        return backend


def _maker(core: Core) -> Callable[[Position, Settings], Backend]:
    if core not in {"auto", "native", "python"}:
        raise ValueError(f"A search is done by 'auto', 'native' or 'python', not by {core!r}.")
    if core == "native":
        native.demand()
    elif core == "python" or not native.available():
        if core == "auto":
            _tell(native.weaker())
        return FallbackSearch
    return native.NativeSearch


@cache
def _tell(sentence: str | None) -> None:
    """Say once that bots are weaker than they could be."""
    logging.getLogger("aquaromana").warning("%s", sentence)


def _forced(game: Game) -> Report:
    """The report where there is nothing to think about."""
    decision: Decision = game.legal_moves()[0]
    points = tuple(map(float, game.scores_if_ended()))
    shares = tuple(1 / game.players for _ in points)
    choice = Choice(decision, 1, 1.0, shares, points, exact=False, line=(decision,))
    return Report(0, 1, 1, 0, 0.0, exact=False, shares=shares, points=points, choices=(choice,))
