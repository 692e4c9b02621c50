"""Permissions at tables of several people, and revoked links."""

from pathlib import Path

import pytest

from aquaromana.server.protocol.intents import (
    Resign,
    Revoke,
    Switch,
)
from aquaromana.server.protocol.messages import Bye, Play, Say, State
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.table.credentials import NOBODY, Credentials
from tests.support.server_friends import (
    BEN,
    GUEST,
    HOST,
    OPEN,
    PERSON,
    apply,
    decide,
    presence_when,
    refused,
    state_when,
    watched,
)
from tests.support.server_play import heard, service_in

pytestmark = pytest.mark.usefixtures("quick")


# Permissions.


@pytest.mark.slow
async def test_everybody_can_do_what_their_role_permits(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        wanted = Play(id="a", version=0, seat=0, moves=["C@12"])
        for credentials, code in ((BEN, "table/foreign-seat"), (GUEST, "access/seat"), (NOBODY, "access/seat")):
            assert await refused(service.play(made.id, wanted, credentials)) == code
        for credentials in (BEN, GUEST, NOBODY):
            assert await refused(apply(service, made.id, credentials, Switch, chat=False)) == "access/host"
        for credentials in (GUEST, NOBODY):
            assert await refused(service.say(made.id, Say(id="s", seat=0, text="hi"), credentials)) == "access/seat"
            assert await refused(apply(service, made.id, credentials, Resign, seat=0)) == "access/seat"
        assert await refused(service.say(made.id, Say(id="s", seat=0, text="hi"), BEN)) == "table/foreign-seat"
        assert await refused(service.watch(made.id, credentials=NOBODY).__aenter__()) == "access/needed"
        assert (await service.info(made.id)).version == 0
        async with watched(service, made.id, HOST, BEN, GUEST) as watchers:
            states = [await heard(each, State) for each in watchers]
        assert [(state.yours, state.host) for state in states] == [([0], True), ([1], False), ([], False)]
        await service.play(made.id, wanted, HOST)


async def test_anybody_may_watch_a_public_table(tmp_path: Path) -> None:
    async with service_in(tmp_path, lobby=True) as service:
        made = await service.create([PERSON, OPEN], options=Options(public=True))
        assert [info.id for info in await service.lobby()] == [made.id]
        async with service.watch(made.id, credentials=NOBODY) as changes:
            assert (await heard(changes, State)).yours == []
            await service.take(made.id, 1, "Ben")
            assert (await state_when(changes, lambda state: state.version == 2)).table.status == "playing"
        assert await service.lobby() == []
    async with service_in(tmp_path) as service:
        assert await service.lobby() == []
        assert await refused(service.create([PERSON, PERSON], options=Options(public=True))) == "table/options"


# Links.


async def test_a_revoked_player_is_disconnected_at_once(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        async with watched(service, made.id, HOST, BEN, GUEST) as (host, ben, guest):
            await presence_when(host, lambda told: told.present == [0, 1] and told.watching == 1)
            await apply(service, made.id, HOST, Revoke, what="chair", chair=1)
            assert await heard(ben, Bye) == Bye(code="access/revoked")
            with pytest.raises(StopAsyncIteration):
                await anext(ben)
            told = await presence_when(host, lambda told: told.present == [0])
            assert (told.away, told.watching) == ({}, 1)
            await apply(service, made.id, HOST, Revoke, what="watch")
            assert await heard(guest, Bye) == Bye(code="access/revoked")
            await presence_when(host, lambda told: told.watching == 0)
            for old in (BEN, GUEST):
                assert await refused(service.watch(made.id, credentials=old).__aenter__()) == "access/needed"
            await service.take(made.id, 1, "Bea")
            bea = Credentials({1: 1})
            async with service.watch(made.id, credentials=bea) as changes:
                assert (await heard(changes, State)).yours == [1]
                await presence_when(host, lambda told: told.present == [0, 1])
            await decide(service, made.id, HOST)
            await decide(service, made.id, bea)


async def test_a_host_who_gives_their_seat_away_stays_the_host(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        async with service.watch(made.id, credentials=HOST) as changes:
            await apply(service, made.id, HOST, Revoke, what="chair", chair=0)
            state = await state_when(changes, lambda state: state.version == 2)
            assert (state.yours, state.host) == ([], True)
            told = await presence_when(changes, lambda told: not told.present)
            assert (told.host, list(told.away)) == (True, ["1"])
