"""The levels: ranked, plausible, within their budgets; how they score against each other is in docs/strength.md."""

from functools import cache

import pytest

from aquaromana import Game
from aquaromana.bots import LEVELS, BotError, BotSpec, LevelBot, RandomBot, level_label, make_bot
from aquaromana.bots.first import closes_own
from aquaromana.bots.level import doubted
from aquaromana.engine import Budget, Report, Search
from aquaromana.rules import Phase
from tests.bots.support import match, played
from tests.support.random_play import CUSTOM, sampled


@cache
def games() -> list[Game]:
    """Moments of games, drawn when the first test wants them."""
    return [game for game in sampled(140, layouts=(None, CUSTOM)) if not game.is_over and len(game.legal_moves()) > 1]


QUICK = [number for number, level in LEVELS.items() if (level.budget.playouts or 10**9) <= 200]


def test_levels_are_numbered_from_one_and_each_thinks_longer_or_doubts_less() -> None:
    assert list(LEVELS) == list(range(1, len(LEVELS) + 1))
    assert 9 <= len(LEVELS) <= 12
    assert len({level.title for level in LEVELS.values()}) == len(LEVELS)
    for number in range(2, len(LEVELS) + 1):
        below, level = LEVELS[number - 1], LEVELS[number]
        assert level.doubt <= below.doubt
        assert (level.budget.playouts or 10**9) > (below.budget.playouts or 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_level_has_a_budget_that_a_slow_core_keeps(players: int) -> None:
    """By playouts at 5,000 a second, a tenth of what an ordinary core makes; by time elsewhere."""
    for level in LEVELS.values():
        budget = level.budget_for(players)
        assert min((budget.playouts or 10**9) / 5000, budget.seconds or 10**9) <= 2


def test_the_highest_level_needs_less_with_two_players() -> None:
    """There the network is worth most, and the step from the level below would be too high."""
    thought = []
    for players in (2, 3):
        reports: list[Report] = []
        make_bot(f"level:{max(LEVELS)}", seed=1).choose(Game(players), None, reports.append)
        thought.append(reports[-1].playouts)
    assert thought == [LEVELS[12].budget_for(2).playouts, LEVELS[12].budget_for(3).playouts]
    assert thought[0] * 10 < thought[1]


@pytest.mark.parametrize("number", LEVELS)
def test_a_level_is_created_by_its_number_and_knows_its_name(number: int) -> None:
    bot = make_bot(f"level:{number}", seed=1)
    assert isinstance(bot, LevelBot)
    assert bot.name == f"level:{number}"
    assert bot.choose(Game(2), Budget(playouts=4)) in Game(2).legal_moves()
    bot.stop()
    assert level_label(number).startswith(f"{number} · ")


def test_without_a_number_it_is_the_highest() -> None:
    assert make_bot("level").name == f"level:{max(LEVELS)}"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("level:0", "levels 1 to 12"),
        ("level:13", "levels 1 to 12"),
        ("level:x", "levels 1 to 12"),
        ("level:٣", "levels 1 to 12"),
        ("level:3,explore=1", "Levels have no settings"),
        ("level:3@800", "a budget of its own"),
        ("level:3@soon", "budget"),
    ],
)
def test_a_level_that_cannot_be_is_refused_in_one_line(text: str, words: str) -> None:
    with pytest.raises(BotError, match=words) as caught:
        make_bot(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("given", [None, Budget(playouts=100_000), Budget(seconds=9), Budget(seconds=9, per="stretch")])
def test_a_budget_from_outside_never_makes_a_level_stronger(given: Budget | None) -> None:
    reports: list[Report] = []
    make_bot("level:2", seed=1).choose(games()[0], given, reports.append)
    assert reports[-1].playouts == LEVELS[2].budget.playouts


def test_a_budget_from_outside_can_make_it_think_less() -> None:
    reports: list[Report] = []
    make_bot("level:5", seed=1).choose(games()[0], Budget(playouts=3), reports.append)
    assert reports[-1].playouts == 3


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_seed_repeats_a_whole_game(number: int, players: int) -> None:
    games = [
        played([make_bot(f"level:{number}", seed=seed) for seed in range(players)], Game(players)) for _ in range(2)
    ]
    assert games[0].moves == games[1].moves


def test_seeds_misjudge_differently() -> None:
    game = next(game for game in games() if game.phase is Phase.BUILD and len(game.legal_moves()) > 8)
    assert len({make_bot("level:1", seed=seed).choose(game) for seed in range(12)}) > 3


@pytest.mark.parametrize("number", QUICK)
def test_doubt_throws_nothing_away(number: int) -> None:
    """Only what the search finds best may close an aqueduct of the mover, by choice or by a tile."""
    other = 0
    for seed, game in enumerate(games()):
        reports: list[Report] = []
        chosen = make_bot(f"level:{number}", seed=seed).choose(game, on_report=reports.append)
        assert chosen in game.legal_moves()
        if chosen != reports[-1].best:
            other += 1
            assert not closes_own(game.position, chosen)
    assert other, "it doubts"


def test_more_doubt_strays_more_often() -> None:
    strayed = []
    for doubt in (0.1, 0.5, 2.0):
        count = 0
        for seed, game in enumerate(games()[:60]):
            report = Search(seed=1).think(game, Budget(playouts=40))
            count += doubted(game, report, doubt, seed) != report.best
        strayed.append(count)
    assert strayed[0] < strayed[1] < strayed[2]


@pytest.mark.slow
def test_the_lowest_level_beats_chance_clearly() -> None:
    assert match(lambda seed: make_bot("level:1", seed=seed), RandomBot, sets=10) >= 16


@pytest.mark.parametrize("text", [f"search:{number}" for number in range(1, 6)])
def test_the_old_levels_of_the_search_are_there(text: str) -> None:
    assert make_bot(text).name == text
    assert str(BotSpec.parse(text)) == text
