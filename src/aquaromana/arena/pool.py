"""The process pool: one process per core, each playing one game at a time.

A process that dies or hangs is replaced, and the bot that was thinking in it loses its game. Who that was, and what had
been decided, stands in memory that the process shares with its master.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import logging
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterable
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Final, NamedTuple

from aquaromana.arena.errors import ArenaError
from aquaromana.arena.match import Fixture, Match
from aquaromana.arena.play import Maker, broken_off, play_game
from aquaromana.arena.result import GameResult
from aquaromana.arena.runner import Results
from aquaromana.bots import make_local_bot
from aquaromana.processes import cores, interrupts_held

ROOM: Final = 4096
"""Decisions that fit into the shared memory: far more than a game has."""
NOBODY: Final = -1
TRIES: Final = 3
"""How often a game is begun whose process dies while no bot is thinking."""
PATIENCE: Final = 300.0
"""Seconds that a decision may take where the budget names none."""
GRACE: Final = 30.0


def decision_limit(match: Match) -> float:
    """Seconds after which a bot counts as hanging: generous, since a machine may be busy with other things."""
    budgets = [match.entry_budget(entry) for entry in range(len(match.entries))]
    seconds = [budget.seconds if budget else None for budget in budgets]
    return max(PATIENCE if each is None else GRACE + 10 * each for each in seconds)


class _Diary(ctypes.Structure):
    """A message of a process about its game."""

    _fields_ = (
        ("beat", ctypes.c_long),  # grows with every decision that is asked for
        ("seat", ctypes.c_long),  # who is thinking, or NOBODY
        ("count", ctypes.c_long),
        ("decisions", ctypes.c_long * ROOM),
    )


class _Writer:
    """The process's side of the diary."""

    def __init__(self, diary: _Diary) -> None:
        self._diary = diary

    def begin(self) -> None:
        self._diary.count = 0

    def thinking(self, seat: int) -> None:
        self._diary.seat = seat
        self._diary.beat += 1

    def decided(self, decision: int) -> None:
        self._diary.seat = NOBODY
        if self._diary.count < ROOM:
            self._diary.decisions[self._diary.count] = int(decision)
            self._diary.count += 1

    def end(self) -> None:
        self._diary.seat = NOBODY


def _serve(connection: Connection, diary: _Diary, match: Match, make: Maker) -> None:
    """The loop of a process: play a game, send the result, take the next."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the master decides
    threading.Thread(target=_die_with_master, daemon=True).start()
    logging.getLogger("aquaromana").setLevel(logging.ERROR)  # the master has given all warnings, once
    writer = _Writer(diary)
    with contextlib.suppress(EOFError, OSError):
        while True:
            fixture = connection.recv()
            writer.begin()
            result = play_game(match, fixture, make=make, watch=writer)
            writer.end()
            connection.send(result)


def _die_with_master() -> None:
    master = parent_process()
    if master is not None:
        master.join()
        os._exit(1)


class _Ending(NamedTuple):
    """The result of a game in a process."""

    result: GameResult | None
    """None if the process died while no bot was thinking."""
    alive: bool
    """Whether the process can play another one."""


class _Worker:
    """A process, as the master sees it."""

    def __init__(self, match: Match, make: Maker) -> None:
        context = get_context("spawn")
        self.fixture: Fixture | None = None
        self._diary = context.RawValue(_Diary)
        self._diary.seat = NOBODY
        self.connection, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._diary, match, make), name="arena", daemon=True
        )
        resource_tracker.ensure_running()  # first: when it starts, Python lets interrupts through again
        with interrupts_held():
            self._process.start()
        theirs.close()
        self._beat = 0
        self._since = time.monotonic()

    def begin(self, fixture: Fixture) -> None:
        self.fixture = fixture
        with contextlib.suppress(OSError):  # its death is noticed like any other
            self.connection.send(fixture)

    def ending(self, match: Match, limit: float, *, is_ready: bool) -> _Ending | None:
        """How its game ended, None if it goes on."""
        if is_ready:
            result = self._received()
            return (
                _Ending(result, alive=True) if result else _Ending(self._broken_off(match, self.death()), alive=False)
            )
        if self._thinking_for() <= limit:
            return None
        self._process.kill()  # first, so that what the diary says does not change any more
        self._process.join()
        result = self._received() if self.connection.poll() else None
        return _Ending(result or self._broken_off(match, f"no decision within {limit:g} s"), alive=False)

    def _received(self) -> GameResult | None:
        """What came in; None if the process is gone."""
        try:
            result = self.connection.recv()
        except (EOFError, OSError):
            return None
        assert isinstance(result, GameResult)
        return result

    def _thinking_for(self) -> float:
        """How long the decision has taken that is being made now; 0 if none is."""
        if self._diary.seat == NOBODY or self._diary.beat != self._beat:
            self._beat, self._since = self._diary.beat, time.monotonic()
            return 0.0
        return time.monotonic() - self._since

    def _broken_off(self, match: Match, reason: str) -> GameResult | None:
        """The game that the process leaves behind; None if no bot was thinking."""
        assert self.fixture is not None
        if self._diary.seat == NOBODY:
            return None
        decisions = self._diary.decisions[: self._diary.count]
        return broken_off(match, self.fixture, decisions, self._diary.seat, reason)

    def death(self) -> str:
        """How the process ended."""
        self._process.join(5)
        code = self._process.exitcode
        if code is None:
            return "its process closed the connection"
        if code < 0:
            with contextlib.suppress(ValueError):
                return f"its process was ended by {signal.Signals(-code).name}"
        return f"its process ended with exit code {code}"

    def stop(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self.connection.close()


class PoolRunner:
    """Plays on the cores of this machine."""

    def __init__(self, workers: int | None = None, *, limit: float | None = None, make: Maker = make_local_bot) -> None:
        """`limit` is how many seconds a decision may take before the bot counts as hanging."""
        self.workers = cores() if workers is None else workers
        if not 1 <= self.workers <= 1024:
            raise ArenaError(f"games are played by 1 to 1024 processes, not {workers}")
        self._limit = limit
        self._make = make

    def run(self, match: Match, fixtures: Iterable[Fixture]) -> Results:
        limit = self._limit or decision_limit(match)
        waiting = iter(fixtures)
        workers: list[_Worker] = []
        tries: Counter[int] = Counter()
        try:
            for fixture in itertools.islice(waiting, self.workers):
                workers.append(_Worker(match, self._make))
                workers[-1].begin(fixture)
            while workers:
                ready = wait([worker.connection for worker in workers], min(1.0, limit / 4))
                for worker in list(workers):
                    ending = worker.ending(match, limit, is_ready=worker.connection in ready)
                    if ending is None:
                        continue
                    following = next(waiting, None) if ending.result else self._again(worker, tries)
                    if not ending.alive or following is None:
                        worker.stop()
                        workers.remove(worker)
                    if following is not None:
                        if not ending.alive:
                            worker = _Worker(match, self._make)  # noqa: PLW2901 - it takes the other's place
                            workers.append(worker)
                        worker.begin(following)
                    if ending.result:
                        yield ending.result
        finally:
            for worker in workers:
                worker.stop()

    def _again(self, worker: _Worker, tries: Counter[int]) -> Fixture:
        """The same game once more: no bot can be blamed for the end of this process."""
        fixture = worker.fixture
        assert fixture is not None
        tries[fixture.number] += 1
        if tries[fixture.number] == TRIES:
            raise ArenaError(f"game {fixture.number} cannot be played: {worker.death()}")
        return fixture
