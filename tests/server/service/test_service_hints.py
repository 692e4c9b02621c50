"""Hints and the coach at tables: who gets them, what each rung tells, what is counted, and what ends a thought."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from aquaromana.rules import Decision, Game
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.advice import AskCoach, AskHint, Judgement
from aquaromana.server.protocol.events import Hinted
from aquaromana.server.protocol.intents import Resign
from aquaromana.server.protocol.messages import Play
from aquaromana.server.protocol.table_info import Options
from aquaromana.server.service import hints
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table.credentials import LOCAL, Credentials
from aquaromana.server.table.seating import Seating
from tests.support.server_play import PEOPLE, service_in

ALONE = (Seating("person", "Ann"), Seating("bot", "", "random"))
FIRST = Credentials({0: 0})
AT_STAKE = (
    "2.c.0d0.1W2N1F2H2NJII1NXN1X4LN1X1WJ4XX1N1I4NFXN1FJ4LXXQWX2NQIXXWIX4L2W1L2H1."
    "C1SJ2C1BDSD5B1B1C5SBDS1D1C3.-.xox-xoo-xoo-xxo.1G2B3Y4R6G10Y"
)
"""Closing at D2s throws away a quarter of a win; closing nothing is right."""


async def counted(service: TableService, table: str) -> list[tuple[int, int]]:
    """Seat and rung of every hint in the log."""
    state = await service.state(table)
    return [(news.event.seat, news.event.rung) for news in state.news if isinstance(news.event, Hinted)]


async def refused(service: TableService, table: str, ask: AskHint | AskCoach, credentials: Credentials = FIRST) -> str:
    """The code with which a hint, or the coach, is refused; the table is as it was."""
    before = await service.state(table)
    asking = service.hints.hint(table, ask, credentials) if isinstance(ask, AskHint) else None
    with pytest.raises(Refusal) as refusal:
        await (asking or service.hints.judgement(table, cast(AskCoach, ask), credentials))
    assert await service.state(table) == before
    return refusal.value.code


@pytest.mark.slow
async def test_each_rung_tells_more_and_is_counted_once(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="shared") as service:
        made = await service.create(ALONE)
        rungs = [await service.hints.hint(made.id, AskHint(version=0, rung=rung), FIRST) for rung in (1, 2, 3, 3)]
        assert [bool(hint.question.code) for hint in rungs] == [True] * 4
        assert [hint.place is not None for hint in rungs] == [False, True, True, True]
        assert [bool(hint.moves) for hint in rungs] == [False, False, True, True]
        assert await counted(service, made.id) == [(0, 1), (0, 2), (0, 3)]
        moves = rungs[-1].moves
        accepted = await service.play(made.id, Play(id="a", version=0, seat=0, moves=moves), FIRST)
        assert accepted.version == 3 + len(moves)


@pytest.mark.slow
async def test_a_hint_for_the_rest_of_a_stretch_completes_it(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        start = await service.create(ALONE, Game.from_position(AT_STAKE).position)
        hint = await service.hints.hint(start.id, AskHint(version=0, rung=3))
        for count in range(len(hint.moves)):
            rest = await service.hints.hint(start.id, AskHint(version=0, rung=3, moves=hint.moves[:count]))
            assert rest.seat == 0
            assert all(isinstance(Decision(move), Decision) for move in rest.moves)
        assert await refused(service, start.id, AskHint(version=0, moves=hint.moves), LOCAL) == "hint/complete"


@pytest.mark.slow
async def test_a_better_answer_is_waited_for_until_thinking_ends(tmp_path: Path) -> None:
    async with service_in(tmp_path) as service:
        made = await service.create(ALONE, Game.from_position(AT_STAKE).position)
        hint = await service.hints.hint(made.id, AskHint(version=0, rung=1))
        while not hint.final:
            hint = await service.hints.hint(made.id, AskHint(version=0, rung=1, after=hint.stage))
        assert await counted(service, made.id) == [(0, 1)]


@pytest.mark.slow
async def test_several_people_have_to_agree_when_the_table_is_made(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="shared") as service:
        strict = await service.create(PEOPLE)
        agreed = await service.create(PEOPLE, options=Options(hints=True))
        for credentials in (FIRST, LOCAL, Credentials({0: 0, 1: 0}, host=0)):
            assert await refused(service, strict.id, AskHint(version=0), credentials) == "hint/not-agreed"
            assert await refused(service, strict.id, AskCoach(version=0), credentials) == "hint/not-agreed"
        assert (await service.hints.hint(agreed.id, AskHint(version=0), FIRST)).seat == 0
        assert await refused(service, agreed.id, AskHint(version=1), Credentials({1: 0})) == "table/not-your-turn"


async def test_an_open_seat_counts_as_somebody_who_has_to_agree(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="shared") as service:
        made = await service.create((Seating("person"), Seating("open"), Seating("bot", "", "random")))
        assert await refused(service, made.id, AskHint(version=0)) == "table/waiting"


@pytest.mark.slow
async def test_on_one_screen_nobody_has_to_agree(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="local") as service:
        made = await service.create(PEOPLE)
        assert (await service.hints.hint(made.id, AskHint(version=0))).rung == 1


@pytest.mark.slow
async def test_a_copy_of_a_game_that_goes_on_gives_no_hints(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="shared") as service:
        made = await service.create(PEOPLE)
        copy = await service.fork(made.id, 0, ALONE)
        assert await refused(service, copy.id, AskHint(version=0)) == "hint/running"
        again = await service.fork(copy.id, 0, ALONE)
        assert await refused(service, again.id, AskHint(version=0)) == "hint/running", "nor does a copy of the copy"
        last = await service.fork(again.id, 0, ALONE)
        await service.delete(again.id)
        assert await refused(service, last.id, AskHint(version=0)) == "hint/running", "nor if that is deleted"
        for table in (made.id, copy.id):
            service._cache.drop(table)
        assert await refused(service, last.id, AskHint(version=0)) == "hint/running"
        assert made.id not in service._cache, "none of them is loaded for it"
        await service.delete(made.id)
        assert (await service.hints.hint(copy.id, AskHint(version=0), FIRST)).rung == 1


@pytest.mark.slow
async def test_nobody_gets_a_hint_out_of_turn_of_a_finished_game_or_of_a_stale_one(tmp_path: Path) -> None:
    async with service_in(tmp_path, access="shared", bot_delay=30.0) as service:
        made = await service.create(ALONE)
        hint = await service.hints.hint(made.id, AskHint(version=0, rung=3), FIRST)
        await service.play(made.id, Play(id="a", version=0, seat=0, moves=hint.moves), FIRST)
        version = (await service.info(made.id)).version
        assert await refused(service, made.id, AskHint(version=version)) == "table/not-your-turn"
        other = await service.create(ALONE)
        assert await refused(service, other.id, AskHint(version=7)) == "table/stale"
        assert await refused(service, other.id, AskHint(version=0), Credentials(host=0)) == "table/not-your-turn"
        assert await refused(service, other.id, AskHint(version=0, moves=["-"])) == "phase/wrong"
        await service.apply(other.id, Resign(id="r", version=0, seat=0), FIRST)
        assert await refused(service, other.id, AskHint(version=1)) == "table/over"


async def test_a_move_ends_the_thought(tmp_path: Path) -> None:
    async with service_in(tmp_path, bot_delay=30.0) as service:
        made = await service.create(ALONE)
        waiting = asyncio.create_task(service.hints.hint(made.id, AskHint(version=0, rung=3, after=90)))
        hint = await service.hints.hint(made.id, AskHint(version=0, rung=3))
        await service.play(made.id, Play(id="a", version=0, seat=0, moves=hint.moves))
        late = await waiting
        assert late.final
        assert not late.moves, "and nothing more is told"


async def judged(service: TableService, table: str, *moves: str) -> Judgement:
    """What the coach says, however long it takes here."""
    return await service.hints.judgement(
        table, AskCoach(version=(await service.info(table)).version, moves=list(moves))
    )


@pytest.mark.slow
async def test_the_coach_asks_about_a_stretch_that_gives_away_a_lot_and_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hints, "COACH_PATIENCE", 30.0)
    async with service_in(tmp_path, bot_delay=30.0) as service:
        made = await service.create(ALONE, Game.from_position(AT_STAKE).position)
        for _ in range(2):  # the first time it has to think first
            bad = await judged(service, made.id, "xD2s")
            assert bad.again
            assert bad.share > 0.1
        assert await counted(service, made.id) == [(0, 0)]
        assert not (await judged(service, made.id)).again
        assert not (await judged(service, made.id, "-")).again
        assert await counted(service, made.id) == [(0, 0)]


@pytest.mark.slow
async def test_a_slow_coach_is_silent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "COACH_PATIENCE", 0.0)
    async with service_in(tmp_path, bot_delay=30.0) as service:
        made = await service.create(ALONE, Game.from_position(AT_STAKE).position)
        await service.hints.hint(made.id, AskHint(version=0))
        assert not (await judged(service, made.id, "xD2s")).again
