"""Two halls with one database, as two processes have them: what happens in one is seen in the other."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Bye, Play, Presence, Said, Say, State
from aquaromana.server.service import cluster
from aquaromana.server.service.leases import Leases
from aquaromana.server.service.table_service import TableService
from aquaromana.server.storage import notify
from aquaromana.server.storage.commits import StorageFault
from aquaromana.server.storage.store import Store
from aquaromana.server.table.credentials import Credentials
from aquaromana.server.table.seating import Seating
from tests.support.postgres import CUT, asked
from tests.support.server_play import PEOPLE, heard, next_play, over, play_stretch, service_in, until

BOT = Seating("bot", "", "random")


@asynccontextmanager
async def two_halls(folder: Path, database: str, **wanted: Any) -> AsyncIterator[tuple[TableService, TableService]]:
    async with (
        service_in(folder, database=database, **wanted) as one,
        service_in(folder, database=database, **wanted) as two,
    ):
        yield one, two


async def presence(messages: AsyncIterator[Any], **wanted: object) -> None:
    """Until this is told about who is there."""
    while True:
        told = await heard(messages, Presence)
        if all(getattr(told, name) == value for name, value in wanted.items()):
            return


@pytest.mark.slow
async def test_people_at_two_processes_play_a_game(tmp_path: Path, database: str) -> None:
    rng = Random(1)
    async with two_halls(tmp_path, database) as (one, two):
        made = await one.create(PEOPLE)
        async with two.watch(made.id) as changes, one.watch(made.id) as others:
            version = 0
            for _ in range(8):
                for service in (one, two):
                    assert (await service.state(made.id)).version == version
                    version = (await play_stretch(service, made.id, rng)).version
                    for told in (changes, others):
                        while (await heard(told, State)).version < version:
                            pass
        assert (await one.record(made.id)) == (await two.record(made.id))


@pytest.mark.slow
async def test_rivals_at_two_processes(tmp_path: Path, database: str) -> None:
    """Both know the same version; one wins, and the other is told the new one."""
    rng = Random(2)
    async with two_halls(tmp_path, database) as halls:
        made = await halls[0].create(PEOPLE)
        for number in range(20):
            plays = [
                await next_play(service, made.id, rng, id=f"{name}{number}")
                for service, name in zip(halls, "ab", strict=True)
            ]
            plays[1] = Play(id=plays[1].id, version=plays[0].version, seat=plays[0].seat, moves=plays[0].moves)
            answers = await asyncio.gather(
                *(service.play(made.id, play) for service, play in zip(halls, plays, strict=True)),
                return_exceptions=True,
            )
            refused = [answer for answer in answers if isinstance(answer, Refusal)]
            assert [refusal.code for refusal in refused] == ["table/stale"]
            assert refused[0].version == plays[0].version + len(plays[0].moves)
            await until(lambda: same_version(halls, made.id))


async def same_version(halls: tuple[TableService, TableService], table: str) -> bool:
    return len({(await service.state(table)).version for service in halls}) == 1


@pytest.mark.slow
async def test_a_client_from_a_process_that_was_ahead_loses_nothing(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the client knows must exist somewhere: the process catches up before it answers."""
    monkeypatch.setattr(cluster.Cluster, "_reach_soon", lambda *_: None)  # as if the notices were still on the way
    rng = Random(3)
    async with two_halls(tmp_path, database) as (one, two):
        made = await one.create(PEOPLE)
        assert (await two.state(made.id)).version == 0
        first = await play_stretch(one, made.id, rng)
        play = await next_play(one, made.id, rng)
        assert (await two.play(made.id, play)).version > first.version
        sent_again = await play_stretch(one, made.id, rng)  # it has not heard of the one before either
        async with two.watch(made.id, since=sent_again.version) as changes:
            assert (await heard(changes, State)).version == sent_again.version


async def test_a_table_that_is_deleted_elsewhere_is_gone_here(tmp_path: Path, database: str) -> None:
    async with two_halls(tmp_path, database) as (one, two):
        made = await one.create(PEOPLE)
        async with two.watch(made.id) as changes:
            await one.delete(made.id)
            assert await heard(changes, Bye) == Bye(code="table/deleted")
        with pytest.raises(Refusal, match="no such table"):
            await two.info(made.id)


@pytest.mark.slow
async def test_what_is_said_is_heard_everywhere_once(tmp_path: Path, database: str) -> None:
    async with two_halls(tmp_path, database) as halls:
        made = await halls[0].create(PEOPLE)
        async with halls[0].watch(made.id) as here, halls[1].watch(made.id) as there:
            words = [Say(id=f"{number}", seat=number % 2, text=f"word {number}") for number in range(8)]
            await asyncio.gather(*(halls[number % 2].say(made.id, word) for number, word in enumerate(words)))
            for told in (here, there):
                said = [await heard(told, Said) for _ in words]
                assert [each.number for each in said] == list(range(8))
                assert {each.text for each in said} == {word.text for word in words}
            again = [service.say(made.id, words[0]) for service in halls]  # the answer was lost
            fresh = Say(id="new", seat=0, text="news")
            await asyncio.gather(*again, *(service.say(made.id, fresh) for service in halls))
            for told in (here, there):
                assert (await heard(told, Said)).text == "news"
            await halls[0].say(made.id, Say(id="last", seat=1, text="last"))
            for told in (here, there):
                assert (await heard(told, Said)).text == "last"


async def test_presence_is_known_to_all_processes(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "POLL_INTERVAL", 0.2)
    async with two_halls(tmp_path, database) as (one, two):
        made = await one.create(PEOPLE)
        ann, ben = (Credentials({chair: 0}) for chair in (0, 1))
        async with one.watch(made.id, credentials=ann) as changes:
            await presence(changes, present=[0])
            async with two.watch(made.id, credentials=ben) as others:
                await presence(changes, present=[0, 1])
                await presence(others, present=[0, 1])
                async with two.watch(made.id, credentials=Credentials(watch=0)):
                    await presence(changes, present=[0, 1], watching=1)
                await presence(changes, watching=0)
            await presence(changes, present=[0])
            process = f"('dead', '{made.id}', 1, 1, extract(epoch FROM now()) + 0.5)"
            columns = "(process, table_id, chair, guests, until)"
            await asked(database, f"INSERT INTO attendance {columns} VALUES {process}")
            await presence(changes, present=[0, 1])
            await presence(changes, present=[0])  # it gives no sign of life


async def test_after_a_cut_nothing_is_missing(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the line was cut somebody played, spoke, and came."""
    monkeypatch.setattr(notify, "FIRST_PAUSE", 0.3)
    rng = Random(4)
    async with two_halls(tmp_path, database) as (one, two):
        made, deleted = await one.create(PEOPLE), await one.create(PEOPLE)
        async with two.watch(made.id, credentials=Credentials({0: 0})) as changes, two.watch(deleted.id) as doomed:
            await presence(changes, present=[0])
            for _ in range(2):  # the first time it comes back at once, the second time after a pause
                await asked(database, CUT)
            played = await play_stretch(one, made.id, rng)
            await one.say(made.id, Say(id="a", seat=0, text="hello"))
            await one.delete(deleted.id)
            async with one.watch(made.id, credentials=Credentials({1: 0})):
                missing = {"played", "said", "came"}  # in whatever order they are read
                async for told in changes:
                    match told.message:
                        case State(version=played.version):
                            missing.discard("played")
                        case Said(text="hello"):
                            missing.discard("said")
                        case Presence(present=[0, 1]):
                            missing.discard("came")
                    if not missing:
                        break
            assert await heard(doomed, Bye) == Bye(code="table/deleted")


async def test_a_change_that_cannot_be_read_when_notified_is_read_later(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "POLL_INTERVAL", 0.1)
    async with two_halls(tmp_path, database) as (one, two):
        made = await one.create(PEOPLE)
        async with two.watch(made.id) as changes:
            await heard(changes, State)
            with monkeypatch.context() as patch:
                patch.setattr(Store, "since", unreadable)
                played = await play_stretch(one, made.id, Random(5))
                await until(lambda: is_doubtful(two, made.id))
            assert (await heard(changes, State)).version == played.version


async def unreadable(*_: object) -> None:
    raise StorageFault("not now")


async def is_doubtful(service: TableService, table: str) -> bool:
    loaded = service.peek(table)
    return loaded is not None and loaded.doubtful


# Bots.


@pytest.mark.slow
async def test_bots_of_a_table_think_in_one_process_and_then_in_another(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "POLL_INTERVAL", 0.1)
    async with service_in(tmp_path, database=database, bot_delay=0.02) as two:
        async with service_in(tmp_path, database=database, bot_delay=0.02) as one:
            made = await one.create([BOT, BOT])
            async with two.watch(made.id) as changes:
                for _ in range(5):
                    await heard(changes, State)
                await asyncio.sleep(0.2)  # two looks
                assert [service._cluster.leases._held for service in (one, two)] == [{made.id}, set()]
        async with two.watch(made.id) as changes:
            await over(changes)
        assert two._cluster.leases._held == {made.id}


async def test_a_lease_ends_with_the_line(tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "POLL_INTERVAL", 60.0)
    async with two_halls(tmp_path, database) as halls:
        one, two = (service._cluster.leases for service in halls)
        assert [await one.take("a"), await one.take("a"), await two.take("a"), await two.take("b")] == [
            *(True, True, False, True)
        ]
        await one.give_back({"b"})
        assert await two.take("a")
        await two.give_back({"a", "b"})
        assert not await one.take("a")
        await asked(database, CUT)
        await until(lambda: nothing_held(two))
        await until(lambda: one.take("a"))  # as soon as its own line is there again


async def nothing_held(leases: Leases) -> bool:
    return not leases._held
