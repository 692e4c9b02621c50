"""Players' clocks, and the timers of tables that leave the memory."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from aquaromana.server.protocol.events import StoodIn
from aquaromana.server.protocol.intents import (
    Back,
    Resign,
    Revoke,
)
from aquaromana.server.protocol.messages import Bye
from aquaromana.server.protocol.table_info import Clock, Options
from aquaromana.server.service import timers
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table import outcomes
from aquaromana.server.table.credentials import LOCAL
from tests.support.server_friends import (
    BEN,
    GUEST,
    HOST,
    OPEN,
    PERSON,
    add,
    apply,
    decide,
    refused,
    state_when,
    watched,
)
from tests.support.server_play import heard, next_play, over, service_in, until

pytestmark = pytest.mark.usefixtures("quick")


# Time.


async def test_a_bot_takes_over_when_a_player_runs_out_of_time(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await add(service, PERSON, PERSON, clock=Clock(per="game", seconds=0))
        async with service.watch(made.id, credentials=HOST) as changes:
            await state_when(changes, lambda state: state.ply >= 2)
        stood_in = [news for news in (await service.state(made.id)).news if isinstance(news.event, StoodIn)]
        assert [news.event for news in stood_in] == [
            StoodIn(seat=seat, bot=outcomes.STAND_IN, why="clock") for seat in (0, 1)
        ]
        assert {news.seat for news in stood_in} == {-1}
        assert await refused(apply(service, made.id, HOST, Back, seat=0)) == "table/no-time"
        assert {step.by for step in await service.steps(made.id)} == {outcomes.STAND_IN}


async def test_a_player_without_time_resigns(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await add(service, PERSON, PERSON, clock=Clock(per="game", seconds=0, zero="resign"))
        async with service.watch(made.id, credentials=HOST) as changes:
            state = await over(changes)
        assert [player.resigned for player in state.table.players] == [True, False]
        assert state.clocks is not None
        assert state.clocks.running == -1


@pytest.mark.slow
async def test_a_clock_rings_at_tables_that_nobody_has_opened_since_the_start(tmp_path: Path) -> None:
    clock = Clock(per="game", seconds=1, zero="resign")
    async with service_in(tmp_path) as service:
        alone, looked_at = [await add(service, PERSON, PERSON, clock=clock) for _ in range(2)]
    await asyncio.sleep(1.1)
    async with service_in(tmp_path, idle=0.1) as service:
        async with service.watch(looked_at.id) as changes:
            await over(changes)

        async def rang() -> bool:
            return (await service.tables([alone.id]))[0].status == "over"

        await until(rang)


@pytest.mark.slow
async def test_nobody_loses_by_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "MERCY", 60.0)
    async with service_in(tmp_path) as service:
        made = await add(service, PERSON, PERSON, clock=Clock(per="game", seconds=0, zero="resign"))
    monkeypatch.setattr(timers, "MERCY", 3.0)
    async with service_in(tmp_path, idle=0.1) as service, service.watch(made.id) as changes:
        await asyncio.sleep(0.2)
        assert (await service.info(made.id)).status == "playing"
        await over(changes)


async def test_a_clock_does_not_run_where_nobody_has_to_decide(tmp_path: Path) -> None:
    async def running(service: TableService, table: str) -> int:
        clocks = (await service.state(table)).clocks
        assert clocks is not None
        return clocks.running

    clock = Clock(per="stretch", seconds=60)
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, OPEN], options=Options(clock=clock))
        assert await running(service, made.id) == -1
        await service.take(made.id, 1, "")
        assert await running(service, made.id) == 0
        await apply(service, made.id, HOST, Revoke, what="chair", chair=0)
        assert await running(service, made.id) == 0, "the seat's time, whoever sits there"


# Memory.


async def test_nothing_is_remembered_of_tables_that_nobody_uses(tmp_path: Path) -> None:
    async with service_in(tmp_path, idle=0.1) as service:
        made = [await service.create([PERSON, PERSON], options=Options(clock=Clock(per="game", seconds=60)))]
        made.append(await service.create([PERSON, PERSON]))
        for each in made:
            async with watched(service, each.id, HOST, BEN, GUEST) as watchers:
                await decide(service, each.id, HOST)
                if each is made[1]:
                    await service.delete(each.id)
                    await heard(watchers[0], Bye)
        assert set(service._sessions._tracker._left) == {made[0].id}

        async def swept() -> bool:
            return not service.in_memory

        await until(swept)
        assert service._sessions._tracker._sessions == {}
        assert set(service._sessions._tracker._left) == {made[0].id}, "a grace can be long"
        service._sessions._tracker._left[made[0].id] = dict.fromkeys(range(2), 0.0)
        service._sessions.prune()
        assert not service._sessions._tracker._left


async def test_a_table_that_comes_back_into_memory_has_its_timer(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await add(service, PERSON, PERSON, clock=Clock(per="game", seconds=1, zero="resign"))
        await asyncio.sleep(0.01)  # until its first alarm is set
        service._cache.drop(made.id)
        async with asyncio.timeout(20), service.watch(made.id) as changes:  # later it would ring anyway
            await over(changes)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_a_game_that_was_given_up_is_so_when_it_is_brought_in_again(tmp_path: Path, players: int) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON] * players)
        played = await next_play(service, made.id, Random(1))
        await service.play(made.id, played)
        await apply(service, made.id, LOCAL, Resign, seat=players - 1)
        again = await service.add_record(await service.record(made.id))
        assert [player.resigned for player in again.players] == [False] * (players - 1) + [True]
        assert (again.status, again.start) == ("over" if players == 2 else "playing", 1)
        assert (await service.record(again.id)).tags["Resigned"] == str(players - 1)
