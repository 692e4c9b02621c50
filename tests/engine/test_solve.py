"""The solver's public face: verdicts with lines, goals it refuses, budgets, stopping, and the kingmaker."""

import threading
import time

import pytest

from aquaromana.engine.goal import Goal, GoalError
from aquaromana.engine.solve import Core, Effort, Interval, Proven, Refuted, SolveError, Solver, Unknown, Value
from aquaromana.rules import Close, Game
from tests.support.brute import Brute, some_ending
from tests.support.core import need_core
from tests.support.max_n import TooManyError
from tests.support.random_play import finished, played

KINGMAKER = (
    "3.b.2d0.3I1F2HH1WQFXXIIIJ1XXNXXQLXHHWW1QLXXHJNHWH1NHJXXFXNFNNNIFXWWXXJI1LJLWXXXIF2XLXX2WLJ1."
    "B1D1S3CSSB3D2C1JC1D4BB4CS1D.--.xxox-xxxx-oxxx.1R2B4B5Y7R8Y9B10R11Y12R"
)
"""The last round of a game of three. Blue closes for 22 points, whichever of three builders lays the tile. But one is
the last that Yellow can use well: if he walks on, Red wins by 36 to 33; if he stays, Yellow wins by 43 to 33."""

PLENTY = Effort(nodes=200_000)

each_core = pytest.mark.parametrize("core", ["native", "python"])


@pytest.fixture
def solver(core: Core) -> Solver:
    if core == "native":
        need_core()
    return Solver(core=core)


@each_core
def test_a_kingmaker_makes_nothing_certain(solver: Solver) -> None:
    position = Game.from_position(KINGMAKER).position
    value = solver.value(position, PLENTY)
    assert isinstance(value, Value)
    assert value.results == ((33, 36, 22), (43, 33, 22))
    assert value.shares == (Interval(0.0, 1.0), Interval(0.0, 1.0), Interval(0.0, 0.0))
    assert value.points == (Interval(33, 43), Interval(33, 36), Interval(22, 22))
    assert not value.settled
    for seat in (0, 1):
        for goal in (Goal.win(), Goal.share(), Goal.lead(0)):
            verdict = solver.force(position, seat, goal, PLENTY)
            assert isinstance(verdict, Refuted)
            assert verdict.line[0] in Game.from_position(position).legal_moves()
    assert isinstance(solver.force(position, 2, Goal.points(22), PLENTY), Proven)
    assert isinstance(solver.force(position, 0, Goal.points(33), PLENTY), Proven)
    assert isinstance(solver.force(position, 0, Goal.points(34), PLENTY), Refuted)


EXTRAS = {
    "2.eB.1d0.1W2J1L2J2I1LQXFJQ3I1LJIIH3XW3II9NJ6WQ1W6FHJ1LHQ1QL1N2NWX2W1."
    "BBS1C1J1CS2DC1C2D4B1S3B2S3DD.-.xxx-xox-oox-xxx.1G2B4Y5Y6G": ["+B@H6"],
    "2.eS.1d0.1W2HNW2H1WWNWHJII1FJILXXXHWJ1NXNHNLXNJ4LXJ2J4W2HXNILW3XQHQX1WN1X2L2J1F2J1."
    "1S2C1JBD2C3S2DS1B1S1DC2CD5BB.-.xxo-xxx-oxx-oox.1B2Y3G5R6R11Y12R": ["+Sns@D5", "+Sew@D5"],
}
"""Red and green owe an extra tile, and win only if it lies here."""


@pytest.mark.parametrize("text", EXTRAS)
def test_extra_tiles_on_squares_that_somebody_can_reach_do_not_count_as_one(text: str) -> None:
    """The core tries only one extra tile of each kind where nobody can ever reach it; Python's twin tries all."""
    need_core()
    solver = Solver(core="native")
    position = Game.from_position(text).position
    verdict = solver.force(position, 1, Goal.win(), PLENTY)
    assert isinstance(verdict, Proven)
    assert str(verdict.line[0]) in EXTRAS[text]
    verdicts = solver.verdicts(position, 1, Goal.win(), PLENTY)
    assert [str(decision) for decision, each in verdicts.items() if isinstance(each, Proven)] == EXTRAS[text]


@each_core
def test_every_decision_of_the_kingmaker_gets_its_verdict(solver: Solver) -> None:
    position = Game.from_position(KINGMAKER).position
    verdicts = solver.verdicts(position, 0, Goal.win(), PLENTY)
    assert list(verdicts) == list(Game.from_position(position).legal_moves())
    kinds = {str(decision): type(verdict) for decision, verdict in verdicts.items()}
    assert {decision for decision, kind in kinds.items() if kind is Proven} == {"J3n.10.Sn", "J3n.36.Sn"}
    assert {decision for decision, kind in kinds.items() if kind is Refuted} == {"J3n.21.Dw", "J3n.21.De", "J3n.21.Sn"}
    for decision, verdict in verdicts.items():
        assert not isinstance(verdict, Unknown)
        assert verdict.line[0] == decision


@pytest.mark.slow
@each_core
def test_a_line_is_legal_and_ends_where_the_goal_is_certain(solver: Solver) -> None:
    proven = 0
    for seed in range(30):
        game = some_ending(seed, 5)
        if game is None:
            continue
        for seat in range(game.players):
            verdict = solver.force(game.position, seat, Goal.win(), Effort(nodes=400))
            if isinstance(verdict, Unknown):
                continue
            line = game.copy()
            for decision in verdict.line:
                line.play(decision)
            if line.is_over:
                assert (line.winners() == (seat,)) is isinstance(verdict, Proven), str(game)
                continue
            try:
                forced = Brute(seat, Goal.win(), 60).forces(line)
            except TooManyError:
                continue
            assert forced is isinstance(verdict, Proven), str(game)
            proven += 1
    assert proven > 10


@pytest.mark.slow
@each_core
def test_a_podium_is_forced_by_taking_it(solver: Solver) -> None:
    game, closing = closing_by_choice()
    position, seat = game.position, game.to_move
    aqueduct = position.ends.index(closing.workman)
    game.play(closing)
    taken = max(value for value in range(21) if game.position.podiums[value] != position.podiums[value])
    goal = Goal.podium(position.layout.outlets[aqueduct], taken)
    verdict = solver.verdicts(position, seat, goal, Effort(nodes=2_000))[closing]
    assert isinstance(verdict, Proven)
    assert verdict.line == (closing,)
    higher = Goal.podium(position.layout.outlets[aqueduct], taken + 1)
    assert isinstance(solver.verdicts(position, seat, higher, Effort(nodes=2_000))[closing], Refuted)


def closing_by_choice() -> tuple[Game, Close]:
    """A game in which an aqueduct of some length can be closed, and that decision."""
    for game in played(Game(2), 3):
        for decision in game.legal_moves():
            if isinstance(decision, Close):
                aqueduct = game.position.ends.index(decision.workman)
                if game.position.lengths[aqueduct] > 3:
                    return game.copy(), decision
    raise AssertionError("no such game")


@each_core
def test_the_same_nodes_give_the_same_answer(core: Core) -> None:
    if core == "native":
        need_core()
    game = finished(4, 5)
    for _ in range(12):
        game.pop()
    first, second = (Solver(core=core).force(game.position, 1, Goal.win(), Effort(nodes=700)) for _ in range(2))
    assert type(first) is type(second)
    assert first.nodes == second.nodes
    if not isinstance(first, Unknown) and not isinstance(second, Unknown):
        assert first.line == second.line


@each_core
def test_a_budget_of_nodes_is_kept(solver: Solver) -> None:
    position = Game(4).position
    verdict = solver.force(position, 0, Goal.win(), Effort(nodes=500))
    assert isinstance(verdict, Unknown)
    assert 500 <= verdict.nodes < 500 + 800  # one more position with all its decisions
    verdicts = solver.verdicts(position, 0, Goal.win(), Effort(nodes=500))
    assert len(verdicts) == len(Game(4).legal_moves())
    assert all(isinstance(verdict, Unknown) for verdict in verdicts.values())


@each_core
def test_it_can_be_stopped_from_another_thread(solver: Solver) -> None:
    position = Game(3).position
    for work in (
        lambda: solver.force(position, 0, Goal.win(), Effort(seconds=600)),
        lambda: solver.value(position, Effort(seconds=600)),
    ):
        found: list[object] = []
        thread = threading.Thread(target=lambda work=work, found=found: found.append(work()))
        thread.start()
        while thread.is_alive():
            solver.stop()
            time.sleep(0.005)
        thread.join()
        assert isinstance(found[0], Unknown)


@each_core
def test_a_solver_that_is_cancelled_proves_nothing_more(solver: Solver) -> None:
    position = Game(3).position
    solver.cancel()
    assert isinstance(solver.force(position, 0, Goal.win(), Effort(seconds=600)), Unknown)
    assert isinstance(solver.value(position, Effort(seconds=600)), Unknown)
    verdicts = solver.verdicts(position, 0, Goal.win(), Effort(seconds=600))
    assert all(isinstance(verdict, Unknown) for verdict in verdicts.values())


@each_core
def test_a_budget_of_seconds_ends_it(solver: Solver) -> None:
    position = Game(2).position
    assert isinstance(solver.force(position, 0, Goal.win(), Effort(seconds=0.01)), Unknown)
    assert isinstance(solver.value(position, Effort(seconds=0.01)), Unknown)


@each_core
@pytest.mark.parametrize("seat", [-1, 3, 99, "0", None, 1.0])
def test_a_seat_that_is_not_there_is_refused(solver: Solver, seat: int) -> None:
    with pytest.raises(SolveError, match=r"no seat .* it has the seats 0 to 2"):
        solver.force(Game(3).position, seat, Goal.win(), PLENTY)
    with pytest.raises(SolveError, match="no seat"):
        solver.verdicts(Game(3).position, seat, Goal.win(), PLENTY)


@each_core
def test_a_finished_game_is_refused(solver: Solver) -> None:
    over = finished(2, 1).position
    with pytest.raises(SolveError, match="The game is over"):
        solver.force(over, 0, Goal.win(), PLENTY)
    with pytest.raises(SolveError, match="The game is over"):
        solver.verdicts(over, 0, Goal.win(), PLENTY)
    with pytest.raises(SolveError, match="The game is over"):
        solver.value(over, PLENTY)


@each_core
def test_a_podium_goal_needs_an_own_aqueduct_with_its_workman(solver: Solver) -> None:
    game = Game(4)
    mine, theirs = game.layout.outlets[0], game.layout.outlets[3]
    with pytest.raises(GoalError, match="does not belong to seat 0"):
        solver.force(game.position, 0, Goal.podium(theirs, 5), PLENTY)
    with pytest.raises(GoalError, match="No aqueduct starts at F4n"):
        solver.force(game.position, 0, Goal.podium("F4n", 5), PLENTY)
    ended = finished(4, 2)
    while not ended.position.own(0):
        ended.pop()
    gone = next(each for each in range(3) if not ended.position.on_board >> each & 1)
    with pytest.raises(GoalError, match="has left the board"):
        solver.force(ended.position, 0, Goal.podium(ended.layout.outlets[gone], 5), PLENTY)
    assert isinstance(solver.force(game.position, 0, Goal.podium(mine, 5), Effort(nodes=50)), Unknown)


def test_the_core_is_named() -> None:
    with pytest.raises(ValueError, match="'auto', 'native' or 'python', not by 'gpu'"):
        Solver(core="gpu")  # type: ignore[arg-type]
