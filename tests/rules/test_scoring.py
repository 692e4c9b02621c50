"""Podiums, bonuses, totals and places."""

from collections import Counter
from collections.abc import Iterable
from itertools import permutations
from random import Random

import pytest

from aquaromana.rules import Game, Phase
from aquaromana.rules.scoring import Mounted, ended, places, scores_if_ended
from aquaromana.rules.turn import podium_for
from tests.support.positions import built, length, plays, podiums
from tests.support.random_play import PLAYERS, POLICIES, finished, played

ALL = "C1w D1s D1e H1w H1s I1e I8e H8n H8w D8e D8n C8w"

EIGHT = """
┌┌YY···RR·┐
·│·········
·│·········
·│·········
·│·········
·│·········
·└─········
└·GG···BB·┘
"""
"""Yellow's C1w has length 8."""

TWENTY_TWO = """
┌·YY···RR·┐
┌──┘·······
└─────────┐
····──────┘
···········
···········
···········
└·GG···BB·┘
"""
"""Yellow's D1s has length 22."""


@pytest.mark.clause("R8.1", "R6.3")
def test_the_final_scoring_of_the_rulebook() -> None:
    game = built(phase="o", gone=ALL, podiums="1G 2R 3Y 4G 5B 6Y 7R 11R 12Y 14G 17B")
    yellow, red, blue, green = game.scores()
    assert (blue, green, yellow, red) == (17 + 4 + 5 + 0, 14 + 3 + 4 + 1, 12 + 2 + 6 + 3, 20)
    assert game.podium_points() == (21, 20, 22, 19)
    assert game.places() == (2, 4, 1, 3)
    assert game.winners() == (2,)
    assert game.score_sheet()[:4] == (
        Mounted(17, 2, 2, 4),
        Mounted(14, 3, 3, 3),
        Mounted(12, 0, 0, 2),
        Mounted(11, 1, 1, 0),
    )
    assert [line.points for line in game.score_sheet()] == [21, 17, 14, 11, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.clause("R8.2", "R5.2", "R1.6")
@pytest.mark.parametrize(
    ("taken", "podium"),
    [
        ("", 8),
        ("8R", 7),
        ("7G 8R", 7),
        ("7R 7G 8R", 6),
        ("6B 7R 7G 8R", 5),
        ("3R 4B 5B 6B 7R 7G 8R", 3),
        ("3R 3G 4B 5B 6B 7R 7G 8R", 2),
        ("2G 3R 3G 4B 5B 6B 7R 7G 8R", 1),
        ("7R 7G", 8),
        ("9R", 8),
    ],
)
def test_an_aqueduct_of_8_goes_to_the_nearest_lower_podium_with_room(taken: str, podium: int) -> None:
    gone = "H1w H1s I1e I8e H8n H8w D8e D8n C8w"
    game = built(EIGHT, phase="c", gone=gone, podiums=taken)
    assert length(game, "C1w") == 8
    assert podium_for(game.position, 8) == podium
    plays(game, "xC7e")
    assert f"{podium}Y" in podiums(game).split()


@pytest.mark.clause("R5.2")
@pytest.mark.parametrize(
    ("taken", "podium"), [("", "20Y"), ("20R", "19Y"), ("19G 20R", "18Y"), ("17B 18B 19G 20R", "16Y")]
)
def test_over_20_starts_at_20(taken: str, podium: str) -> None:
    game = built(TWENTY_TWO, phase="c", gone="H1w H1s I1e I8e H8n H8w D8e", podiums=taken)
    assert length(game, "D1s") == 22
    plays(game, "xE4w")
    assert podium in podiums(game).split()


@pytest.mark.clause("R5.2")
def test_exactly_20_and_19() -> None:
    for drawing, end, podium in (
        (TWENTY_TWO.replace("····──────┘", "······────┘"), "xG4w", "20Y"),
        (TWENTY_TWO.replace("····──────┘", "·······───┘"), "xH4w", "19Y"),
    ):
        assert podiums(plays(built(drawing, phase="c"), end)) == podium


@pytest.mark.clause("R5.2")
@pytest.mark.parametrize(("length", "podium"), [(0, 0), (1, 0), (2, 0), (3, 3), (4, 3), (20, 20), (21, 20), (200, 20)])
def test_no_room_below_means_no_podium(length: int, podium: int) -> None:
    game = built(phase="c", gone="H1w H1s I1e I8e", podiums="1R 2R 3R 4B")
    assert podium_for(game.position, length) == podium


def mounted(lengths: Iterable[int], taken: Iterable[int]) -> list[int]:
    """The podiums occupied after workmen with these lengths, in this order, by the words of R5.2."""
    podiums = Counter(taken)
    for own in lengths:
        values = [value for value in range(1, min(own, 20) + 1) if podiums[value] < (2 if value in (3, 7) else 1)]
        podiums.update(values[-1:])
    return sorted(podiums.elements())


@pytest.mark.clause("R5.2")
def test_which_of_ones_own_workmen_goes_first_does_not_matter() -> None:
    rng = Random(52)
    for _ in range(200):
        taken = [value for value in range(1, 21) if rng.random() < 0.6]
        lengths = [rng.randrange(0, 24) for _ in range(4)]
        assert len({tuple(mounted(order, taken)) for order in permutations(lengths)}) == 1


@pytest.mark.clause("R5.2", "R5.1")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_scoring_of_a_game_puts_workmen_where_the_words_say(players: int) -> None:
    """For each seat in turn order the podiums are those of the words, whichever of its workmen goes first."""
    scored = 0
    for seed, policy in enumerate(POLICIES.values()):
        game = Game(players)
        before = game.position
        for now in played(game, seed, policy):
            closed = before.on_board & ~now.position.on_board
            if closed and not now.is_over:
                taken = [value for value, colors in enumerate(before.podiums) for _ in colors]
                for step in range(players):
                    own = closed & now.layout.owned[(before.turn + step) % players]
                    taken = mounted([now.position.lengths[i] for i in range(12) if own >> i & 1], taken)
                    scored += 1
                assert taken == [value for value, colors in enumerate(now.position.podiums) for _ in colors]
            before = now.position
    assert scored > 20


@pytest.mark.clause("R5.2", "R2.3")
def test_of_two_colors_of_one_player_the_longer_aqueduct_goes_first() -> None:
    """Yellow has length 1, blue 2, and podium 2 is taken: blue stands on 1. The points are the same either way."""
    game = built(
        """
        ┌·YY─··RR·┐
        ···········
        ···········
        ···········
        ···········
        ·······│···
        ·······│···
        └·GG···BB·┘
        """,
        players=2,
        phase="c",
        dry=2,
        gone="I1e",
        podiums="2R",
    )
    plays(game, "-")
    assert podiums(game) == "1B 2R"


@pytest.mark.clause("R6.3")
@pytest.mark.parametrize(
    ("stand", "scores"),
    [
        ("", (0, 0, 0, 0)),
        ("7Y", (11, 0, 0, 0)),
        ("7Y 7R", (11, 11, 0, 0)),
        ("3B 7Y 7R", (11, 11, 6, 0)),
        ("2G 3R 3B 7Y 7R", (11, 17, 6, 4)),
        ("1Y 2G 3R 3B 7Y 7R", (12, 17, 6, 4)),
        ("1Y 2Y 3Y", (3 + 4 + 2 + 3 + 1 + 2, 0, 0, 0)),
    ],
)
def test_bonuses_go_to_each_workman_on_the_three_highest_podiums(stand: str, scores: tuple[int, ...]) -> None:
    game = built(phase="o", gone=ALL, podiums=stand)
    assert game.scores() == scores


@pytest.mark.clause("R6.3", "R2.3")
def test_two_players_add_up_both_colors() -> None:
    game = built(players=2, phase="o", gone=ALL, podiums="5Y 6B 7R 8G")
    assert game.scores() == (5 + 6 + 2, 7 + 3 + 8 + 4)


@pytest.mark.clause("R6.4")
def test_equal_totals_share_the_place() -> None:
    assert places((5, 3, 5)) == (1, 3, 1)
    assert places((1, 2, 3, 2)) == (4, 2, 1, 2)
    assert places((0, 0)) == (1, 1)
    game = built(phase="o", gone=ALL, podiums="7Y 7R")
    assert game.places() == (1, 1, 3, 3)
    assert game.winners() == (0, 1)


def test_there_is_no_winner_before_the_end() -> None:
    game = built(phase="c", gone="D1e", podiums="5Y")
    assert game.winners() == ()
    assert game.places() == (1, 2, 2, 2)


@pytest.mark.clause("R6.2")
@pytest.mark.parametrize(
    ("turn", "stand"),
    [(0, "1R 2Y 7G"), (1, "1Y 2R 7G"), (2, "1R 2Y 7G"), (3, "1R 2Y 7G")],
)
def test_open_aqueducts_are_scored_from_the_player_whose_turn_it_was(turn: int, stand: str) -> None:
    """Yellow and red both have length 2; who comes first in turn order from the last turn gets podium 2."""
    drawing = """
    ┌·YY···RR·┐
    ···└─·─┘···
    ·····│·····
    ···┌─┘·····
    ···│·······
    ···│·······
    ···│·······
    └·GG···BB·┘
    """
    game = built(drawing, phase="c", turn=turn, dry=4)
    assert podiums(plays(game.copy(), "-")) == stand
    assert game.scores() == (0, 0, 0, 0)
    over = plays(game.copy(), "-")
    assert over.is_over
    assert game.scores_if_ended() == over.scores()
    assert over.position.held.count(0) == len(over.position.held), "no reserve builders"


@pytest.mark.clause("R6.2")
def test_the_last_close_by_choice_is_scored_before_the_open_aqueducts() -> None:
    game = built(EIGHT.replace("└─·", "└··"), phase="c", turn=0, dry=4, gone="H1w", podiums="7R")
    plays(game, "xB7e *C")
    assert game.is_over
    assert podiums(game) == "7Y 7R"


@pytest.mark.parametrize("players", PLAYERS)
def test_scores_if_ended_change_nothing_and_are_the_result_in_the_end(players: int) -> None:
    for policy in POLICIES.values():
        game, points = Game(players), []
        for _ in played(game, 5, policy):
            before = str(game)
            points.append(game.scores_if_ended())
            assert str(game) == before
            game.check()
            copy = ended(game.position)
            assert copy.on_board == 0
            assert copy is not game.position
        assert points[-1] == game.scores()


@pytest.mark.clause("R5.1", "R6.2")
@pytest.mark.parametrize("players", PLAYERS)
def test_scores_if_ended_forgot_that_closed_aqueducts_come_first(players: int) -> None:
    pending = 0
    for seed in range(10):
        game = Game(players)
        for _ in played(game, seed, POLICIES["long lived"]):
            position = game.position
            if game.phase is not Phase.CLOSE or not position.on_board & position.blocked:
                continue
            last = Game.from_position(str(game).replace(f".c.{position.turn}d0", f".c.{position.turn}d{players}"))
            expected = last.scores_if_ended()
            last.play("-")
            while not last.is_over:
                last.play(last.legal_moves()[0])
            assert expected == last.scores()
            assert expected == game.scores_if_ended()
            pending += 1
    assert pending


@pytest.mark.clause("R6.2")
@pytest.mark.parametrize("players", PLAYERS)
def test_taking_a_builder_changes_scores_if_ended_only_by_ending_the_turn(players: int) -> None:
    changed = 0
    for seed in range(12):
        game = Game(players)
        before = game.position
        for _ in played(game, seed, POLICIES["long lived"]):
            if before.phase is Phase.CLAIM and not game.is_over:
                points, after = scores_if_ended(before), game.position.copy()
                changed += points != scores_if_ended(after)
                after.turn = before.turn  # who is scored first
                assert scores_if_ended(after) == points
            before = game.position
    assert changed


@pytest.mark.parametrize("players", PLAYERS)
def test_the_score_sheet_adds_up(players: int) -> None:
    for seed in range(20):
        game = finished(players, seed)
        sheet = game.score_sheet()
        totals = [sum(line.points for line in sheet if line.seat == seat) for seat in range(players)]
        assert tuple(totals) == game.scores()
        plain = [sum(line.podium for line in sheet if line.seat == seat) for seat in range(players)]
        assert tuple(plain) == game.podium_points()
        assert [line.podium for line in sheet] == sorted((line.podium for line in sheet), reverse=True)
        assert game.winners()
        assert {game.scores()[seat] for seat in game.winners()} == {max(game.scores())}
