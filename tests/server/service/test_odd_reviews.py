"""Reviews of unusual games at a server: given up, with takebacks, on other layouts, from impossible positions."""

import asyncio
import contextlib
from pathlib import Path
from random import Random

import msgspec
import pytest

from aquaromana.analysis.review import DEPTHS
from aquaromana.server.bots.reviews import Reviewed, Reviews, ReviewTurn
from aquaromana.server.protocol.intents import Takeback
from aquaromana.server.service.table_service import TableService
from tests.server.service.test_service_reviews import whole
from tests.support.odd_records import TINY, late, odd_records
from tests.support.server_play import PEOPLE, play_stretch, service_in


class _Here:
    """A pool that reviews in this process, with little thought."""

    bots_waiting = 0

    def __init__(self) -> None:
        self._reviews = Reviews()

    def reviewing(self) -> contextlib.AbstractContextManager[None]:
        return contextlib.nullcontext()

    def rests(self, _: float) -> bool:
        return True

    async def review(self, asked: ReviewTurn) -> Reviewed:
        await asyncio.sleep(0)
        return self._reviews.answer(asked)


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", TINY)


async def plies(service: TableService, table: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The decisions in the review of a game, once it is done."""
    monkeypatch.setattr(service.reviews, "_pool", _Here())
    await service.reviews.start(table, "quick", "")
    status = await whole(service, table)
    assert status.state == "done"
    assert status.done == status.total
    turns = msgspec.json.decode(bytes(status.review))["turns"]
    return [move for turn in turns for move in turn["played"]["moves"]]


@pytest.mark.parametrize("kind", odd_records())
async def test_unusual_games_are_reviewed_as_far_as_they_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    record = odd_records()[kind]
    async with service_in(tmp_path) as service:
        table = (await service.add_record(record)).id
        assert await plies(service, table, monkeypatch) == [str(move) for move in record.moves]


async def test_what_was_taken_back_is_no_part_of_a_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with service_in(tmp_path) as service:
        table = (await service.create(PEOPLE, late())).id
        await play_stretch(service, table, Random(1))
        info = await service.info(table)
        await service.apply(table, Takeback(id="t", version=info.version, seat=late().mover, ply=0))
        assert not (await service.outline(table)).moves
        seed = 2
        while (await service.info(table)).status != "over":
            await play_stretch(service, table, Random(seed))
            seed += 1
        moves = [str(move) for move in (await service.outline(table)).moves]
        assert await plies(service, table, monkeypatch) == moves
