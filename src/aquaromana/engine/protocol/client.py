"""The client side of the engine protocol for asyncio: start a program, let it play and analyze, stop it.

async with await AsyncEngine.open("aqua engine") as engine:
    result = await engine.play(Game(players=3), Budget(seconds=1))
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self, TypeVar

from aquaromana.engine.budget import Budget
from aquaromana.engine.protocol.analysis import AsyncAnalysis, Result, Search, for_decision
from aquaromana.engine.protocol.errors import EngineDied, EngineError, EngineTimeout
from aquaromana.engine.protocol.messages import (
    NONE,
    Info,
    Option,
    OptionValue,
    go_line,
    legal_line,
    position_line,
)
from aquaromana.engine.protocol.process import Program, shown, split_command
from aquaromana.rules import AquaError, Game

TIMEOUT: Final = 10.0
"""Seconds for everything but thinking, and for thinking beyond its budget, by default."""
FLOOD: Final = 16 * 1024 * 1024
"""Characters that a program may write in answer to one command."""
_POLITE: Final = 1.0
_MOST_OPTIONS: Final = 1000

_T = TypeVar("_T")


class AsyncEngine:
    """A program that speaks the engine protocol. One search runs at a time; others wait for it.

    EngineDied if the program ends, EngineTimeout if it does not answer, EngineError if it breaks the protocol or
    reports an error. After the first two the program is gone; `details` of the error has its last words.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        """Use `open`."""
        self.command = tuple(command)
        self.timeout = timeout
        self.name = shown(command)
        """What the program calls itself."""
        self.author = ""
        self.protocol = 0
        """The version of the protocol that it speaks."""
        self.options: dict[str, Option] = {}
        """Its settings by name."""
        self.wants: frozenset[str] = frozenset()
        """What it asked for: ``legal`` for the legal decisions, ``position`` for positions instead of decisions."""
        self._program: Program | None = None
        self._ended = ""
        self._heard = 0
        self._errors: list[tuple[str, str]] = []
        self._handshake: asyncio.Future[None] | None = None
        self._ready: deque[asyncio.Future[None]] = deque()
        self._search: Search | None = None
        self._turn = asyncio.Lock()
        self._values: dict[str, str] = {}

    @classmethod
    async def open(
        cls,
        command: str | Sequence[str],
        *,
        timeout: float = TIMEOUT,  # noqa: ASYNC109 (part of the interface, as in chess.engine)
        options: Mapping[str, OptionValue] | None = None,
    ) -> Self:
        """Start a program, without a shell, and greet it; `options` are set before it gets to work."""
        words = split_command(command)
        engine = cls(words, timeout)
        engine._program = await Program.start(words, engine._hear, engine._end)
        try:
            engine._handshake = _future()
            engine._send("aqua")
            await engine._answer(engine._handshake, timeout, "the handshake")
            await engine.ping()
            if options:
                await engine.configure(options)
        except BaseException:
            await engine._program.close()
            raise
        return engine

    async def ping(self) -> None:
        """Wait until the program has read everything sent so far; it answers even while it thinks."""
        answer: asyncio.Future[None] = _future()
        self._ready.append(answer)
        self._send("isready")
        await self._answer(answer, self.timeout, "isready")

    async def configure(self, options: Mapping[str, OptionValue] | None = None, /, **more: OptionValue) -> None:
        """Set options, by name: ``configure(Bot="level:7", Seed=1)``; EngineError if the engine does not take one."""
        known = {name.casefold(): option for name, option in self.options.items()}
        lines = []
        for name, value in {**(options or {}), **more}.items():
            option = known.get(name.casefold())
            if option is None:
                there = f"it has {', '.join(self.options)}" if self.options else "it has none"
                raise EngineError(f"{self.name} has no option {name[:40]!r}; {there}.", code="option/unknown")
            try:
                text = option.written(value)
            except ValueError as error:
                raise EngineError(str(error), code="option/invalid") from None
            if self._values.get(option.name) != text:
                lines.append((option.name, text))
        async with self._turn:
            await self._settle()
            await self._set(lines)

    async def new_game(self) -> None:
        """Tell the engine that the next position is of another game."""
        async with self._turn:
            await self._settle()
            self._send("newgame")
            await self._checked_ping()

    async def play(
        self,
        game: Game,
        budget: Budget | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 (as above)
    ) -> Result:
        """A decision in a game that is not over; without a budget the engine uses its own.

        It may take `timeout` seconds beyond its budget, the engine's own by default, or as long as it likes if neither
        says otherwise.
        """
        async with self._turn:
            search = await self._go(game, go_line(for_decision(budget)))
            return await self._result(search, _patience(budget, timeout, self.timeout))

    async def analyze(
        self,
        game: Game,
        budget: Budget,
        *,
        lines: int = 1,
        timeout: float | None = None,  # noqa: ASYNC109 (as above)
    ) -> Result:
        """What the engine thinks of a position after this much thought, with as many lines of play as are asked for."""
        async with self._turn:
            await self._want_lines(lines)
            search = await self._go(game, go_line(for_decision(Budget.demand(budget))))
            return await self._result(search, _patience(budget, timeout, self.timeout))

    def analysis(self, game: Game, budget: Budget | None = None, *, lines: int = 1) -> AsyncAnalysis:
        """What the engine thinks, while it thinks; without a budget until it is stopped. A context manager."""
        return AsyncAnalysis(self, game, budget, lines)

    def stop(self) -> None:
        """End the search under way with what it has found so far."""
        if self._search is not None and not self._search.best.done():
            self._send("stop")

    @property
    def errors(self) -> str:
        """The end of what the program wrote to its standard error."""
        return self._program.errors if self._program else ""

    async def close(self) -> None:
        """End the program: politely first, then with its whole process group."""
        if self._program is not None:
            self._send("quit")
            await self._program.close(polite=0.0 if self._ended else _POLITE)

    def kill(self) -> None:
        """End the program with its whole process group, at once and without waiting."""
        if self._program is not None:
            self._program.kill()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # what is said

    def _send(self, line: str) -> None:
        assert self._program is not None
        self._heard = 0
        self._program.send(line)

    async def _answer(self, answer: asyncio.Future[_T], seconds: float | None, what: str) -> _T:
        """Wait for an answer; the program is ended if it does not come."""
        if self._ended and not answer.done():
            answer.set_exception(self._died())
        done, _ = await asyncio.wait([answer], timeout=seconds)
        if not done:
            error = EngineTimeout(f"{self.name} did not answer {what} within {seconds:g} s", details=self._details)
            self._give_up("was ended because it did not answer")
            raise error
        return answer.result()

    async def _checked_ping(self) -> None:
        """Wait until everything was read, and raise the first error that was reported meanwhile."""
        self._errors.clear()
        await self.ping()
        self._raise_reported()

    async def _set(self, lines: Sequence[tuple[str, str]]) -> None:
        for name, text in lines:
            self._send(f"setoption name {name} value {text}")
        if lines:
            await self._checked_ping()
            self._values.update(lines)

    async def _want_lines(self, lines: int) -> None:
        option = next((each for each in self.options.values() if each.name.casefold() == "multipv"), None)
        if option is None:
            if lines != 1:
                raise EngineError(f"{self.name} shows one line of play, not {lines}.", code="option/unknown")
            return
        try:
            text = option.written(lines)
        except ValueError as error:
            raise EngineError(str(error), code="option/invalid") from None
        if self._values.get(option.name, option.default) != text:
            await self._settle()
            await self._set([(option.name, text)])

    async def _settle(self) -> None:
        """Wait for the end of a search that nobody waits for any more."""
        if self._search is not None:
            search, self._search = self._search, None
            if not search.best.done():
                self._send("stop")
                self._search = search
                await self._answer(search.best, self.timeout, "stop")
                self._search = None

    async def _go(self, game: Game, go: str) -> Search:
        await self._settle()
        self._errors.clear()
        self._search = Search(game.copy(), _future())
        self._send(position_line(game, replayed="position" not in self.wants))
        if "legal" in self.wants:
            self._send(legal_line(game))
        self._send(go)
        return self._search

    async def _result(self, search: Search, seconds: float | None) -> Result:
        text = await self._answer(search.best, seconds, "go")
        self._search = None
        self._raise_reported()
        lines = tuple(search.lines[rank] for rank in sorted(search.lines))
        if text == NONE:
            if not search.game.is_over:
                raise EngineError(f"{self.name} gave no decision", code="bestmove/none", details=self._details)
            return Result(None, lines)
        try:
            search.game.play(text)
        except AquaError as error:
            message = f"{self.name} decided {text[:40]!r}: {error}"
            raise EngineError(message, code=error.code, details=self._details) from None
        return Result(search.game.moves[-1], lines)

    def _raise_reported(self) -> None:
        if self._errors:
            code, sentence = self._errors[0]
            self._errors.clear()
            raise EngineError(f"{self.name} reports: {sentence or code}", code=code, details=self._details)

    @property
    def _details(self) -> str:
        return self._program.details if self._program else ""

    def _died(self) -> EngineDied:
        said = [line.strip() for line in self.errors.splitlines() if line.strip()]
        last = next((line for line in reversed(said) if "error" in line.casefold()), said[-1] if said else "")[:120]
        return EngineDied(f"{self.name} {self._ended}" + (f" ({last})" if last else ""), details=self._details)

    def _give_up(self, why: str) -> None:
        """End a program that does not behave."""
        self._end(why)
        self.kill()

    # what is heard

    def _end(self, why: str) -> None:
        """Nothing more will come: release everyone who waits for it."""
        self._ended = self._ended or why
        waiting: list[asyncio.Future[None] | asyncio.Future[str]] = [*self._ready]
        waiting += [self._handshake] if self._handshake else []
        if self._search:
            waiting.append(self._search.best)
            self._search.news.set()
        for each in waiting:
            if not each.done():
                each.set_exception(self._died())

    def _hear(self, line: str) -> None:
        self._heard += len(line) + 1
        if self._heard > FLOOD:
            self._give_up(f"wrote more than {FLOOD // 2**20} MiB in answer to one command")
            return
        word, _, rest = line.partition(" ")
        match word:
            case "id" | "protocol" | "option" | "wants" if self._handshake and not self._handshake.done():
                self._introduce(word, rest.strip())
            case "aquaok" if self._handshake and not self._handshake.done():
                self._handshake.set_result(None)
            case "readyok":
                while self._ready:
                    answer = self._ready.popleft()
                    if not answer.done():
                        answer.set_result(None)
                        break
            case "info" if self._search and not rest.startswith("string"):
                info = Info.parse(rest)
                self._search.lines[info.multipv] = info
                self._search.unread.append(info)
                self._search.news.set()
            case "bestmove" if self._search and not self._search.best.done():
                self._search.best.set_result((rest.split() or [NONE])[0])
                self._search.news.set()
            case "error" if len(self._errors) < _MOST_OPTIONS:
                code, _, sentence = rest.strip().partition(" ")
                self._errors.append((code[:80], sentence.strip()[:300]))

    def _introduce(self, word: str, rest: str) -> None:
        if word == "id":
            what, _, text = rest.partition(" ")
            if what == "name" and text:
                self.name = text[:80]
            elif what == "author":
                self.author = text[:80]
        elif word == "protocol" and rest.isascii() and rest.isdecimal() and len(rest) < 10:
            self.protocol = int(rest)
        elif word == "wants":
            self.wants |= set(rest.split()[:10])
        elif word == "option" and (option := Option.parse(rest)) and len(self.options) < _MOST_OPTIONS:
            self.options[option.name] = option


def _future() -> asyncio.Future[Any]:
    """An answer to wait for; perhaps nobody will, and then its error is nobody's business."""
    future = asyncio.get_running_loop().create_future()
    future.add_done_callback(lambda done: done.cancelled() or done.exception())
    return future


def _patience(budget: Budget | None, timeout: float | None, usual: float) -> float | None:
    """Seconds to wait for a decision; None for as long as it takes."""
    if budget is None or budget.seconds is None:
        return timeout
    return budget.seconds + (usual if timeout is None else timeout)
