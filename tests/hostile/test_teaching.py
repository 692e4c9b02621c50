"""Lessons, puzzles, hints and reviews: what one address asks for there takes its share, and no log grows forever."""

import asyncio
import json
import threading
from pathlib import Path
from random import Random

import pytest

from aquaromana import Game
from aquaromana.puzzles import library
from aquaromana.records import Record, write_record
from aquaromana.server.api import review_routes
from aquaromana.server.api.table_socket import broadcast_cost
from aquaromana.server.errors import Refusal
from aquaromana.server.protocol import views
from aquaromana.server.protocol.intents import Guide, Solve
from aquaromana.server.protocol.messages import Play
from aquaromana.server.service.table_service import TableService
from aquaromana.server.table import outcomes
from aquaromana.server.table.seating import Seating
from benchmarks._attacks import Client
from tests.support.served import Served, settings_in


def finished_game() -> Game:
    game, rng = Game(players=4), Random(4)
    while not game.is_over:
        game.push(rng.choice(game.legal_moves()))
    return game


def threads_of_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Have a whole game walked, and say in which threads its positions were drawn up."""
    game, threads, view = finished_game(), set(), views.view

    def noted(*args: object) -> object:
        threads.add(threading.current_thread().name)
        return view(*args)  # type: ignore[arg-type]

    with Served(settings_in(tmp_path, access="shared")) as served:
        client = Client(served.port)
        _, body = client.ask("POST", "/api/records", write_record(Record.from_game(game)).encode())
        table = json.loads(body)["id"]
        monkeypatch.setattr(views, "view", noted)
        ask = json.dumps({"ply": 0, "moves": [str(move) for move in game.moves]}).encode()
        path = f"/api/tables/{table}/review/line"
        status, body = client.ask("POST", path, ask, cookie=client.cookies[table])
        monkeypatch.undo()
    assert status == 200, body
    assert len(json.loads(body)["views"]) == len(game.moves) + 1
    return threads


def test_long_lines_are_not_replayed_on_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """125 decisions kept everybody waiting for 33 ms, as often as somebody asked."""
    assert "served" not in threads_of_a_line(tmp_path, monkeypatch)


def test_without_a_thread_everybody_would_wait_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def here(_request: object, work: object, *args: object) -> object:
        return work(*args)  # type: ignore[operator]

    with monkeypatch.context() as mutant:
        mutant.setattr(review_routes, "in_thread", here)
        assert "served" in threads_of_a_line(tmp_path, monkeypatch)


@pytest.mark.parametrize("kind", ["lesson", "puzzle"])
def test_a_lesson_or_a_puzzle_is_not_started_over_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """One message has a whole solution played: 2,000 of them made logs of tens of thousands of lines."""

    async def run() -> None:
        async with TableService.open(settings_in(tmp_path)) as service:
            again: Guide | Solve = Guide(id="1", version=0, go="skip")
            if kind == "lesson":
                made = await service.create_lesson("first")
            else:
                again = Solve(id="1", version=0, go="again")
                made = await service.create_puzzle(next(each.id for each in library().puzzles if each.kind == "win"))
            monkeypatch.setattr(outcomes, "LINES", made.version)
            with pytest.raises(Refusal) as refusal:
                await service.apply(made.id, again)
            assert refusal.value.code == "table/too-many-changes"
            monkeypatch.setattr(outcomes, "LINES", made.version + 1)
            assert (await service.apply(made.id, again)).version > made.version

    asyncio.run(run())


async def test_an_address_pays_for_what_follows_its_tries_and_steps(tmp_path: Path) -> None:
    async with TableService.open(settings_in(tmp_path)) as service:
        made = await service.create([Seating("person"), Seating("person")])
        lesson = await service.create_lesson("first")
        puzzle = await service.create_puzzle(library().puzzles[0].id)
        play, again = Play(id="1", version=0, seat=0, moves=[]), Solve(id="1", version=0, go="again")
        cost = broadcast_cost(service.peek(made.id), play)
        assert broadcast_cost(service.peek(lesson.id), play) == pytest.approx(2 * cost)
        assert broadcast_cost(service.peek(puzzle.id), play) == pytest.approx(3 * cost)
        assert broadcast_cost(service.peek(puzzle.id), again) == cost
        assert broadcast_cost(None, play) > 0
