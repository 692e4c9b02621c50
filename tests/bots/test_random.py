"""The random bot: legal, repeatable, even."""

from collections import Counter

import pytest

from aquaromana.bots import Bot, RandomBot
from aquaromana.rules import Decision, Game


def played(bot: Bot, players: int) -> list[Decision]:
    game = Game(players=players)
    while not game.is_over:
        game.play(bot.choose(game))
    return list(game.moves)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seed_repeats_a_whole_game(players: int) -> None:
    assert played(RandomBot(seed=7), players) == played(RandomBot(seed=7), players)
    assert played(RandomBot(seed=7), players) != played(RandomBot(seed=8), players)


def test_choosing_leaves_the_game_alone() -> None:
    game = Game(players=3)
    before = game.copy()
    RandomBot().choose(game)
    assert game == before
    assert game.moves == before.moves == ()


def test_every_decision_is_chosen_about_equally_often() -> None:
    game, bot = Game(players=2), RandomBot(seed=1)
    counts = Counter(bot.choose(game) for _ in range(15_200))
    assert set(counts) == set(game.legal_moves())
    assert 60 < min(counts.values()) <= max(counts.values()) < 150
