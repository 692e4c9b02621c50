"""The bot that builds the first thing it finds: a yardstick that never moves."""

from functools import cache

import pytest

from aquaromana import Game
from aquaromana.bots import BotError, FirstBot, RandomBot, make_bot
from aquaromana.bots.first import closes_own
from aquaromana.rules import Phase
from aquaromana.rules.moves import NOTHING
from tests.bots.support import match, played
from tests.support.random_play import CUSTOM, sampled


@cache
def games() -> list[Game]:
    """Moments of games, drawn when the first test wants them."""
    return [game for game in sampled(140, layouts=(None, CUSTOM)) if not game.is_over]


@pytest.mark.slow
def test_it_decides_legally_in_every_phase_and_leaves_the_game_alone() -> None:
    assert {game.phase for game in games()} == set(Phase) - {Phase.OVER}
    for game in games():
        before = game.copy()
        assert FirstBot().choose(game) in game.legal_moves()
        assert game == before


def test_it_takes_the_first_decision_that_closes_nothing_of_its_own() -> None:
    skipped = 0
    for game in games():
        legal = game.legal_moves()
        chosen = FirstBot().choose(game)
        closing = [closes(game, decision) for decision in legal]
        assert chosen == legal[closing.index(False) if False in closing else 0]
        skipped += chosen != legal[0]
    assert skipped > 10


def closes(game: Game, decision: int) -> bool:
    """Whether fewer aqueducts of the mover run on after a decision: counted by playing it."""
    if game.phase is Phase.CLOSE:
        return decision != NOTHING
    if game.phase not in {Phase.BUILD, Phase.EXTRA}:
        return False
    owned = game.layout.owned[game.to_move]
    after = game.copy()
    after.push(decision)
    return (running(after) & owned).bit_count() < (running(game) & owned).bit_count()


def running(game: Game) -> int:
    """The aqueducts that may still grow."""
    return game.position.on_board & ~game.position.blocked


def test_a_build_that_blocks_a_rival_alone_closes_nothing_of_its_own() -> None:
    seen = 0
    for game in games():
        if game.phase is not Phase.BUILD:
            continue
        for decision in game.legal_moves():
            after = game.copy()
            after.push(decision)
            lost = running(game) & ~running(after)
            if lost and not lost & game.layout.owned[game.to_move]:
                seen += 1
                assert not closes_own(game.position, decision)
    assert seen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_the_same_game_whatever_the_seed(players: int) -> None:
    games = [played([make_bot("first", seed=seed)] * players, Game(players)) for seed in (1, 2)]
    assert games[0].moves == games[1].moves


def test_it_beats_chance() -> None:
    assert match(FirstBot, RandomBot, sets=6) >= 9


@pytest.mark.parametrize(("text", "words"), [("first:2", "no levels"), ("first@80", "no budget")])
def test_it_has_no_levels_and_no_budget(text: str, words: str) -> None:
    with pytest.raises(BotError, match=words):
        make_bot(text)
