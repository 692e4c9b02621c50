"""What the seats are worth, in whole percents."""

import pytest

from aquaromana.bots.seat_odds import SEAT_ODDS, whole_percents


@pytest.mark.parametrize(
    ("shares", "percents"),
    [
        ((0.645, 0.355), [65, 35]),
        ((0.275, 0.218, 0.269, 0.238), [27, 22, 27, 24]),
        ((0.29, 0.308, 0.402), [29, 31, 40]),
        ((0.25, 0.75), [25, 75]),
    ],
)
def test_percents_are_near_their_shares(shares: tuple[float, ...], percents: list[int]) -> None:
    assert whole_percents(shares) == percents


def test_percents_add_up_to_a_hundred() -> None:
    for tables in SEAT_ODDS.values():
        for shares in tables.values():
            assert sum(whole_percents(shares)) == 100
