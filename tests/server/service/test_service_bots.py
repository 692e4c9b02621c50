"""What subscribers hear, and the bots at tables."""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from aquaromana.records import verify
from aquaromana.server.protocol.intents import Rename
from aquaromana.server.protocol.messages import Bye, Choices, Play, State, Thinking
from aquaromana.server.table.seating import Seating
from tests.support.server_bots import install
from tests.support.server_play import (
    PEOPLE,
    heard,
    over,
    play_stretch,
    service_in,
    until,
)
from tests.support.storages import Storage

BOT = Seating("bot", "", "random")


# Watching.


@pytest.mark.slow
async def test_what_a_subscriber_hears(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([Seating("person"), BOT])
        async with service.watch(made.id) as changes:
            first, choices = (await anext(changes)).message, (await anext(changes)).message
            assert isinstance(first, State)
            assert (first.version, first.since, first.yours) == (0, 0, [0])
            assert isinstance(choices, Choices)
            move = choices.choices[0].move
            await service.play(made.id, Play(id="a", version=0, seat=0, moves=[move]))
            mine = await heard(changes, State)
            assert (mine.since, mine.version, mine.steps[0].move) == (0, 1, move)
            theirs = await heard(changes, State)
            assert (theirs.since, theirs.version, theirs.steps[0].seat) == (1, 2, 1)
            assert (await heard(changes, Choices)).version == 2


async def test_a_slow_subscriber_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
    rng = Random(1)
    async with service_in(tmp_path, lag=4) as service:
        made = await service.create(PEOPLE)
        async with service.watch(made.id) as slow, service.watch(made.id) as quick:
            for _ in range(8):
                await play_stretch(service, made.id, rng)
                await heard(quick, Choices)
            assert await heard(slow, Bye) == Bye(code="server/slow")
            await play_stretch(service, made.id, rng)
            while (await heard(quick, State)).version < 9:
                pass


@pytest.mark.slow
async def test_thinking_is_sent_to_subscribers_that_asked_for_it(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([Seating(), Seating("bot", "", "search:3")])
        async with service.watch(made.id, thinking=True) as curious, service.watch(made.id) as calm:
            await service.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
            thought = await heard(curious, Thinking)
            assert (thought.version, thought.seat) == (1, 1)
            assert thought.lines
            kinds: list[str] = []
            while not kinds or kinds[-1] != "State" or kinds.count("State") < 3:
                kinds.append(type((await anext(calm)).message).__name__)
            assert "Thinking" not in kinds


@pytest.mark.slow
async def test_thoughts_tell_the_version_of_the_table_and_not_the_number_of_decisions(tmp_path: Path) -> None:
    """A browser drops thoughts about an earlier version, so that at a table with renamed seats it showed none."""
    async with service_in(tmp_path) as service:
        made = await service.create([Seating(), Seating("bot", "", "search:3")])
        await service.apply(made.id, Rename(id="a", version=0, seat=0, name="Nero"))
        async with service.watch(made.id, thinking=True) as curious:
            await service.play(made.id, Play(id="b", version=1, seat=0, moves=["C@12"]))
            assert (await heard(curious, Thinking)).version == 2


# Bots.


@pytest.mark.slow
async def test_bots_play_on_where_nobody_looks(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = [await service.create([BOT] * players) for players in (2, 3, 4)]

        async def all_over() -> bool:
            return all(info.status == "over" for info in await service.tables())

        await until(all_over)
        for each in made:
            assert verify(await service.record(each.id)).is_true


@pytest.mark.slow
async def test_after_a_restart_every_table_goes_on(storage: Storage) -> None:
    rng = Random(1)
    async with service_in(storage) as service:
        alone = await service.create([BOT] * 2)
        mixed = await service.create([Seating(), BOT])
        people = await service.create(PEOPLE)
        await play_stretch(service, people.id, rng)

        async def begun() -> bool:
            return (await service.info(alone.id)).version >= 3

        await until(begun)
        await play_stretch(service, mixed.id, rng)
    async with service_in(storage) as service:
        assert (await service.info(people.id)).version == 1
        async with service.watch(alone.id) as changes:
            await over(changes)
        async with service.watch(mixed.id) as changes:
            while (await heard(changes, State)).version % 2 != 0:
                pass
        await play_stretch(service, mixed.id, rng)


@pytest.mark.slow
async def test_a_bot_that_fails_is_replaced_and_the_record_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    async with service_in(tmp_path) as service:
        made = await service.create([Seating(), Seating("bot", "", "dies")])
        async with service.watch(made.id) as changes:
            await service.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
            while (state := await heard(changes, State)).version < 2:
                pass
            assert state.steps[-1].by == "greedy"
        assert (await service.record(made.id)).line.plies[1].comment == "decided by greedy"
    async with service_in(tmp_path) as service:
        assert (await service.steps(made.id))[1].by == "greedy"


@pytest.mark.slow
async def test_bots_leave_people_time_to_follow(tmp_path: Path) -> None:
    async with service_in(tmp_path, bot_delay=0.3) as service:
        made = await service.create([Seating(), BOT, BOT])
        async with service.watch(made.id) as changes:
            await service.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
            begun = time.monotonic()
            while (await heard(changes, State)).version < 3:
                pass
            assert time.monotonic() - begun > 0.55


@pytest.mark.slow
async def test_a_thinking_bot_is_stopped_when_its_table_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    async with service_in(tmp_path) as service:
        made = await service.create([Seating("bot", "", "hangs"), Seating()])
        other = await service.create([BOT, Seating()])  # there is one process, so this bot has to wait
        await asyncio.sleep(0.1)
        assert (await service.info(other.id)).version == 0
        await service.delete(made.id)
        async with service.watch(other.id) as changes:
            while (await heard(changes, State)).version < 1:
                pass
