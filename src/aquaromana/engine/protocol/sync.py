"""The client side of the engine protocol for programs without asyncio.

with Engine.open("aqua engine") as engine:
    result = engine.play(Game(players=3), Budget(seconds=1))
"""

from __future__ import annotations

import asyncio
import os
import threading
import weakref
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, Self, TypeVar

from aquaromana.engine.budget import Budget
from aquaromana.engine.protocol.analysis import AsyncAnalysis, Result
from aquaromana.engine.protocol.client import TIMEOUT, AsyncEngine
from aquaromana.engine.protocol.messages import Info, Option, OptionValue
from aquaromana.rules import Game

_T = TypeVar("_T")

_loops: dict[int, asyncio.AbstractEventLoop] = {}
"""The event loop of each process, in a thread of its own: a process that was forked needs another one."""
_starting = threading.Lock()


def _loop() -> asyncio.AbstractEventLoop:
    with _starting:
        loop = _loops.get(os.getpid())
        if loop is None:
            loop = asyncio.new_event_loop()
            threading.Thread(target=loop.run_forever, name="engines", daemon=True).start()
            _loops[os.getpid()] = loop
        return loop


def _run(work: Coroutine[Any, Any, _T]) -> _T:
    future = asyncio.run_coroutine_threadsafe(work, _loop())
    try:
        return future.result()
    except BaseException:
        future.cancel()  # nobody waits for it any more
        raise


class Engine:
    """A program that speaks the engine protocol; may be used from several threads. Errors as in `AsyncEngine`."""

    def __init__(self, engine: AsyncEngine) -> None:
        """Use `open`."""
        self._engine = engine
        # one that was forgotten does not go on running
        self._finalize = weakref.finalize(self, _loop().call_soon_threadsafe, engine.kill)

    @classmethod
    def open(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = TIMEOUT,
        options: Mapping[str, OptionValue] | None = None,
    ) -> Self:
        """Start a program, without a shell, and greet it; `options` are set before it gets to work.

        `timeout` is how many seconds it gets for each answer, and for a decision beyond its budget.
        """
        return cls(_run(AsyncEngine.open(command, timeout=timeout, options=options)))

    @property
    def name(self) -> str:
        """What the program calls itself."""
        return self._engine.name

    @property
    def author(self) -> str:
        return self._engine.author

    @property
    def protocol(self) -> int:
        """The version of the protocol that it speaks."""
        return self._engine.protocol

    @property
    def options(self) -> Mapping[str, Option]:
        """Its settings by name."""
        return self._engine.options

    @property
    def errors(self) -> str:
        """The end of what the program wrote to its standard error."""
        return self._engine.errors

    def ping(self) -> None:
        """Wait until the program has read everything sent so far; it answers even while it thinks."""
        _run(self._engine.ping())

    def configure(self, options: Mapping[str, OptionValue] | None = None, /, **more: OptionValue) -> None:
        """Set options, by name: ``configure(Bot="level:7", Seed=1)``; EngineError if the engine does not take one."""
        _run(self._engine.configure(options, **more))

    def new_game(self) -> None:
        """Tell the engine that the next position is of another game."""
        _run(self._engine.new_game())

    def play(self, game: Game, budget: Budget | None = None, *, timeout: float | None = None) -> Result:
        """A decision in a game that is not over; without a budget the engine uses its own.

        It may take `timeout` seconds beyond its budget, the engine's own by default, or as long as it likes if neither
        says otherwise.
        """
        return _run(self._engine.play(game, budget, timeout=timeout))

    def analyze(self, game: Game, budget: Budget, *, lines: int = 1, timeout: float | None = None) -> Result:
        """What the engine thinks of a position after this much thought, with as many lines of play as are asked for."""
        return _run(self._engine.analyze(game, budget, lines=lines, timeout=timeout))

    def analysis(self, game: Game, budget: Budget | None = None, *, lines: int = 1) -> Analysis:
        """What the engine thinks, while it thinks; without a budget until it is stopped. A context manager."""
        return Analysis(self._engine.analysis(game, budget, lines=lines))

    def stop(self) -> None:
        """End the search under way with what it has found so far; may be called from another thread."""
        _loop().call_soon_threadsafe(self._engine.stop)

    def close(self) -> None:
        """End the program: politely first, then with its whole process group."""
        self._finalize.detach()
        _run(self._engine.close())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Analysis:
    """An analysis while it runs: iterate over it for reports. Leaving its context stops it."""

    def __init__(self, analysis: AsyncAnalysis) -> None:
        self._analysis = analysis

    @property
    def result(self) -> Result:
        """What it came to; RuntimeError while it is not over."""
        return self._analysis.result

    def stop(self) -> None:
        """End it with what was found so far; the iteration ends after the last reports."""
        _loop().call_soon_threadsafe(self._analysis.stop)

    def wait(self) -> Result:
        """What it came to, once it is over."""
        return _run(self._analysis.wait())

    def __enter__(self) -> Self:
        _run(self._analysis.__aenter__())
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        _run(self._analysis.__aexit__(kind))

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Info:
        info = _run(self._next())
        if info is None:
            raise StopIteration
        return info

    async def _next(self) -> Info | None:
        try:
            return await anext(self._analysis)
        except StopAsyncIteration:
            return None
