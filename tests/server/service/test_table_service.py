"""The hall: tables that are played, watched, kept and continued, also where the storage or a client fails."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

from aquaromana.records import Line, Record, RecordError, read_record, verify
from aquaromana.rules import Game
from aquaromana.rules.notation import parse_position
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Accepted, Ask, Bye, Choices, Play, Preview, State, Thinking
from aquaromana.server.service.table_service import TableService
from aquaromana.server.storage.backup import back_up
from aquaromana.server.table.seating import Seating
from tests.support.random_play import finished, sampled
from tests.support.server_bots import install
from tests.support.server_faults import ERRORS, Faults, When, faulty
from tests.support.server_play import (
    PEOPLE,
    heard,
    next_play,
    over,
    play,
    play_stretch,
    run,
    service_in,
    stretch,
    until,
)
from tests.support.storages import Storage

BOT = Seating("bot", "", "random")


async def refused(work: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        await work  # type: ignore[misc]
    return caught.value


# Tables.


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
async def test_people_play_a_whole_game(storage: Storage, players: int) -> None:
    rng = Random(players)
    async with service_in(storage) as service:
        made = await service.create([Seating("person", f"P{seat}") for seat in range(players)])
        assert (made.status, made.version, made.origin, made.start) == ("playing", 0, "new", 0)
        version = 0
        while (info := await service.info(made.id)).status == "playing":
            assert info.version == version
            version = (await play_stretch(service, made.id, rng)).version
        record = await service.record(made.id)
        assert verify(record).is_true
        assert record.is_finished
        assert await service.tables() == [info]
        assert await service.choices(made.id) is None


@pytest.mark.parametrize(
    ("seatings", "start", "code"),
    [
        ([Seating()], "", "table/players"),
        ([Seating()] * 5, "", "table/players"),
        ([Seating(name="x" * 41)] * 2, "", "table/name"),
        ([Seating("bot", "", "search:9"), Seating()], "", "table/bot"),
        ([Seating("bot", "", "network:/etc/passwd"), Seating()], "", "table/bot"),
        ([Seating("bot", "", "search:5@86400s"), Seating()], "", "table/bot"),
        ([Seating()] * 2, str(Game(3)), "table/start"),
        ([Seating()] * 2, str(finished(2, 1)), "table/over"),
    ],
)
async def test_tables_that_cannot_be(tmp_path: Path, seatings: list[Seating], start: str, code: str) -> None:
    async with service_in(tmp_path) as service:
        position = parse_position(start) if start else None
        assert (await refused(service.create(seatings, position))).code == code
        assert await service.tables() == []


async def test_there_is_room_for_so_many_tables(tmp_path: Path) -> None:
    async with service_in(tmp_path, tables=2) as service:
        first = await service.create(PEOPLE)
        await service.create(PEOPLE)
        refusal = await refused(service.create(PEOPLE))
        assert (refusal.code, refusal.arguments) == ("table/limit", {"limit": 2})
        await service.delete(first.id)
        await service.create(PEOPLE)


async def test_names_are_tidied(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([Seating("person", "  Ann\u202e \n Lee\x00 "), Seating("bot", "", "random")])
        assert [player.name for player in made.players] == ["Ann Lee", ""]


async def test_a_table_from_a_position(tmp_path: Path) -> None:
    game = next(game for game in sampled(40) if game.phase.name == "CLAIM")
    async with service_in(tmp_path) as service:
        made = await service.create([Seating()] * game.players, game.position)
        assert made.origin == "position"
        state = await service.state(made.id)
        assert state.view.position == str(game)
        await play_stretch(service, made.id, Random(1))
        assert (await service.record(made.id)).start == game.position


async def test_whatever_is_asked_about_no_table_is_refused(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        for id_ in ("", "nobody", "x" * 10_000, "\x00", "'; DROP TABLE log; --", "\ud800"):
            for work in (
                service.info(id_),
                service.state(id_),
                service.choices(id_),
                service.record(id_),
                service.delete(id_),
                service.steps(id_),
                service.view(id_, 0),
                service.play(id_, Play(id="a", version=0, seat=0, moves=[])),
                service.preview(id_, Preview(id="a", version=0, moves=[])),
                service.ask(id_, Ask(id="a", version=0, subject="kind", name="C")),
                service.watch(id_).__aenter__(),
            ):
                assert (await refused(work)).code == "table/unknown"


async def test_a_deleted_table_is_gone_for_everybody(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create(PEOPLE)
        async with service.watch(made.id) as changes:
            await service.delete(made.id)
            assert await heard(changes, Bye) == Bye(code="table/deleted")
            with pytest.raises(StopAsyncIteration):
                await anext(changes)
        assert (await refused(service.info(made.id))).code == "table/unknown"
        assert (await refused(service.delete(made.id))).code == "table/unknown"


@pytest.mark.slow
async def test_a_table_that_is_deleted_while_somebody_plays(storage: Storage) -> None:
    async with service_in(storage) as service:
        for _ in range(20):
            made = await service.create(PEOPLE)
            answers = await asyncio.gather(
                play_stretch(service, made.id, Random(1)),
                service.delete(made.id),
                play_stretch(service, made.id, Random(2)),
                return_exceptions=True,
            )
            codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
            assert set(codes) <= {"table/unknown", "table/stale", "message/id-reused"}
            assert answers[1] is None
        assert await service.tables() == []


async def test_views_and_steps_of_any_ply(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create(PEOPLE)
        for _ in range(6):
            await play_stretch(service, made.id, Random(1))
        record = await service.record(made.id)
        for ply in range(7):
            assert (await service.view(made.id, ply)).position == str(record.game(ply))
        assert (await refused(service.view(made.id, 8))).code == "table/ply"
        steps = await service.steps(made.id)
        assert [step.move for step in steps] == [str(move) for move in record.moves]
        assert await service.steps(made.id, 4) == steps[4:]


# Records.


async def test_a_record_goes_on_where_it_stopped(storage: Storage) -> None:
    text = '[Event "Fair"] [Players "2"] [Seat0 "Ann"] [Bot1 "random"] {so} 0. C@12 {good} (C@13) D@3 S@20 *'
    async with service_in(storage) as service:
        made = await service.add_record(read_record(text))
        assert (made.origin, made.start, made.version) == ("import", 3, 3)
        assert [(player.kind, player.name, player.bot) for player in made.players] == [
            ("person", "Ann", ""),
            ("bot", "", "random"),
        ]
        async with service.watch(made.id) as changes:  # the bot goes on by itself
            while (await heard(changes, State)).version < 4:
                pass
        record = await service.record(made.id)
        assert record.tags["Event"] == "Fair"
        assert record.line.comment == "so"
        assert record.line.plies[0].comment == "good"
        assert len(record.line.plies[0].variations) == 1
        assert len(record.moves) == 4


@pytest.mark.parametrize(
    ("bot", "over", "kind", "told"),
    [
        ("search:2@800", False, "bot", "search:2"),
        ("clever:7", False, "person", ""),
        ("clever:7", True, "bot", "clever:7"),
        ("", True, "person", ""),
    ],
)
async def test_bots_of_records_play_if_they_are_here(
    tmp_path: Path, bot: str, over: bool, kind: str, told: str
) -> None:
    game = finished(2, 3) if over else Game(2)
    async with service_in(tmp_path) as service:
        made = await service.add_record(Record.from_game(game, **({"Bot1": bot} if bot else {})))
        assert (made.players[1].kind, made.players[1].bot) == (kind, told)
        assert made.status == ("over" if over else "playing")


async def test_a_long_name_in_a_record_is_cut(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.add_record(Record.from_game(Game(2), Seat0="🏛" * 10_000))
        assert made.players[0].name == "🏛" * 40


async def test_a_record_that_breaks_the_rules_is_refused(tmp_path: Path) -> None:
    good = Record.from_game(finished(3, 1))
    plies = list(good.line.plies)
    plies[20] = plies[0]  # a builder of the set-up, in the middle of the game
    bad = Record(good.start, Line(tuple(plies)))
    async with service_in(tmp_path) as service:
        with pytest.raises(RecordError):
            await service.add_record(bad)
        assert await service.tables() == []


# Playing.


async def test_a_refusal_changes_nothing(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([Seating("person"), Seating("bot", "", "random")])
        before = await service.state(made.id)
        for change, code in (
            ({"version": 3}, "table/stale"),
            ({"seat": 1}, "table/foreign-seat"),
            ({"moves": ["J@1"]}, "kind/joker-waits"),
            ({"moves": []}, "table/incomplete"),
        ):
            wanted = msgspec.structs.replace(Play(id="a", version=0, seat=0, moves=["C@12"]), **change)
            assert (await refused(service.play(made.id, wanted))).code == code
        assert await service.state(made.id) == before


async def test_rivals_for_the_same_version(storage: Storage) -> None:
    async with service_in(storage) as service:
        made = await service.create(PEOPLE)
        plays = [Play(id=f"p{number}", version=0, seat=0, moves=[f"C@{number + 1}"]) for number in range(20)]
        answers = await asyncio.gather(*(service.play(made.id, each) for each in plays), return_exceptions=True)
        accepted = [answer for answer in answers if isinstance(answer, Accepted)]
        codes = {answer.code for answer in answers if isinstance(answer, Refusal)}
        assert (len(accepted), codes) == (1, {"table/stale"})
        (step,) = await service.steps(made.id)
        assert step.move == plays[int(accepted[0].id[1:])].moves[0]


async def test_the_same_intent_many_times_at_once_is_made_once(storage: Storage) -> None:
    async with service_in(storage) as service:
        made = await service.create(PEOPLE)
        wanted = Play(id="once", version=0, seat=0, moves=["C@12"])
        answers = await asyncio.gather(*(service.play(made.id, wanted) for _ in range(20)))
        assert set(answers) == {Accepted(id="once", version=1)}
        assert (await service.info(made.id)).version == 1


@pytest.mark.slow
async def test_a_client_who_leaves_while_it_is_kept(storage: Storage) -> None:
    """Cancelled at any moment, a play is made as a whole or not at all, and the table goes on."""
    rng = Random(1)
    async with service_in(storage) as service:
        made = await service.create(PEOPLE)
        for pause in range(12):
            wanted = await next_play(service, made.id, rng, id=f"cut {pause}")
            task = asyncio.create_task(service.play(made.id, wanted))
            for _ in range(pause):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            await service._tasks.wait()
            made_now = (await service.info(made.id)).version - wanted.version
            assert made_now in (0, len(wanted.moves))
            assert made_now or pause < 3
            await play_stretch(service, made.id, rng)
        state = await service.state(made.id)
    async with service_in(storage) as service:
        assert await service.state(made.id) == state


async def test_another_process_wrote_to_the_same_table(tmp_path: Path) -> None:
    """Then the stretch is refused as stale, the table catches up, and its watchers hear what happened."""
    async with service_in(tmp_path) as one, service_in(tmp_path) as other:
        made = await one.create(PEOPLE)
        assert (await other.info(made.id)).version == 0
        await other.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
        async with one.watch(made.id) as changes:
            await heard(changes, State)
            wanted = Play(id="b", version=0, seat=0, moves=["D@13"])
            refusal = await refused(one.play(made.id, wanted))
            assert (refusal.code, refusal.version) == ("table/stale", 1)
            state = await heard(changes, State)
            assert [step.move for step in state.steps] == ["C@12"]
        again = await one.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
        assert again.version == 1
        await other.delete(made.id)
        refusal = await refused(one.play(made.id, Play(id="c", version=1, seat=1, moves=["D@13"])))
        assert refusal.code == "table/unknown"


# Storage that fails.


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
            assert refusals > 5
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
        async with service_in(tmp_path) as service:  # its bot does not try for ever
            for work in (service.state(table), service.record(table), service.watch(table).__aenter__()):
                assert (await refused(work)).code == "table/damaged"
            await until(lambda: resting(service, table))
            assert len(await service.tables()) == 1
            await service.delete(table)
            assert await service.tables() == []

    async def resting(service: TableService, table: str) -> bool:
        return table not in service._bots

    run(test(run(damage())))


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


# Watching.


async def test_what_a_watcher_hears(tmp_path: Path) -> None:
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


async def test_a_slow_watcher_is_dropped_and_nobody_waits(tmp_path: Path) -> None:
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
async def test_thinking_is_told_to_who_wants_it(tmp_path: Path) -> None:
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


# Bots.


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


async def test_bots_leave_people_time_to_follow(tmp_path: Path) -> None:
    async with service_in(tmp_path, bot_delay=0.3) as service:
        made = await service.create([Seating(), BOT, BOT])
        async with service.watch(made.id) as changes:
            await service.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]))
            begun = time.monotonic()
            while (await heard(changes, State)).version < 3:
                pass
            assert time.monotonic() - begun > 0.55


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


# Memory and time.


def sweep(service: TableService) -> None:
    service._cache.sweep(service.settings.idle, service._bots.__contains__)


async def test_an_idle_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    rng = Random(1)
    async with service_in(tmp_path, idle=0) as service:
        made, watched = await service.create(PEOPLE), await service.create(PEOPLE)
        async with service.watch(watched.id) as changes:
            for version in range(1, 4):
                sweep(service)
                assert service.peek(made.id) is None
                assert service.peek(watched.id) is not None
                assert (await play_stretch(service, made.id, rng)).version == version
            await play_stretch(service, watched.id, rng)
            while (await heard(changes, State)).version < 1:
                pass


async def test_a_table_is_loaded_once_for_all_who_want_it(tmp_path: Path) -> None:
    async with service_in(tmp_path, idle=0) as service:
        made = await service.create(PEOPLE)
        sweep(service)
        await asyncio.gather(*(service.info(made.id) for _ in range(10)))
        answers = await asyncio.gather(
            *(play_stretch(service, made.id, Random(1), id="same", seat=0, version=0) for _ in range(3))
        )
        assert {answer.version for answer in answers} == {1}


# The end.


async def test_the_end_is_told_and_nothing_is_lost(storage: Storage) -> None:
    rng = Random(1)
    async with service_in(storage) as service:
        tables = [(await service.create(PEOPLE)).id for _ in range(8)]
        async with service.watch(tables[0]) as changes:
            plays = [asyncio.create_task(play_stretch(service, table, rng)) for table in tables]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            service.begin_shutdown()
            assert await heard(changes, Bye) == Bye(code="server/restart")
        answers = await asyncio.gather(*plays, return_exceptions=True)
        for work in (play_stretch(service, tables[0], rng), service.create(PEOPLE), service.delete(tables[0])):
            assert (await refused(work)).code == "server/restart"
        async with service.watch(tables[1]) as late:
            assert await heard(late, Bye) == Bye(code="server/restart")
    async with service_in(storage) as service:
        for table, answer in zip(tables, answers, strict=True):
            version = (await service.info(table)).version
            if isinstance(answer, Accepted):
                assert version == answer.version
            else:
                assert isinstance(answer, Refusal)
                assert version == 0


async def test_a_hall_that_cannot_open_starts_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be used"):
        async with service_in(tmp_path, database="nonsense"):
            raise AssertionError("opened")


@pytest.mark.parametrize("seed", range(3))
async def test_random_play_at_many_tables_is_what_the_rules_say(tmp_path: Path, seed: int) -> None:
    """Right and wrong plays at once at several tables: what was accepted is the game, in order, and legal."""
    rng = Random(seed)
    async with service_in(tmp_path) as service:
        tables = [(await service.create([Seating()] * rng.choice((2, 3, 4)))).id for _ in range(5)]
        made: dict[str, list[str]] = {table: [] for table in tables}

        async def play_some(service: TableService, table: str) -> None:
            async with service.using(table) as loaded:
                on = loaded.table
                if on.is_over:
                    return
                wanted = play(on, stretch(on.position, rng), id=f"{rng.random()}")
            if rng.random() < 0.3:
                wrong = rng.choice(({"version": 10_000}, {"moves": wanted.moves[:-1]}, {"moves": ["x"]}))
                refusal = await refused(service.play(table, msgspec.structs.replace(wanted, **wrong)))
                assert refusal.code in {"table/stale", "table/incomplete", "notation/unreadable"}
            try:
                await service.play(table, wanted)
            except Refusal as refusal:
                assert refusal.code in {"table/stale", "table/not-your-turn"}  # noqa: PT017 (a rival was faster)
            else:
                made[table] += wanted.moves

        for _ in range(25):
            await asyncio.gather(*(play_some(service, rng.choice(tables)) for _ in range(8)))
        for table in tables:
            record = await service.record(table)
            assert [str(move) for move in record.moves] == made[table]
            game = Game(record.players)
            for move in made[table]:
                game.play(move)
            assert (await service.state(table)).view.position == str(game)
