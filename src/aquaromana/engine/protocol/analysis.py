"""A search of an engine: under way, its result, and an analysis that is read while it runs."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

from aquaromana.engine.budget import Budget, BudgetError
from aquaromana.engine.protocol.messages import Info, go_line
from aquaromana.rules import Decision, Game

if TYPE_CHECKING:
    from aquaromana.engine.protocol.client import AsyncEngine

_KEPT_INFOS: Final = 1000


@dataclass(frozen=True, slots=True)
class Result:
    """What a search came to."""

    decision: Decision | None
    """None if the game is over."""
    lines: tuple[Info, ...] = ()
    """The last report on each line of play, the best first; empty if the engine sent none."""

    @property
    def info(self) -> Info:
        """The last report on the best line; an empty one if the engine sent none."""
        return self.lines[0] if self.lines else Info()


@dataclass(slots=True)
class Search:
    """A search under way."""

    game: Game
    best: asyncio.Future[str]
    lines: dict[int, Info] = field(default_factory=dict)
    unread: deque[Info] = field(default_factory=lambda: deque(maxlen=_KEPT_INFOS))
    news: asyncio.Event = field(default_factory=asyncio.Event)


class AsyncAnalysis:
    """An analysis while it runs: iterate over it for reports. Leaving its context stops it."""

    def __init__(self, engine: AsyncEngine, game: Game, budget: Budget | None, lines: int) -> None:
        self._engine, self._game, self._budget, self._lines = engine, game, for_decision(budget), lines
        self._search: Search | None = None
        self._result: Result | None = None

    @property
    def result(self) -> Result:
        """What it came to; RuntimeError while it is not over."""
        if self._result is None:
            raise RuntimeError("The analysis is not over: leave its context first, or wait for it.")
        return self._result

    def stop(self) -> None:
        """End it with what was found so far; the iteration ends after the last reports."""
        self._engine.stop()

    async def wait(self) -> Result:
        """What it came to, once it is over."""
        if self._result is None:
            assert self._search is not None, "an analysis is a context manager"
            self._result = await self._engine._result(self._search, None)
        return self._result

    async def __aenter__(self) -> Self:
        await self._engine._turn.acquire()
        try:
            await self._engine._want_lines(self._lines)
            self._search = await self._engine._go(self._game, go_line(self._budget, infinite=self._budget is None))
        except BaseException:
            self._engine._turn.release()
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            self.stop()
            if kind is None and self._result is None:
                assert self._search is not None
                self._result = await self._engine._result(self._search, self._engine.timeout)
        finally:
            self._engine._turn.release()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Info:
        search = self._search
        assert search is not None, "an analysis is a context manager"
        while not search.unread:
            if search.best.done():
                await self.wait()
                raise StopAsyncIteration
            search.news.clear()
            await search.news.wait()
        return search.unread.popleft()


def for_decision(budget: Budget | None) -> Budget | None:
    """A budget that an engine can be given; BudgetError for one that is for a whole stretch."""
    if budget is not None and Budget.demand(budget).per != "decision":
        raise BudgetError("An engine thinks about one decision: a budget for a stretch has to be divided first.")
    return budget
