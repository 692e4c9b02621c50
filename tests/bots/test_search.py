"""The search bot at its five levels."""

import threading
import time

import pytest

from aquaromana import Game
from aquaromana.bots import BotError, GreedyBot, RandomBot, SearchBot
from aquaromana.bots.search import LEVELS
from aquaromana.engine import Budget, Report
from aquaromana.rules import Phase
from tests.bots.support import match, played
from tests.support.random_play import CUSTOM, sampled


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_plays_whole_legal_games(level: int, players: int) -> None:
    bots = [SearchBot(level, budget=Budget(playouts=4), seed=seat) for seat in range(players)]
    assert played(bots, Game(players)).winners()


@pytest.mark.slow
def test_it_decides_legally_in_every_phase_and_leaves_the_game_alone() -> None:
    games = [game for game in sampled(70, layouts=(None, CUSTOM)) if not game.is_over]
    assert {game.phase for game in games} == set(Phase) - {Phase.OVER}
    for game in games:
        before = game.copy()
        assert SearchBot(1, seed=2).choose(game) in game.legal_moves()
        assert game == before
        assert game.moves == before.moves


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("level", [1, 3])
def test_a_seed_repeats_a_whole_game(level: int) -> None:
    first = played([SearchBot(level, seed=f"seat {seat}") for seat in range(2)], Game(2))
    again = played([SearchBot(level, seed=f"seat {seat}") for seat in range(2)], Game(2))
    other = played([SearchBot(level, seed=f"chair {seat}") for seat in range(2)], Game(2))
    assert first.moves == again.moves != other.moves


@pytest.mark.slow
@pytest.mark.usefixtures("core")
def test_level_3_beats_the_random_bot() -> None:
    assert match(lambda seed: SearchBot(3, seed=seed), RandomBot, sets=5) == 10


@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("level", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_a_level_beats_the_one_below(level: int) -> None:
    wins = match(lambda seed: SearchBot(level, seed=seed), lambda seed: SearchBot(level - 1, seed=seed), sets=2)
    assert wins >= 3


@pytest.mark.slow
@pytest.mark.usefixtures("core")
def test_a_beginner_overlooks_but_does_not_throw_away() -> None:
    """Far from the greedy bot, and far from chance."""
    assert match(lambda seed: SearchBot(1, seed=seed), RandomBot, sets=5) >= 8
    assert match(lambda seed: SearchBot(1, seed=seed), GreedyBot, sets=2) <= 2


def test_a_budget_for_the_stretch_is_divided() -> None:
    bot = SearchBot(5, budget=Budget(seconds=0.4, per="stretch"), seed=1)
    game = Game(2)
    while game.phase is not Phase.BUILD:
        game.play(game.legal_moves()[0])
    seat = game.to_move
    begun = time.process_time()  # others may have the processor meanwhile
    decisions = 0
    while game.to_move == seat:
        game.play(bot.choose(game))
        decisions += 1
    assert decisions > 1
    assert time.process_time() - begun < 0.4 + 5 * (0.05 * 0.4 + 0.02)


def test_the_budget_of_a_call_counts_instead_of_its_own() -> None:
    reports: list[Report] = []
    SearchBot(5, seed=1).choose(Game(2), Budget(playouts=9), reports.append)
    assert reports[-1].playouts == 9


def test_stop_ends_the_choice() -> None:
    bot = SearchBot(5, budget=Budget(seconds=60), seed=1)
    timer = threading.Timer(0.2, bot.stop)
    timer.start()
    begun = time.perf_counter()
    assert bot.choose(Game(2)) in Game(2).legal_moves()
    assert time.perf_counter() - begun < 50
    timer.join()


def test_names() -> None:
    assert SearchBot(2).name == "search:2"
    assert SearchBot(5, budget=Budget(seconds=2, per="stretch")).name == "search:5@2s/stretch"


@pytest.mark.parametrize("level", [0, 6, -1])
def test_there_are_five_levels(level: int) -> None:
    with pytest.raises(BotError, match=f"levels 1 to 5, not {level}"):
        SearchBot(level)
