"""What each seat is worth: counted by seat, whoever sits there."""

import pytest

from aquaromana.arena import Entry, GameResult, Match
from aquaromana.arena.fairness import Balance, SeatShare, Tally, fairest
from aquaromana.arena.result import Forfeit, Thinking
from aquaromana.rules import standard_layout


def tally(players: int, winners: list[int | None]) -> Tally:
    """Games in which these seats win; None is a game that all share."""
    match = Match((Entry("a"), Entry("a")), players, len(winners), layout=standard_layout(players))
    found = Tally(standard_layout(players))
    for number, winner in enumerate(winners):
        scores = tuple(10 + (winner is None or seat == winner) for seat in range(players))
        found.add(match, GameResult(match.fixture(number), scores, None, (Thinking(),) * players))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_seat_that_always_wins_has_everything(players: int) -> None:
    balance = tally(players, [1] * 30).balance()
    assert [seat.share for seat in balance.seats] == [float(seat == 1) for seat in range(players)]
    assert balance.points == tuple(10.0 + (seat == 1) for seat in range(players))
    assert balance.unfairness > 0.4
    assert balance.games == 30


def test_even_seats_are_fair() -> None:
    balance = tally(4, [0, 1, 2, 3] * 25).balance()
    assert balance.unfairness == pytest.approx(0)
    assert all(seat.low < 0.25 < seat.high for seat in balance.seats)
    assert balance.noise == pytest.approx(0.0433, abs=1e-3)


def test_intervals_shrink_with_the_games() -> None:
    few, many = (tally(2, [0, 1, 0] * times).balance().seats[0] for times in (6, 60))
    assert many.high - many.low < (few.high - few.low) / 2


def test_shared_games_count_for_all() -> None:
    assert [seat.share for seat in tally(3, [None] * 9).balance().seats] == pytest.approx([1 / 3] * 3)


def test_forfeits_say_nothing_about_seats() -> None:
    found = tally(2, [0, 1])
    match = Match((Entry("a"), Entry("a")), 2, 1, layout=standard_layout(2))
    found.add(match, GameResult(match.fixture(0), None, Forfeit(0, "failed"), (Thinking(),) * 2))
    assert found.games == 2


def test_the_fairest_layout_comes_first() -> None:
    layout = standard_layout(2)
    shares = [(0.6, 0.4), (0.5, 0.5), (0.45, 0.55)]
    balances = [Balance(layout, 9, tuple(SeatShare(each, 0, 1) for each in pair), (0, 0)) for pair in shares]
    assert [balance.seats[0].share for balance in fairest(balances)] == [0.5, 0.45, 0.6]
    assert balances[0].to_json()["unfairness"] == pytest.approx(0.1)
