"""The table service where the storage fails."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Accepted, Choices, Play, State
from aquaromana.server.service.table_service import TableService
from aquaromana.server.storage.backup import back_up
from aquaromana.server.table.seating import Seating
from tests.support.server_faults import ERRORS, Faults, When, faulty
from tests.support.server_play import (
    PEOPLE,
    heard,
    next_play,
    run,
    service_in,
    until,
)

BOT = Seating("bot", "", "random")


async def refused(work: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await work  # type: ignore[misc]
    return caught.value


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_game_on_storage_that_fails_at_every_nth_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, when: When
) -> None:
    async def test(faults: Faults) -> None:
        rng = Random(11)
        accepted: list[str] = []
        refusals = 0
        async with service_in(tmp_path) as service:
            made = await service.create([Seating()] * 3)
            faults.error = ERRORS[2]
            for number in range(1, 15):
                for _ in range(2):
                    wanted = await next_play(service, made.id, rng, id=f"play {len(accepted)}")
                    before = await service.state(made.id)
                    faults.nth(number)
                    try:
                        answer = await service.play(made.id, wanted)
                    except Refusal as refusal:
                        assert refusal.code == "server/storage"  # noqa: PT017 (the fault may come too late)
                        assert await service.state(made.id) == before
                        refusals += 1
                        faults.none()
                        answer = await service.play(made.id, wanted)
                    assert answer.version == wanted.version + len(wanted.moves)
                    accepted += wanted.moves
            faults.none()
            assert refusals > 2, "five to eight plays meet a fault; the others, work that is done meanwhile"
            assert [step.move for step in await service.steps(made.id)] == accepted
        async with service_in(tmp_path) as service:
            assert [step.move for step in await service.steps(made.id)] == accepted

    with faulty(monkeypatch) as faults:
        faults.when = when
        run(test(faults))


def test_without_storage_nothing_changes_and_everything_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(faults: Faults) -> None:
        async with service_in(tmp_path, idle=0) as service:
            made = await service.create(PEOPLE)
            async with service.watch(made.id) as changes:
                await heard(changes, Choices)
                faults.all()
                wanted = Play(id="a", version=0, seat=0, moves=["C@12"])
                for work in (
                    service.play(made.id, wanted),
                    service.create(PEOPLE),
                    service.delete(made.id),
                    service.tables(),
                    service.info("another"),
                ):
                    assert (await refused(work)).code == "server/storage"
                assert (await refused(back_up(service._store, tmp_path / "copy.db"))).code == "server/backup"
                state = await service.state(made.id)  # what is in memory is still told
                assert state.version == 0
                faults.none()
                assert await service.play(made.id, wanted) == Accepted(id="a", version=1)
                assert (await heard(changes, State)).version == 1

    with faulty(monkeypatch) as faults:
        run(test(faults))
    assert not list(tmp_path.glob("copy*"))


def test_a_damaged_table_can_only_be_deleted(tmp_path: Path) -> None:
    async def damage() -> str:
        async with service_in(tmp_path) as service:
            made = await service.create([Seating(), BOT])
            await service.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
        with closing(sqlite3.connect(tmp_path / "tables.db")) as connection, connection:
            connection.execute("UPDATE log SET move = 'J@1' WHERE ply = 0")
        return made.id

    async def test(table: str) -> None:
        async with service_in(tmp_path) as service:  # its bot does not try forever
            for work in (service.state(table), service.record(table), service.watch(table).__aenter__()):
                assert (await refused(work)).code == "table/damaged"
            await until(lambda: resting(service, table))
            assert len(await service.tables()) == 1
            await service.delete(table)
            assert await service.tables() == []

    async def resting(service: TableService, table: str) -> bool:
        return table not in service._bots

    run(test(run(damage())))


@pytest.mark.slow
def test_a_bot_waits_for_storage_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(faults: Faults) -> None:
        async with service_in(tmp_path) as service:
            made = await service.create([Seating(), BOT])
            async with service.watch(made.id) as changes:
                await heard(changes, State)
                await service.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
                faults.all()

                async def has_failed() -> bool:
                    return faults.failed > 3

                await until(has_failed)
                assert (await service.info(made.id)).version == 1
                faults.none()
                while (await heard(changes, State)).version < 2:
                    pass

    with faulty(monkeypatch) as faults:
        run(test(faults))
