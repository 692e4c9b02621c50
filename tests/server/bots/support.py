"""Requests to bot processes, and what becomes of the processes."""

import os
import time
from collections.abc import Callable, Coroutine
from functools import cache
from pathlib import Path
from typing import Any

from aquaromana.rules import Game
from aquaromana.rules.notation import position_text
from aquaromana.server.bots.advice import Advise
from aquaromana.server.bots.client import BotWorker
from aquaromana.server.bots.pool import BotPool
from aquaromana.server.bots.worker import BotAnswer, Question
from aquaromana.server.settings import Settings
from tests.support.random_play import sampled
from tests.support.server_play import run

LATE = (
    "2.b.1d0.1W2N1F2X2NXL2XII5XH2XX5X3LX5X3XLHQ2HXN2X1XI1XFIX1FX2I1N2J1L2X1."
    "B4DD1S1CDS1JC4SS1BC2C1D5BB1.-.xoo-oox-xxx-oxo.1B2R3Y3B5G10B"
)
"""Near the end, so that not much is left to think about."""


@cache
def games() -> list[Game]:
    """Moments of games, drawn when the first test wants them."""
    return [game for game in sampled(42) if not game.is_over]


def asked(game: Game, bot: str, table: str = "a") -> Question:
    moves = tuple(map(int, game.moves))
    return Question(table, game.to_move, bot, position_text(game.start), moves, len(moves))


def check(game: Game, answer: BotAnswer) -> None:
    """The decisions are legal, all of one seat, and lead to another question."""
    after, seat = game.copy(), game.to_move
    assert answer.moves
    for move in answer.moves:
        assert not after.is_over
        assert after.to_move == seat
        after.play(move)


def with_worker(settings: Settings, work: Callable[[BotWorker], Coroutine[Any, Any, None]]) -> None:
    async def test() -> None:
        async with BotPool.open(settings) as pool, pool.place("a", urgent=True) as worker:
            await work(worker)

    run(test())


def pid_of(worker: BotWorker) -> int:
    assert worker._process is not None
    assert worker._process._process is not None
    return worker._process._process.pid


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return not Path("/proc/self/stat").exists()  # it is just gone, or this system has no such files
    return status.rpartition(")")[2].split()[0] != "Z"


def gone(pid: int, within: float = 20.0) -> bool:
    end = time.monotonic() + within
    while is_alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not is_alive(pid)


def wondered(game: Game, table: str = "a") -> Advise:
    return Advise(table, position_text(game.start), tuple(map(int, game.moves)))
