"""Taking seats, and what survives a restart."""

import asyncio
from pathlib import Path

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Began, Sat
from aquaromana.server.protocol.intents import (
    AnyIntent,
    Back,
    Consent,
    Rematch,
    Rename,
    Resign,
    Revoke,
    Sit,
    StandIn,
    Start,
    Switch,
    Takeback,
)
from aquaromana.server.protocol.messages import Choices, Play, State
from aquaromana.server.protocol.table_info import Clock, Options, TableInfo
from aquaromana.server.table import outcomes
from aquaromana.server.table.credentials import LOCAL, NOBODY, Credentials
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
from tests.support.server_play import heard, service_in

pytestmark = pytest.mark.usefixtures("quick")


# Sitting down.


async def test_a_table_fills_and_the_game_starts(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, OPEN, OPEN])
        assert made.status == "waiting"
        async with service.watch(made.id, credentials=HOST) as changes:
            state = await heard(changes, State)
            assert (state.table.status, state.clocks) == ("waiting", None)
            wanted = Play(id="a", version=0, seat=0, moves=["C@12"])
            assert await refused(service.play(made.id, wanted, HOST)) == "table/waiting"
            info = await service.take(made.id, 2, "Cleo")
            assert [player.kind for player in info.players] == ["person", "open", "person"]
            await apply(service, made.id, HOST, Sit, seat=1, kind="bot", bot="random")
            state = await state_when(changes, lambda state: state.table.status == "playing")
            assert [type(news.event) for news in state.news] == [Sat, Began]
            assert (await heard(changes, Choices)).seat == 0
        assert await refused(service.take(made.id, 1, "late")) == "access/taken"
        assert await refused(service.take(made.id, 3, "")) == "table/seat"
        assert await refused(service.take(made.id, -1, "")) == "table/seat"


async def test_of_two_who_want_a_seat_one_gets_it(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        for _ in range(5):
            made = await service.create([PERSON, OPEN])
            names = ("Ben", "Bea", "Bob")
            answers = await asyncio.gather(*(service.take(made.id, 1, each) for each in names), return_exceptions=True)
            codes = [answer.code for answer in answers if isinstance(answer, Refusal)]
            assert codes == ["access/taken"] * 2
            (winner,) = [answer for answer in answers if isinstance(answer, TableInfo)]
            assert winner.players[1].name in names
            assert (await service.info(made.id)).players == winner.players


async def test_after_lots_everybody_has_the_seat_of_their_chair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outcomes, "began", lambda _: Began(order=[2, 1, 0]))
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON, OPEN], options=Options(lots=True, auto=False))
        await service.take(made.id, 2, "Cleo")
        wanted = Start(id="start", version=1)
        first = await service.apply(made.id, wanted, HOST)
        assert await service.apply(made.id, wanted, HOST) == first  # sent again, from the seat that they have now
        assert [(await service.state(made.id, None, credentials)).yours for credentials in (HOST, BEN, CLEO)] == [
            [2],
            [1],
            [0],
        ]
        await decide(service, made.id, HOST, BEN, CLEO)
        state = await service.state(made.id)
    async with service_in(tmp_path) as service:
        assert await service.state(made.id) == state
        assert await service.apply(made.id, wanted, HOST) == first


async def test_somebody_was_faster_at_another_process(tmp_path: Path) -> None:
    """Who wants the same seat hears that it is taken; what does not depend on that is done all the same."""
    async with service_in(tmp_path) as one, service_in(tmp_path) as other:
        made = await one.create([PERSON, OPEN, OPEN])
        await other.info(made.id)
        await one.take(made.id, 1, "Ben")
        assert await refused(other.take(made.id, 1, "Bea")) == "access/taken"
        await apply(one, made.id, HOST, Rename, seat=0, name="Ann")
        await other.take(made.id, 2, "Cleo")
        await apply(one, made.id, HOST, Switch, chat=False)
        assert [player.name for player in (await one.info(made.id)).players] == ["Ann", "Ben", "Cleo"]


# Everything is kept.


async def test_a_restart_changes_nothing_for_anybody(tmp_path: Path) -> None:
    actors = (LOCAL, HOST, BEN, CLEO, GUEST, Credentials({1: 1}), NOBODY)
    clock = Clock(per="game", seconds=3600, increment=5)
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON, OPEN, BOT], options=Options(clock=clock, lots=False, grace=0))
        await apply(service, made.id, HOST, Rename, seat=0, name="Ann")
        await service.take(made.id, 2, "Cleo")
        for _ in range(3):
            await decide(service, made.id, HOST, BEN, CLEO)
        async with service.watch(made.id) as changes:
            await state_when(changes, lambda state: state.ply == 4)
        await apply(service, made.id, HOST, StandIn, seat=1, bot="greedy")
        await apply(service, made.id, BEN, Back, seat=1)
        await apply(service, made.id, BEN, Takeback, seat=1, ply=1)
        await apply(service, made.id, CLEO, Consent, seat=2, yes=True)
        await apply(service, made.id, HOST, Switch, chat=False)
        await apply(service, made.id, HOST, Revoke, what="watch")
        before = [await service.state(made.id, since, credentials) for credentials in actors for since in (None, 3, 12)]
        members = await service.members(made.id)
        infos = await service.tables()
        assert before[0].pending is not None
        assert before[0].pending.waiting == [0]
        assert before[0].clocks is not None
        assert before[0].clocks.running == 0
    async with service_in(tmp_path) as service:
        after = [await service.state(made.id, since, credentials) for credentials in actors for since in (None, 3, 12)]
        assert after == before
        assert await service.members(made.id) == members
        assert await service.tables() == infos
        assert infos == [await service.info(made.id)]
        await apply(service, made.id, HOST, Consent, seat=0, yes=True)
        assert (await service.state(made.id)).ply == 1


async def test_what_is_sent_again_is_done_once(tmp_path: Path) -> None:
    wishes: list[tuple[Credentials, AnyIntent]] = [
        (HOST, Sit(id="sit", version=0, seat=2, kind="bot", bot="random")),
        (HOST, Rename(id="rename", version=0, seat=0, name="Ann")),
        (BEN, StandIn(id="stand in", version=0, seat=1, bot="random")),
        (BEN, Back(id="back", version=0, seat=1)),
        (HOST, Switch(id="switch", version=0, chat=False)),
        (HOST, Revoke(id="revoke", version=0, what="watch")),
        (BEN, Resign(id="resign", version=0, seat=1)),
        (HOST, Resign(id="resign", version=0, seat=0)),
        (BEN, Rematch(id="rematch", version=0)),
    ]
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON, OPEN])
        answers = []
        for credentials, wanted in wishes:
            same = await asyncio.gather(*(service.apply(made.id, wanted, credentials) for _ in range(3)))
            assert len(set(same)) == 1, wanted
            answers.append(same[0])
        versions = [answer.version for answer in answers]
        assert versions == sorted(set(versions))
        assert [await service.apply(made.id, wanted, credentials) for credentials, wanted in wishes] == answers
        assert len(await service.tables()) == 2
        version = (await service.info(made.id)).version
    async with service_in(tmp_path) as service:
        assert [await service.apply(made.id, wanted, credentials) for credentials, wanted in wishes] == answers
        assert (await service.info(made.id)).version == version
        reused = Play(id="rename", version=0, seat=0, moves=["C@12"])
        assert await refused(service.play(made.id, reused, HOST)) == "message/id-reused"
        assert await refused(service.apply(made.id, Switch(id="", version=0, chat=True), HOST)) == "message/id"


async def test_what_is_so_already_is_accepted_and_leaves_no_line(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        for _ in range(3):
            assert (await apply(service, made.id, HOST, Switch, chat=True)).version == 0
            assert (await apply(service, made.id, HOST, Rename, seat=0, name=" ")).version == 0
