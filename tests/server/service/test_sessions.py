"""Who comes and goes: what the others hear of it, also where there are many."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from aquaromana.server.protocol.intents import Rename, Revoke
from aquaromana.server.protocol.messages import Presence
from aquaromana.server.service import sessions
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.seating import Seating
from tests.support.server_play import PEOPLE, heard, service_in

HOST, BEN, GUEST = Credentials({0: 0}, host=0), Credentials({1: 0}), Credentials(watch=0)


async def test_a_crowd_is_counted_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred spectators who come at once, nobody hears a hundred times."""
    monkeypatch.setattr(sessions, "_CROWD", 0.05)
    async with service_in(tmp_path, lag=8) as service, AsyncExitStack() as stack:
        made = await service.create(PEOPLE)
        host = await stack.enter_async_context(service.watch(made.id, credentials=HOST))
        assert (await heard(host, Presence)).watching == 0
        crowd = [await stack.enter_async_context(service.watch(made.id, credentials=GUEST)) for _ in range(100)]
        await asyncio.sleep(0.1)
        told = [each.message for each in host._waiting if isinstance(each.message, Presence)]
        assert told[-1].watching == 100
        assert len(told) < 8
        assert not any(subscriber.ended for subscriber in crowd)
        async with service.watch(made.id, credentials=BEN):  # a player is told of at once
            assert isinstance(host._waiting[-1].message, Presence)
            assert host._waiting[-1].message.present == [0, 1]


async def test_a_new_session_is_sent_the_presence(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([Seating("person"), Seating("person"), Seating("bot", "", "random")])
        async with (
            service.watch(made.id, credentials=HOST) as host,
            service.watch(made.id, credentials=GUEST) as guest,
        ):
            told = await heard(guest, Presence)
            assert (told.present, list(told.away), told.host, told.watching) == ([0], ["1"], True, 1)
            first = await heard(host, Presence)
            assert (first.present, first.watching) == ([0], 0)


async def test_credentials_are_rechecked_after_a_revocation(tmp_path: Path) -> None:
    """And not after every change: there may be hundreds of them."""
    async with service_in(tmp_path) as service:
        made = await service.create(PEOPLE)
        async with (
            service.watch(made.id, credentials=HOST),
            service.watch(made.id, credentials=BEN),
            service.using(made.id) as loaded,
        ):
            service._sessions.review(loaded)
            before = loaded.known_members
            await service.apply(made.id, Rename(id="a", version=0, seat=0, name="Nero"), HOST)
            await asyncio.sleep(0.01)
            assert loaded.known_members is before
            await service.apply(made.id, Revoke(id="b", version=1, what="chair", chair=1), HOST)
            await asyncio.sleep(0.01)
            assert loaded.known_members is not before
            assert len(loaded.sessions) == 1
