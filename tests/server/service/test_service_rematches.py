"""Forks and rematches."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.records import Record, verify
from aquaromana.rules import Game
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Began, Followed
from aquaromana.server.protocol.intents import (
    Rematch,
    Resign,
    Start,
    Takeback,
)
from aquaromana.server.protocol.table_info import Clock, Match, Options
from aquaromana.server.table import outcomes
from aquaromana.server.table.credentials import LOCAL, NOBODY, Credentials
from aquaromana.server.table.seating import Seating
from tests.support.random_play import CUSTOM, played
from tests.support.server_faults import Faults, faulty
from tests.support.server_friends import (
    BEN,
    BOT,
    CLEO,
    GUEST,
    HOST,
    OPEN,
    PERSON,
    apply,
    decide,
    refused,
    state_when,
)
from tests.support.server_play import over, run, service_in

pytestmark = pytest.mark.usefixtures("quick")


async def test_a_fork_goes_on_from_any_ply(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        for _ in range(6):
            await decide(service, made.id, LOCAL)
        clock = Clock(per="game", seconds=600, increment=10)
        forked = await service.fork(made.id, 4, [PERSON, OPEN], Options(clock=clock))
        assert (forked.origin, forked.parent, forked.start, forked.status) == ("fork", made.id, 4, "waiting")
        await service.take(forked.id, 1, "Bea")
        state = await service.state(forked.id)
        assert state.clocks is not None
        assert (state.ply, state.clocks.left) == (4, [600.0, 600.0])
        assert state.view == await service.view(made.id, 4)
        at_once = await service.state((await service.fork(made.id, 4, [PERSON, PERSON], Options(clock=clock))).id)
        assert at_once.clocks is not None
        assert (at_once.clocks.left, at_once.clocks.running) == ([600.0, 600.0], state.view.mover)
        assert await refused(apply(service, forked.id, LOCAL, Takeback, seat=1, ply=3)) == "table/takeback"
        assert await refused(service.fork(made.id, 7, [PERSON, PERSON])) == "table/ply"
        assert await refused(service.fork(made.id, 1, [PERSON] * 3)) == "table/start"
        assert await refused(service.fork("nobody", 1, [PERSON, PERSON])) == "table/unknown"
        lone = await service.fork(made.id, 5, [BOT, BOT])
        async with service.watch(lone.id) as changes:
            await over(changes)
        record = await service.record(lone.id)
        assert verify(record).is_true
        assert record.moves[:5] == (await service.record(made.id)).moves[:5]
        assert await refused(service.fork(lone.id, len(record.moves), [PERSON, PERSON])) == "table/over"
        await decide(service, forked.id, LOCAL)
        state = await service.state(forked.id)
    async with service_in(tmp_path) as service:
        assert await service.state(forked.id) == state


async def test_everybody_follows_to_the_rematch_one_seat_further(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([Seating("person", "Ann"), Seating("person", "Ben"), Seating("person", "Cleo")])
        async with service.watch(made.id, credentials=CLEO) as changes:
            await apply(service, made.id, HOST, Resign, seat=0)
            await apply(service, made.id, BEN, Resign, seat=1)
            answers = await asyncio.gather(
                service.apply(made.id, Rematch(id="r", version=2), BEN),
                service.apply(made.id, Rematch(id="r", version=2), HOST),  # both want it: there is one
            )
            assert {answer.version for answer in answers} == {3}
            state = await state_when(changes, lambda state: bool(state.table.next))
            assert state.news[-1].event == Followed(table=state.table.next)
        new = await service.info(state.table.next)
        assert (new.origin, new.parent, new.status) == ("rematch", made.id, "playing")
        assert [player.name for player in new.players] == ["Ben", "Cleo", "Ann"]
        assert not any(player.resigned or player.stand_in for player in new.players)
        assert await service.follow(new.id, made.id, HOST) == Credentials({2: 0}, host=0, watch=0)
        assert await service.follow(new.id, made.id, BEN) == Credentials({0: 0}, watch=0)
        assert await service.follow(new.id, made.id, GUEST) == Credentials(watch=0)
        assert await refused(service.follow(new.id, made.id, NOBODY)) == "access/needed"
        assert await refused(service.follow(made.id, new.id, HOST)) == "access/invalid"
        await decide(service, new.id, await service.follow(new.id, made.id, BEN))


async def test_a_rematch_is_on_the_same_board_with_bots_that_are_here(tmp_path: Path) -> None:
    game = Game(layout=CUSTOM)
    for _ in played(game, 1):
        pass
    async with service_in(tmp_path) as service:
        made = await service.add_record(Record.from_game(game, Bot0="clever:7"))
        await apply(service, made.id, LOCAL, Rematch)
        state = await service.state((await service.info(made.id)).next)
        assert state.view.reservoirs == (await service.state(made.id)).view.reservoirs
        assert [player.bot for player in state.table.players] == ["", "", outcomes.STAND_IN]
        assert state.ply == 0


async def test_a_rematch_with_clocks_waits_for_the_host(tmp_path: Path) -> None:
    clock = Clock(per="game", seconds=60)
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON], options=Options(clock=clock, lots=True))
        await apply(service, made.id, BEN, Resign, seat=1)
        await apply(service, made.id, BEN, Rematch)
        new = (await service.info(made.id)).next
        assert (await service.info(new)).status == "waiting"
        host = await service.follow(new, made.id, HOST)
        await apply(service, new, host, Start)
        assert (await service.state(new, None, host)).yours == [1]  # no lots: it was their turn to be second


@pytest.mark.parametrize("auto", [True, False])
async def test_a_rematch_with_clocks_begins_by_itself_when_everybody_has_come(tmp_path: Path, *, auto: bool) -> None:
    options = Options(clock=Clock(per="game", seconds=60), auto=auto)
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON], options=options)
        await apply(service, made.id, BEN, Resign, seat=1)
        await apply(service, made.id, BEN, Rematch)
        new = (await service.info(made.id)).next
        host, ben = [await service.follow(new, made.id, each) for each in (HOST, BEN)]
        async with service.watch(new, credentials=host):
            await asyncio.sleep(0.05)
            assert (await service.info(new)).status == "waiting"
            async with service.watch(new, credentials=ben) as changes:
                if auto:
                    state = await state_when(changes, lambda state: state.table.status == "playing")
                    assert state.news[-1].event == Began()
                else:
                    await asyncio.sleep(0.05)
                    assert (await service.info(new)).status == "waiting"


@pytest.mark.slow
def test_a_rematch_is_made_as_a_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(faults: Faults) -> None:
        async with service_in(tmp_path) as service:
            for number in range(1, 13):
                faults.when = "after" if number % 2 else "before"
                made = await service.create([PERSON, PERSON])
                await apply(service, made.id, HOST, Resign, seat=0)
                before = len(await service.tables())
                faults.nth(number)
                try:
                    await service.apply(made.id, Rematch(id="again", version=1), HOST)
                except Refusal as refusal:
                    assert refusal.code == "server/storage"  # noqa: PT017 (the fault may come too late)
                    faults.none()
                    await service.apply(made.id, Rematch(id="again", version=1), HOST)
                faults.none()
                assert len(await service.tables()) == before + 1
                assert (await service.info((await service.info(made.id)).next)).parent == made.id
        assert faults.failed > 6

    with faulty(monkeypatch) as faults:
        run(test(faults))


async def test_there_may_be_no_room_for_a_rematch(tmp_path: Path) -> None:
    async with service_in(tmp_path, tables=1) as service:
        made = await service.create([PERSON, PERSON])
        await apply(service, made.id, HOST, Resign, seat=0)
        assert await refused(apply(service, made.id, HOST, Rematch)) == "table/limit"
        assert (await service.info(made.id)).next == ""


@pytest.mark.slow
async def test_a_match_adds_up_what_each_player_got_on_every_seat(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        names = ["Ann", "Ben"]
        made = await service.create(
            [Seating("bot", name, "random") for name in names], options=Options(match=Match(games=2))
        )
        seen = []
        for _ in range(3):
            async with service.watch(made.id) as changes:
                await over(changes)
            info = await service.info(made.id)
            points = {player.name: points for player, points in zip(info.players, info.points, strict=True)}
            seen.append((info.options.match, points))
            await apply(service, made.id, LOCAL, Rematch)
            made = await service.info((await service.info(made.id)).next)
        (first, one), (second, two), (third, _) = seen
        assert first == Match(games=2)
        assert list(two) == names[::-1]
        assert second == Match(games=2, game=2, points=[one[name] for name in two])
        assert third == Match(games=2)


async def test_resigning_a_game_of_a_match_earns_nothing(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON], options=Options(match=Match(games=2)))
        await apply(service, made.id, LOCAL, Resign, seat=0)
        await apply(service, made.id, LOCAL, Rematch)
        after = await service.info((await service.info(made.id)).next)
        assert after.options.match is not None
        assert after.options.match.points[1] == 0
        assert await refused(service.fork(made.id, 0, [PERSON, PERSON], after.options)) in {
            "table/options",
            "table/over",
        }
