"""The greedy bot: legal, repeatable, and far better than chance."""

import threading
import time

import pytest

from aquaromana import Game
from aquaromana.bots import GreedyBot, RandomBot
from aquaromana.bots.greedy import standing
from aquaromana.engine import Budget
from aquaromana.rules import Decision, Phase
from tests.bots.support import match, played
from tests.support.positions import built
from tests.support.random_play import CUSTOM, sampled


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seed_repeats_a_whole_game(players: int) -> None:
    first = played([GreedyBot(seed) for seed in range(players)], Game(players))
    again = played([GreedyBot(seed) for seed in range(players)], Game(players))
    assert first.moves == again.moves


@pytest.mark.slow
def test_it_decides_legally_in_every_phase_and_leaves_the_game_alone() -> None:
    games = [game for game in sampled(140, layouts=(None, CUSTOM)) if not game.is_over]
    assert {game.phase for game in games} == set(Phase) - {Phase.OVER}
    for game in games:
        before = game.copy()
        assert GreedyBot(1).choose(game) in game.legal_moves()
        assert game == before
        assert game.moves == before.moves


@pytest.mark.slow
def test_it_beats_the_random_bot() -> None:
    assert match(GreedyBot, RandomBot, sets=5) >= 9


def test_it_takes_the_longest_aqueduct_to_the_podium_before_it_is_cut() -> None:
    """A choice between decisions of one stretch: which build, and what to close after it."""
    game = built(builders="S@4 C@12")
    seat = game.to_move
    bot = GreedyBot(1)
    before = standing(game.position, seat)
    while game.to_move == seat and not game.is_over:
        game.play(bot.choose(game))
    assert standing(game.position, seat) > before


def test_time_is_kept_and_the_best_so_far_is_played() -> None:
    wide = max(sampled(140), key=lambda game: (game.phase is Phase.RESERVE, len(game.legal_moves())))
    begun = time.process_time()
    decision = GreedyBot(1).choose(wide, Budget(seconds=1e-6))
    assert time.process_time() - begun < 0.1
    assert decision in wide.legal_moves()


def test_it_can_be_stopped() -> None:
    bot = GreedyBot(1)
    chosen: list[Decision] = []
    thread = threading.Thread(target=lambda: chosen.append(bot.choose(Game(2))))
    thread.start()
    bot.stop()
    thread.join(5)
    assert chosen[0] in Game(2).legal_moves()
