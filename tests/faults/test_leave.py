"""F6: somebody leaves at a random decision: a bot takes over, the person may come back, and the game ends."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from aquaromana.records import verify
from aquaromana.rules import Game, Position
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.events import CameBack, Event, StoodIn
from aquaromana.server.protocol.intents import AnyIntent, Back, Consent, StandIn
from aquaromana.server.protocol.messages import State
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.service.bot_driver import BotDriver
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table.credentials import LOCAL, Credentials
from aquaromana.server.table.members import Members
from aquaromana.server.table.seating import Seating
from tests.support.random_play import anything, played
from tests.support.server_bots import instant
from tests.support.server_play import heard, play, service_in, stretch
from tests.support.sizes import LongSize

GAMES = LongSize("leave", ci=120, long=10_000)
AT_ONCE = 25
LAST = 14
"""Decisions of a game that are played here."""
WITHIN = 60.0
"""Seconds for a game, while others are played."""

pytestmark = pytest.mark.slow


def beginnings(count: int) -> list[Position]:
    """Positions not far from the end of their games."""
    found = []
    for seed in range(count):
        game = Game((2, 3, 4)[seed % 3])
        positions = [now.position for now in played(game, seed, anything)]
        found.append(positions[-1 - min(LAST, len(positions) - 1)])
    return found


@dataclass
class Evening:
    """One game with one who leaves."""

    service: TableService
    rng: Random
    start: Position

    async def play(self) -> None:
        """Play to the end, and see that everything was as it should be."""
        players = self.start.players
        people = [0, *(seat for seat in range(1, players) if self.rng.random() < 0.7)]
        seatings = [Seating("person") if seat in people else Seating("bot", "", "random") for seat in range(players)]
        self.table = (await self.service.create(seatings, self.start, Options(grace=0))).id
        self.actors = {seat: Credentials({seat: 0}, host=0 if seat == 0 else None) for seat in people}
        self.leaver = self.rng.choice(people)
        leaves, stays_away = self.rng.randrange(8), self.rng.choice((1, 2, 4, 99))
        async with AsyncExitStack() as stack:
            changes = await stack.enter_async_context(self.service.watch(self.table, credentials=Credentials(watch=0)))
            for seat in people:
                if seat != self.leaver:
                    await stack.enter_async_context(self.service.watch(self.table, credentials=self.actors[seat]))
            async with self.service.watch(self.table, credentials=self.actors[self.leaver]):
                while (ply := await self.goes_on(changes)) is not None and ply < leaves:
                    pass
            if ply is not None:
                await self.take_over()
                while (now := await self.goes_on(changes)) is not None and now < ply + stays_away:
                    pass
                if now is not None:
                    async with self.service.watch(self.table, credentials=self.actors[self.leaver]):
                        await self.act(self.leaver, Back(id="back", version=0, seat=self.leaver))
                        while await self.goes_on(changes) is not None:
                            pass
        await self.check()

    async def goes_on(self, changes: AsyncIterator[object]) -> int | None:
        """Let whoever is asked decide; how many decisions there are now, None when the game is over."""
        async with self.service.using(self.table) as loaded:
            on = loaded.table
            if on.is_over:
                return None
            seat = on.snapshot.awaited_seat
            if seat < 0:
                await heard(changes, State)
            else:
                wanted = play(on, stretch(on.position, self.rng), id=f"{self.rng.random()}")
                await self.service.play(self.table, wanted, self.actors[seat])
            return on.ply

    async def act(self, seat: int, act: AnyIntent) -> None:
        try:
            await self.service.apply(self.table, act, self.actors[seat])
        except Refusal:
            if (await self.service.info(self.table)).status != "over":  # by what bots did meanwhile
                raise

    async def take_over(self) -> None:
        """Let a bot decide for the person who left: by their own wish, the host's, or a vote."""
        wanted = StandIn(id="stand in", version=0, seat=self.leaver, bot="random")
        others = [seat for seat in self.actors if seat != self.leaver]
        if self.leaver and self.rng.random() < 0.6:
            await self.act(0, wanted)
        elif self.leaver or not others:
            await self.act(self.leaver, wanted)
        else:
            await self.act(others[0], wanted)
            for seat in others[1:]:
                async with self.service.using(self.table) as loaded:
                    version, pending = loaded.table.version, loaded.table.members.pending
                if pending:
                    await self.act(seat, Consent(id="yes", version=version, seat=seat, yes=True))

    async def check(self) -> None:
        state = await self.service.state(self.table, None, LOCAL)
        record = await self.service.record(self.table)
        assert state.table.status == "over"
        assert verify(record).is_true
        assert len(record.moves) == state.ply
        turns = [(news.ply, news.event) for news in state.news]
        begin = next((ply for ply, event in turns if isinstance(event, StoodIn)), state.ply)
        end = next((ply for ply, event in turns if isinstance(event, CameBack)), state.ply)
        for step in state.steps:
            by_bot = step.seat == self.leaver and begin <= step.ply < end
            assert step.by == ("random" if by_bot else ""), (step.ply, begin, end)


async def evenings(folder: Path, games: int) -> None:
    starts = beginnings(30)
    async with service_in(folder, workers=4, tables=10**6, idle=0.5) as service:
        room = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with room, asyncio.timeout(WITHIN):
                await Evening(service, Random(number), starts[number % len(starts)]).play()

        async with asyncio.TaskGroup() as group:
            for number in range(games):
                group.create_task(one(number))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    instant(monkeypatch)


@GAMES.mark
def test_somebody_leaves_and_the_game_ends(tmp_path: Path) -> None:
    asyncio.run(evenings(tmp_path, GAMES.value))


def test_a_server_whose_bots_stay_asleep_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a bot does not wake up when it has to decide for a person."""
    wake = BotDriver.wake

    def sleep_on(self: BotDriver, table: str) -> None:
        loaded = self._cache.peek(table)
        if loaded is None or loaded.table.players[loaded.table.position.mover].kind == "bot":
            wake(self, table)

    monkeypatch.setattr(BotDriver, "wake", sleep_on)
    monkeypatch.setattr("tests.faults.test_leave.WITHIN", 3.0)
    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(evenings(tmp_path, 10))
    assert caught.group_contains(TimeoutError)


def test_a_server_where_nobody_comes_back_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after = Members.after

    def stay_away(self: Members, event: Event) -> Members:
        return self if isinstance(event, CameBack) else after(self, event)

    monkeypatch.setattr(Members, "after", stay_away)
    with pytest.raises(ExceptionGroup) as caught:
        asyncio.run(evenings(tmp_path, 10))
    assert caught.group_contains(AssertionError)
