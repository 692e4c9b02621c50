"""The table service: tables that are made, played and continued."""

import asyncio
from pathlib import Path
from random import Random

import msgspec
import pytest

from aquaromana.records import Line, Record, RecordError, read_record, verify
from aquaromana.rules import Game
from aquaromana.rules.notation import parse_position
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.messages import Accepted, Ask, Bye, Play, Preview, State
from aquaromana.server.table.seating import Seating
from tests.support.random_play import finished, sampled
from tests.support.server_play import (
    PEOPLE,
    heard,
    next_play,
    play_stretch,
    service_in,
)
from tests.support.storages import Storage


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
async def test_impossible_tables_are_refused(tmp_path: Path, seatings: list[Seating], start: str, code: str) -> None:
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


@pytest.mark.slow
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
