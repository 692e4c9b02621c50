"""Presence, stand-ins, resigning and takebacks."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from aquaromana.rules import Game
from aquaromana.server.bots.client import BotWorker, at_random
from aquaromana.server.bots.worker import BotAnswer, Question
from aquaromana.server.protocol.events import CameBack, Resigned
from aquaromana.server.protocol.intents import (
    Back,
    Consent,
    Resign,
    StandIn,
    Takeback,
)
from aquaromana.server.protocol.messages import Choices, Play, Presence
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table import outcomes
from aquaromana.server.table.credentials import LOCAL
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
    presence_when,
    refused,
    state_when,
    watched,
)
from tests.support.server_play import heard, next_play, over, service_in, until

pytestmark = pytest.mark.usefixtures("quick")


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
        assert service._sessions._tracker.at(made.id).chairs == frozenset()


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
            assert (await service.state(made.id)).ply == 5  # no bot decides for them any more
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
        service._sessions._tracker._since -= 100  # the server and the table have been there for longer
        async with service.using(made.id) as loaded:
            loaded.table.created -= 100
        await service.take(made.id, 1, "Ben")
        assert await refused(apply(service, made.id, HOST, StandIn, seat=1)) == "table/present"
        service._sessions._tracker._left[made.id][1] -= 31
        async with service.watch(made.id, credentials=BEN):
            assert await refused(apply(service, made.id, HOST, StandIn, seat=1)) == "table/present"
        assert await refused(apply(service, made.id, HOST, StandIn, seat=1)) == "table/present"
        service._sessions._tracker._left[made.id][1] -= 31
        await apply(service, made.id, HOST, StandIn, seat=1)


@pytest.mark.parametrize("players", [3, 4])
async def test_a_bot_takes_over_when_a_player_resigns(tmp_path: Path, players: int) -> None:
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

    async def decide_slowly(_: BotWorker, question: Question, __: object = None) -> BotAnswer:
        asked.append(question)
        if slow:
            await asyncio.sleep(3600)
        return BotAnswer(at_random(question))

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


async def test_a_late_answer_of_a_bot_is_ignored(
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
            await service._writer.persist(loaded, back)
        await until(lambda: resting(service, made.id))
        assert (await service.state(made.id)).ply == 0
    assert "has to wait" not in caplog.text
