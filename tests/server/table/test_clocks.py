"""How time runs: for a stretch, for the whole game, and for nobody."""

import pytest

from aquaromana.server.protocol.table_info import Clock, Clocks
from aquaromana.server.table.clocks import Timer

STRETCH = Clock(per="stretch", seconds=60)
GAME = Clock(per="game", seconds=600, increment=5)


def test_without_a_clock_nothing_runs() -> None:
    timer = Timer.set_up(None, 3)
    assert timer.runs(1, 10.0, fresh=True, earned=0) == timer
    assert (timer.deadline, timer.to_message(), timer.is_spent(0)) == (None, None, False)
    assert timer.reseated([2, 1, 0]) == timer


def test_a_game_is_counted_down_seat_by_seat() -> None:
    timer = Timer.set_up(GAME, 2).runs(0, 100.0, fresh=True)
    assert (timer.left, timer.deadline) == ((600.0, 600.0), 700.0)
    timer = timer.runs(1, 130.0, fresh=True, earned=0)
    assert (timer.left, timer.running, timer.deadline) == ((575.0, 600.0), 1, 730.0)
    timer = timer.runs(0, 131.0, fresh=True, earned=1)
    assert timer.left == (575.0, 604.0)
    assert timer.to_message() == Clocks(left=[575.0, 604.0], running=0, started=131.0)


def test_every_stretch_has_its_own_time() -> None:
    timer = Timer.set_up(STRETCH, 2).runs(0, 100.0, fresh=True)
    assert timer.deadline == 160.0
    timer = timer.runs(0, 130.0)  # somebody changed their name: the clock keeps running
    assert (timer.left, timer.deadline) == ((30.0, 60.0), 160.0)
    timer = timer.runs(0, 140.0, fresh=True)
    assert (timer.left, timer.deadline) == ((60.0, 60.0), 200.0)
    timer = timer.runs(1, 150.0, fresh=True)
    assert (timer.left, timer.deadline) == ((60.0, 60.0), 210.0)


def test_a_player_who_comes_back_has_a_whole_stretch() -> None:
    timer = Timer.set_up(STRETCH, 2).runs(0, 100.0, fresh=True).runs(-1, 155.0)
    assert (timer.deadline, timer.running) == (None, -1)
    assert timer.runs(0, 300.0).deadline == 360.0


def test_nobody_has_less_than_nothing() -> None:
    timer = Timer.set_up(GAME, 2).runs(0, 0.0).runs(-1, 10_000.0)
    assert timer.left == (0.0, 600.0)
    assert (timer.is_spent(0), timer.is_spent(1)) == (True, False)
    assert not Timer.set_up(STRETCH, 2).runs(0, 0.0).runs(-1, 10_000.0).is_spent(0)


@pytest.mark.parametrize("clock", [STRETCH, GAME])
def test_a_clock_that_goes_back_takes_and_gives_nothing(clock: Clock) -> None:
    timer = Timer.set_up(clock, 2).runs(0, 100.0)
    assert timer.runs(0, 50.0).left == timer.left


def test_lots_are_drawn_for_the_time_too() -> None:
    timer = Timer(GAME, (1.0, 2.0, 3.0))
    assert timer.reseated([2, 0, 1]).left == (3.0, 1.0, 2.0)
