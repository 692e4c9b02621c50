"""Bots that are sent away."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.server.service.bot_driver import BotDriver
from tests.support.server_play import service_in


async def test_the_end_waits_for_all_and_disturbs_nobody_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question to the storage that was broken off twice left a traceback."""
    left: list[str] = []

    async def play_on(_: BotDriver, table: str) -> None:
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.2 if table == "dismissed" else 0.05)
            left.append(table)

    monkeypatch.setattr(BotDriver, "_play_on", play_on)
    async with service_in(tmp_path) as service:
        for table in ("dismissed", "thinking"):
            service._bots.wake(table)
        await asyncio.sleep(0.01)
        service._bots.dismiss("dismissed")
        service.begin_shutdown()
        await asyncio.sleep(0.01)
    assert sorted(left) == ["dismissed", "thinking"]
