"""Bounds of lengths, podiums and points: no game that was played leaves them."""

import pytest

from aquaromana.engine.outlook import bounds, podium_bounds, reaches
from aquaromana.engine.solve_twin import podium_taken
from aquaromana.rules import Game
from tests.support.random_play import PLAYERS, POLICIES, Policy, played

every_policy = pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES.keys())


@every_policy
@pytest.mark.parametrize("players", PLAYERS)
def test_results_stay_within_their_bounds(players: int, policy: Policy) -> None:
    game = Game(players)
    expected = []
    for now in played(game, 11 * players, policy):
        if now.is_over:
            break
        position = now.position
        reach = reaches(position)
        podiums = {aqueduct: podium_bounds(position, reach, aqueduct) for aqueduct in reach}
        expected.append((reach, podiums, bounds(position, reach)))
    lengths, points, podiums_taken = game.position.lengths, game.scores(), taken(game)
    for reach, podiums, limits in expected:
        assert all(min(lengths_at(game, aqueduct), 20) <= reach[aqueduct] for aqueduct in reach)
        assert all(low <= podiums_taken[aqueduct] <= high for aqueduct, (low, high) in podiums.items())
        assert all(low <= own <= high for own, (low, high) in zip(points, limits, strict=True))
    assert len(lengths) == 12


def lengths_at(game: Game, aqueduct: int) -> int:
    """How long an aqueduct was when its workman left the board."""
    line = game.copy()
    length = line.position.lengths[aqueduct]
    while not line.position.on_board >> aqueduct & 1:
        length = line.position.lengths[aqueduct]
        line.pop()
    return length


def taken(game: Game) -> dict[int, int]:
    """The podium of each workman, and that together they make up the podiums there are."""
    line, podiums = game.copy(), {}
    while line.moves:
        after = line.position
        decision = line.pop()
        left = line.position.on_board & ~after.on_board
        gone = [aqueduct for aqueduct in range(12) if left >> aqueduct & 1]
        here = {aqueduct: podium_taken(line.position, after, decision, aqueduct) for aqueduct in gone}
        podiums.update(here)
        for value in range(1, 21):
            fresh = [game.layout.colors[aqueduct] for aqueduct, podium in here.items() if podium == value]
            assert sorted([*line.position.podiums[value], *fresh]) == list(after.podiums[value])
    return podiums
