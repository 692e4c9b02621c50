"""Tables of several people, each with passes of their own: whole stories, through the hall."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from aquaromana.records import Record, verify
from aquaromana.rules import Game
from aquaromana.server.bots.pool import BotWorker, Decided, Question, at_random
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import Began, CameBack, Followed, Resigned, Sat, StoodIn
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
from aquaromana.server.protocol.messages import Accepted, Bye, Choices, Play, Presence, Said, Say, State
from aquaromana.server.protocol.table_info import Clock, Options, TableInfo
from aquaromana.server.service import timers
from aquaromana.server.service.audience import Subscriber
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table import outcomes
from aquaromana.server.table.chat import Remark
from aquaromana.server.table.credentials import LOCAL, NOBODY, Credentials
from aquaromana.server.table.ids import new_id
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.support.random_play import CUSTOM, played
from tests.support.server_bots import instant
from tests.support.server_faults import Faults, faulty
from tests.support.server_play import heard, next_play, over, run, service_in, until

PERSON, OPEN, BOT = Seating("person"), Seating("open"), Seating("bot", "", "random")
HOST = Credentials({0: 0}, host=0)
BEN, CLEO = Credentials({1: 0}), Credentials({2: 0})
GUEST = Credentials(watch=0)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots answer at once, and after a start nobody is given time."""
    instant(monkeypatch)
    monkeypatch.setattr(timers, "MERCY", 0.0)


async def refused(work: Coroutine[Any, Any, object]) -> str:
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.code


async def apply(
    service: TableService, table: str, credentials: Credentials, kind: type[AnyIntent], /, **fields: Any
) -> Accepted:
    """Do something at a table as it stands."""
    version = (await service.info(table)).version
    return await service.apply(table, kind(**{"id": f"act {version}", "version": version, **fields}), credentials)


async def decide(service: TableService, table: str, *actors: Credentials, seed: int = 1) -> Accepted:
    """Whoever is asked makes a stretch."""
    wanted = await next_play(service, table, Random(seed))
    (credentials,) = [each for each in actors if wanted.seat in (await service.members(table)).seats(each)]
    return await service.play(table, wanted, credentials)


async def add(service: TableService, *seatings: Seating, **options: Any) -> TableInfo:
    """A table with options that nobody could ask for."""
    table = Table(
        new_id(),
        seatings,
        Game(len(seatings)).position,
        created=time.time(),
        options=Options(**options),
    )
    return await service._add(table)


async def state_when(changes: Subscriber, ready: Callable[[State], bool]) -> State:
    while not ready(state := await heard(changes, State)):
        pass
    return state


async def presence_when(changes: Subscriber, ready: Callable[[Presence], bool]) -> Presence:
    while not ready(presence := await heard(changes, Presence)):
        pass
    return presence


@asynccontextmanager
async def watched(service: TableService, table: str, *actors: Credentials) -> AsyncIterator[list[Subscriber]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(service.watch(table, credentials=credentials)) for credentials in actors]


# Who may what.


async def test_everybody_may_what_they_may(tmp_path: Path) -> None:
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


async def test_after_lots_everybody_has_the_seat_of_his_chair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outcomes, "_began", lambda _: Began(order=[2, 1, 0]))
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON, OPEN], options=Options(lots=True, auto=False))
        await service.take(made.id, 2, "Cleo")
        wanted = Start(id="start", version=1)
        first = await service.apply(made.id, wanted, HOST)
        assert await service.apply(made.id, wanted, HOST) == first  # sent again, from the seat that he has now
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


# Time.


async def test_a_bot_plays_on_for_whoever_has_no_time(tmp_path: Path) -> None:
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


async def test_whoever_has_no_time_resigns(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await add(service, PERSON, PERSON, clock=Clock(per="game", seconds=0, zero="resign"))
        async with service.watch(made.id, credentials=HOST) as changes:
            state = await over(changes)
        assert [player.resigned for player in state.table.players] == [True, False]
        assert state.clocks is not None
        assert state.clocks.running == -1


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


# Away and back.


async def test_everybody_is_told_who_is_there(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON, BOT])
        async with service.watch(made.id, credentials=HOST) as first:
            alone = await heard(first, Presence)
            assert (alone.present, list(alone.away), alone.host, alone.watching) == ([0], ["1"], True, 0)
            async with watched(service, made.id, BEN, BEN, GUEST) as others:
                full = await presence_when(first, lambda told: told.watching == 1)
                assert (full.present, full.away) == ([0, 1], {})
                assert await heard(others[-1], Presence) == full
            gone = await presence_when(first, lambda told: not told.watching and "1" in told.away)
            assert gone.away["1"] > alone.away["1"]
        assert service._arrivals._tracker.at(made.id).chairs == frozenset()


async def test_a_bot_stands_in_and_the_person_comes_back(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON], options=Options(grace=0))
        async with service.watch(made.id, credentials=HOST) as changes:
            await decide(service, made.id, HOST)
            assert await refused(apply(service, made.id, BEN, StandIn, seat=0)) == "table/present"
            await apply(service, made.id, HOST, StandIn, seat=1, bot="greedy")
            state = await state_when(changes, lambda state: state.ply == 2)
            assert (state.steps[-1].by, state.steps[-1].seat) == ("greedy", 1)
            wanted = await next_play(service, made.id, Random(1))
            await service.play(made.id, wanted, HOST)
            await state_when(changes, lambda state: state.ply == 4)
            await apply(service, made.id, BEN, Back, seat=1)
            await decide(service, made.id, HOST)
            await asyncio.sleep(0.05)
            assert (await service.state(made.id)).ply == 5  # no bot decides for him any more
            await decide(service, made.id, BEN)
        comments = [ply.comment for ply in (await service.record(made.id)).line.plies]
        assert comments == ["", "decided by greedy", "", "decided by greedy", "", ""]


async def test_without_the_host_those_who_are_there_vote(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON, PERSON], options=Options(grace=0))
        async with watched(service, made.id, BEN, CLEO) as (ben, _):
            await apply(service, made.id, BEN, StandIn, seat=0, bot="random")
            state = await state_when(ben, lambda state: state.pending is not None)
            assert state.pending is not None
            assert (state.pending.by, state.pending.seat, state.pending.waiting) == (1, 0, [2])
            await apply(service, made.id, CLEO, Consent, seat=2, yes=True)
            state = await state_when(ben, lambda state: state.ply == 1)
            assert state.table.players[0].stand_in == "random"


async def test_grace_is_for_those_who_have_just_left_or_just_sat_down(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, OPEN], options=Options(grace=30))
        service._arrivals._tracker._since -= 100  # the server and the table have been there for longer
        async with service.using(made.id) as loaded:
            loaded.table.created -= 100
        await service.take(made.id, 1, "Ben")
        assert await refused(apply(service, made.id, HOST, StandIn, seat=1)) == "table/present"
        service._arrivals._tracker._left[made.id][1] -= 31
        async with service.watch(made.id, credentials=BEN):
            assert await refused(apply(service, made.id, HOST, StandIn, seat=1)) == "table/present"
        assert await refused(apply(service, made.id, HOST, StandIn, seat=1)) == "table/present"
        service._arrivals._tracker._left[made.id][1] -= 31
        await apply(service, made.id, HOST, StandIn, seat=1)


@pytest.mark.parametrize("players", [3, 4])
async def test_a_bot_plays_on_for_whoever_resigns(tmp_path: Path, players: int) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON] * players)
        async with service.watch(made.id, credentials=HOST) as changes:
            await apply(service, made.id, HOST, Resign, seat=0)
            state = await state_when(changes, lambda state: state.ply == 1)
            assert state.steps[0].by == outcomes.STAND_IN
            assert await refused(apply(service, made.id, HOST, Back, seat=0)) == "table/resigned"
            for seat in range(1, players - 1):
                await apply(service, made.id, LOCAL, Resign, seat=seat)
            state = await over(changes)
        assert isinstance(state.news[-1].event, Resigned)
        assert await service.choices(made.id) is None


# Taking back.


async def test_people_agree_to_take_something_back(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        async with watched(service, made.id, HOST, BEN) as (host, ben):
            await decide(service, made.id, HOST)
            first = await state_when(ben, lambda state: state.ply == 1)
            await decide(service, made.id, BEN)
            await apply(service, made.id, HOST, Takeback, seat=0, ply=0)
            await apply(service, made.id, BEN, Consent, seat=1, yes=True)
            state = await state_when(ben, lambda state: state.ply == 0)
            assert (state.since, state.steps, state.pending) == (0, [], None)
            assert state.moved == state.version
            assert (await state_when(host, lambda state: state.version == 5)).view.position == str(Game(2))
            await decide(service, made.id, HOST, seed=2)
            resumed = await service.state(made.id, first.version, BEN)
            assert (resumed.since, len(resumed.steps)) == (0, 1)
        assert len((await service.record(made.id)).moves) == 1


async def test_something_is_taken_back_while_a_bot_thinks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Question] = []
    slow = True

    async def decide_slowly(_: BotWorker, question: Question, __: object = None) -> Decided:
        asked.append(question)
        if slow:
            await asyncio.sleep(3600)
        return Decided(at_random(question))

    monkeypatch.setattr(BotWorker, "decide", decide_slowly)

    async def thinks() -> bool:
        return bool(asked)

    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, BOT])
        async with service.watch(made.id, credentials=HOST) as changes:
            await service.play(made.id, Play(id="a", version=0, seat=0, moves=["C@12"]), HOST)
            await until(thinks)
            await apply(service, made.id, HOST, Takeback, seat=0, ply=0)
            await state_when(changes, lambda state: state.version == 2)
            assert (await heard(changes, Choices)).seat == 0
            await until(lambda: resting(service, made.id))
            slow = False
            await service.play(made.id, Play(id="b", version=2, seat=0, moves=["D@12"]), HOST)
            state = await state_when(changes, lambda state: state.ply == 2)
        assert str((await service.record(made.id)).moves[0]) == "D@12"
        assert state.steps[-1].seat == 1
        assert len(asked) == 2


async def resting(service: TableService, table: str) -> bool:
    return table not in service._bots


async def test_a_bot_that_was_too_late_is_no_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The person comes back while the decision of the bot is on its way."""
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        monkeypatch.setattr(service._bots, "on_broadcast", lambda _: None)  # nobody dismisses it
        await apply(service, made.id, HOST, StandIn, seat=0, bot="random")
        async with service.using(made.id) as loaded, loaded.lock:
            service._bots.wake(made.id)
            await asyncio.sleep(0.05)  # it has decided, and waits for the table
            back = loaded.table.propose_events([CameBack(seat=0)], seat=0, at=1.0, intent="back")
            await service._writer.keep(loaded, back)
        await until(lambda: resting(service, made.id))
        assert (await service.state(made.id)).ply == 0
    assert "has to wait" not in caplog.text


# Links.


async def test_whose_pass_is_revoked_is_shown_out_at_once(tmp_path: Path) -> None:
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


async def test_a_host_who_gives_his_seat_away_stays_the_host(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        async with service.watch(made.id, credentials=HOST) as changes:
            await apply(service, made.id, HOST, Revoke, what="chair", chair=0)
            state = await state_when(changes, lambda state: state.version == 2)
            assert (state.yours, state.host) == ([], True)
            told = await presence_when(changes, lambda told: not told.present)
            assert (told.host, list(told.away)) == (True, ["1"])


# Chat.


async def test_what_is_said_is_heard_and_kept(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create([PERSON, PERSON])
        async with service.watch(made.id, credentials=GUEST) as changes:
            hello = Say(id="a", seat=1, text="Hello!")
            answers = [await service.say(made.id, hello, BEN) for _ in range(3)]  # the answer was lost twice
            assert answers == [Accepted(id="a", version=0)] * 3
            await service.say(made.id, Say(id="b", seat=0, phrase="good-luck"), HOST)
            words = [await heard(changes, Said), await heard(changes, Said)]
        assert [(said.number, said.seat, said.text, said.phrase) for said in words] == [
            (0, 1, "Hello!", ""),
            (1, 0, "", "good-luck"),
        ]
        await apply(service, made.id, HOST, Switch, chat=False)
        assert await refused(service.say(made.id, Say(id="c", seat=1, text="x"), BEN)) == "chat/off"
    async with service_in(tmp_path) as service, service.watch(made.id, credentials=GUEST) as changes:
        assert [await heard(changes, Said), await heard(changes, Said)] == words
        await apply(service, made.id, HOST, Switch, chat=True)
        await service.say(made.id, hello, BEN)  # the answer was lost with the server
        await service.say(made.id, Say(id="d", seat=1, text="again"), BEN)
        said = await heard(changes, Said)
        assert (said.number, said.text) == (2, "again")
        await service.delete(made.id)


async def test_much_was_said_before_somebody_came(tmp_path: Path) -> None:
    """All of it is told at once, and he is not taken for somebody slow."""
    async with service_in(tmp_path, lag=4) as service:
        made = await service.create([PERSON, PERSON])
        for number in range(120):
            await service._store.say(made.id, Remark(number=number, chair=0, at=1.0, text="x"))
        async with service.watch(made.id, credentials=BEN) as changes:
            while (await heard(changes, Said)).number < 119:
                pass
            await decide(service, made.id, HOST)
            await state_when(changes, lambda state: state.ply == 1)


# Forks and rematches.


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
        assert (await service.state(new, None, host)).yours == [1]  # no lots: it was his turn to be second


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
        assert set(service._arrivals._tracker._left) == {made[0].id}

        async def swept() -> bool:
            return not service.in_memory

        await until(swept)
        assert service._arrivals._tracker._sessions == {}
        assert set(service._arrivals._tracker._left) == {made[0].id}, "a grace can be long"
        service._arrivals._tracker._left[made[0].id] = dict.fromkeys(range(2), 0.0)
        service._arrivals.prune()
        assert not service._arrivals._tracker._left


async def test_a_table_that_comes_back_into_memory_has_its_alarm(tmp_path: Path) -> None:
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
