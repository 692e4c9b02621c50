"""The program of a bot process: whole stretches, legal whatever a bot does."""

from pathlib import Path
from typing import Any

import pytest

from aquaromana.rules import Game
from aquaromana.server.bots.worker import Mind
from aquaromana.server.protocol.messages import Thinking
from tests.server.bots.support import LATE, asked, check, games, wondered


@pytest.mark.parametrize("bot", ["random", "greedy", "search:1"])
def test_a_worker_decides_whole_stretches(bot: str) -> None:
    mind = Mind()
    for game in games()[::3]:
        reports: list[Thinking] = []
        question = asked(game, bot)
        answer = mind.decide(question, reports.append)
        check(game, answer)
        assert (answer.by, answer.why) == ("", "")
        assert bool(reports) == bot.startswith("search")
        for report in reports:
            assert (report.version, report.seat) == (len(game.moves), game.to_move)
            assert report.lines
            assert len(report.shares) == len(report.points) == game.players
            assert list(answer.moves[: len(report.moves)]) == report.moves


def test_no_more_bots_are_remembered_than_there_is_room_for() -> None:
    mind = Mind()
    for number in range(12):
        mind.decide(asked(games()[0], "random", f"table {number}"), lambda _: None)
    assert 1 <= len(mind._bots) < 12


@pytest.mark.slow
def test_a_hurried_hint_answers_with_what_is_known_also_before_it_began(tmp_path: Path) -> None:
    game = Game.from_position(LATE)
    mind = Mind()
    told: list[Any] = []
    mind.hurry()
    mind.answer(wondered(game), told.append)
    assert len(told) == 1
    mind.expect()
    mind.answer(wondered(game), told.append)
    assert told[0].value.playouts < told[1].value.playouts, "the next question is not hurried"
