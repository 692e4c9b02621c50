"""The core's solver, its twin and plain trying give the same answers on the ends of random games."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from aquaromana.engine.goal import Goal
from aquaromana.engine.solve import Effort, Proven, Refuted, Solver, Unknown, Value
from aquaromana.rules import Game
from tests.support.brute import Brute, some_ending, some_goal
from tests.support.core import need_core
from tests.support.half_turn import turned
from tests.support.max_n import TooManyError
from tests.support.random_play import finished
from tests.support.sizes import LongSize

ENDINGS = LongSize("endings", ci=150, long=5_000)
POSITIONS = LongSize("endings", ci=250, long=2_000)
"""That plain trying may look at. By luck it finds in a few of them what the core does not find in its nodes."""


def goals(game: Game, seed: int) -> tuple[int, Goal]:
    rng = Random(seed)
    seat = int(rng.random() * game.players)
    own = game.position.open_aqueducts(seat)
    if own and rng.random() < 0.2:
        aqueduct = own[int(rng.random() * len(own))]
        value = game.position.lengths[aqueduct] + int(rng.random() * 6) - 3
        return seat, Goal.podium(game.layout.outlets[aqueduct], max(1, min(20, value)))
    return seat, some_goal(game, seat, rng)


def tell(counts: Mapping[str, int]) -> None:
    """Print what was compared; `-rP` shows it."""
    print(f"{ENDINGS.value} endings:", ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())))  # noqa: T201


@pytest.mark.slow
@ENDINGS.mark
def test_core_twin_and_plain_trying_agree() -> None:
    need_core()
    core, twin = Solver(core="native"), Solver(core="python")
    met: Counter[str] = Counter()
    for seed in range(ENDINGS.value):
        game = some_ending(seed, 9)
        if game is None:
            continue
        seat, goal = goals(game, seed)
        about = f"seed {seed}, seat {seat}, {goal}: {game}"
        found = core.force(game.position, seat, goal, Effort(nodes=50_000))
        again = twin.force(game.position, seat, goal, Effort(nodes=300))
        if not isinstance(again, Unknown):
            assert type(found) is type(again), about
            met[f"{type(again).__name__} twin"] += 1
        if goal.kind == "podium":
            continue
        try:
            forced = Brute(seat, goal, POSITIONS.value).forces(game)
        except TooManyError:
            continue
        for verdict in (found, again):
            assert isinstance(verdict, Unknown | (Proven if forced else Refuted)), about
        met[f"{forced} plain"] += 1
        met["not known to the core"] += isinstance(found, Unknown)
    tell(met)
    assert met["not known to the core"] * 30 <= met["True plain"] + met["False plain"], met
    enough = ENDINGS.value / 10
    assert min(met[kind] for kind in ("Proven twin", "Refuted twin", "True plain", "False plain")) > enough, met


@pytest.mark.slow
@ENDINGS.mark
def test_core_and_twin_leave_the_same_results_to_tie_breaks() -> None:
    need_core()
    core, twin = Solver(core="native"), Solver(core="python")
    solved = 0
    for seed in range(ENDINGS.value):
        game = some_ending(seed, 6)
        if game is None:
            continue
        again = twin.value(game.position, Effort(nodes=300))
        if isinstance(again, Unknown):
            continue
        found = core.value(game.position, Effort(nodes=300))
        assert isinstance(found, Value), f"the core looks at no more positions than the twin: {game}"
        assert (found.results, found.shares, found.points) == (again.results, again.shares, again.points), str(game)
        solved += 1
    tell({"solved": solved})
    assert solved > ENDINGS.value / 4


@pytest.mark.slow
def test_what_is_forced_comes_about_in_every_max_n_play() -> None:
    need_core()
    solver, proven = Solver(), 0
    for seed in range(60):
        game = some_ending(seed, 6)
        if game is None:
            continue
        value = solver.value(game.position, Effort(nodes=3_000))
        if isinstance(value, Unknown):
            continue
        for seat in range(game.players):
            if isinstance(solver.force(game.position, seat, Goal.win(), Effort(nodes=3_000)), Proven):
                proven += 1
                assert (value.shares[seat].low, value.shares[seat].high) == (1.0, 1.0), str(game)
    assert proven > 10


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_turned_positions_get_the_same_verdicts(players: int) -> None:
    need_core()
    solver, known = Solver(), 0
    for seed in range(8):
        game = finished(players, seed)
        for _ in range(8):
            game.pop()
        image = turned(game.position)
        for seat in range(players):
            goal = some_goal(game, seat, Random(seed))
            other = seat if players == 2 else (seat + 2) % 4
            here = solver.force(game.position, seat, goal, Effort(nodes=20_000))
            there = solver.force(image, other, goal, Effort(nodes=20_000))
            if not isinstance(here, Unknown) and not isinstance(there, Unknown):
                assert type(here) is type(there), f"{goal} for seat {seat}: {game}"
                known += 1
    assert known > 4 * players
