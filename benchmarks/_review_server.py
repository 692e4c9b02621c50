"""How much longer bots take on a server with waiting reviews."""

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median

from aquaromana import Game
from aquaromana.server.protocol.messages import State
from aquaromana.server.service.table_service import TableService
from aquaromana.server.settings import Settings
from aquaromana.server.table.seating import Seating
from benchmarks._review_games import played

WAITING = 8
BOT = "level:8"
DECISIONS = 60
"""Of a game of that bot, timed with and without reviews, for each repeat."""


def delayed(repeats: int) -> float:
    """How much longer bots take for their moves while reviews wait and run, as a part."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_delayed(Path(folder), repeats))


async def _delayed(folder: Path, repeats: int) -> float:
    record = played("greedy", Game(3), 1)
    async with TableService.open(Settings(data=folder, workers=1, bot_delay=0.0)) as service:
        tables = [(await service.add_record(record)).id for _ in range(WAITING)]
        await _seconds(service)
        ratios = []
        for _ in range(repeats):
            alone = await _seconds(service)
            for table in tables:
                await service.reviews.start(table, "normal", "")
            beside = await _seconds(service)
            for table in tables:
                await service.reviews.cancel(table)
            ratios.append(beside / alone - 1)
        return max(0.0, median(ratios))


async def _seconds(service: TableService) -> float:
    """How long bots take for the first decisions of a game."""
    begun = time.perf_counter()
    info = await service.create([Seating("bot", "", BOT)] * 3)
    async with service.watch(info.id) as changes:
        async for outgoing in changes:
            if isinstance(outgoing.message, State) and outgoing.message.ply >= DECISIONS:
                break
    took = time.perf_counter() - begun
    await service.delete(info.id)
    return took
