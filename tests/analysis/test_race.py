"""The podium race in built positions, and what must hold in any."""

import pytest

from aquaromana.analysis import Runner, runners
from aquaromana.analysis.race import next_podiums, room
from aquaromana.rules import Game
from aquaromana.rules.position import PODIUM_ROOM
from aquaromana.rules.turn import podium_for
from tests.support.positions import OUT_OF_SIGHT, aqueduct, built, plays
from tests.support.random_play import sampled

LENGTHS = """
┌·YY···RR·┐
···│···│···
···│···│···
···········
···········
···········
···│·······
└·GG···BB·┘
"""
"""Yellow and red run two squares to the south, green one to the north."""


ALL = "C1w D1s D1e H1w H1s I1e I8e H8n H8w D8e D8n C8w"
"""Every outlet."""


def runner(game: Game, outlet: str) -> Runner:
    (found,) = (each for each in runners(game.position) if each.aqueduct == aqueduct(game, outlet))
    return found


def threats(game: Game, outlet: str) -> set[str]:
    by_number = {aqueduct(game, name): name for name in ALL.split()}
    return {by_number[each] for each in runner(game, outlet).threats}


def test_at_the_start_everybody_races_for_the_first_podium() -> None:
    game = built()
    assert runner(game, "D1s") == Runner(aqueduct(game, "D1s"), 0, 1, tuple(range(3, 12)))


def test_the_next_podium_is_the_lowest_with_room() -> None:
    game = built(LENGTHS, gone="I8e H8n H8w I1e", podiums="3B 3B 4B 5R")
    assert runner(game, "D1s").podium == 2
    assert runner(game, "D1s").next == 6
    assert (room(game.position, 3), room(game.position, 7)) == (0, 2)
    assert next_podiums(game.position)[20] == 0


def test_equal_lengths_threaten_and_shorter_ones_do_not() -> None:
    game = built(LENGTHS, gone="I8e", podiums="3B")
    assert threats(game, "D1s") == {"H1s"}, "as long, and one place left on podium 3"
    assert threats(game, "H1s") == {"D1s"}
    assert runner(game, "D8n").next == 2
    assert threats(game, "D8n") == {"D1s", "H1s"}, "they would get podium 2 now"


def test_a_podium_with_room_for_both_is_not_threatened() -> None:
    game = built(LENGTHS)
    assert runner(game, "D1s").next == 3
    assert threats(game, "D1s") == set()


def test_own_aqueducts_take_room_but_do_not_threaten() -> None:
    """Yellow, blue and red have length 2 and want the two places on podium 3; yellow and blue are of one seat."""
    game = built(LENGTHS.replace("···········\n···│·······", "·······│···\n···│···│···"), players=2)
    assert [game.position.lengths[aqueduct(game, outlet)] for outlet in ("D1s", "H1s", "H8n")] == [2, 2, 2]
    assert threats(game, "D1s") == {"H1s"}
    assert threats(game, "H1s") == {"D1s", "H8n"}


def test_closed_aqueducts_no_longer_race_but_their_podiums_count() -> None:
    """Red is shut off at length 1 and waits for its scoring; yellow has length 0 elsewhere."""
    game = built(
        """
        ┌·YY─·─RR·┐
        ···········
        ···········
        ···········
        ···········
        ···········
        ···········
        └·GG···BB·┘
        """,
        builders="C@5",
        rest=OUT_OF_SIGHT,
    )
    plays(game, "E1e.5.Cs")
    assert runner(game, "H1w") == Runner(aqueduct(game, "H1w"), 1, 0)
    assert "H1w" in threats(game, "D1s"), "podium 1 will be his"


def test_beyond_20_there_is_nothing() -> None:
    position = built().position.copy()
    position.lengths[0] = 25
    assert runners(position)[0] == Runner(0, 20, 0)
    position.podiums = (*position.podiums[:19], (0,), (1,))
    assert runners(position)[0] == Runner(0, 18, 0)


@pytest.mark.slow
def test_in_any_position_the_race_is_what_the_rules_say() -> None:
    for game in sampled(140):
        position = game.position
        found = runners(position)
        assert [each.aqueduct for each in found] == [n for n in range(12) if position.on_board >> n & 1]
        for each in found:
            length = position.lengths[each.aqueduct]
            if position.blocked >> each.aqueduct & 1:
                assert (each.next, each.threats) == (0, ())
                continue
            assert each.podium == podium_for(position, length)
            if each.next:
                assert length < each.next < len(PODIUM_ROOM)
                assert podium_for(position, each.next) == each.next
                assert podium_for(position, each.next - 1) == each.podium
            else:
                assert podium_for(position, 20) == each.podium
            seat = position.layout.seats[each.aqueduct]
            assert all(position.layout.seats[other] != seat for other in each.threats)
            assert all(position.lengths[other] >= length for other in each.threats)
