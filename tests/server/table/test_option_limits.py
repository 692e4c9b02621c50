"""What can be agreed when a table is made."""

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.table_info import Clock, Match, Options
from aquaromana.server.table.option_limits import DAY, checked


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(grace=0),
        Options(grace=30 * DAY),
        Options(clock=Clock(per="stretch", seconds=5)),
        Options(clock=Clock(per="game", seconds=30 * DAY, increment=3600, zero="resign")),
        Options(public=True, lots=True, auto=False),
        Options(match=Match(games=3)),
        Options(match=Match(games=18)),
    ],
)
def test_options_in_range_are_accepted(options: Options) -> None:
    assert checked(options, lobby=True, players=3, whole=True) is options


@pytest.mark.parametrize(
    ("options", "option", "value"),
    [
        (Options(grace=-1), "grace", -1),
        (Options(grace=30 * DAY + 1), "grace", 30 * DAY + 1),
        (Options(clock=Clock(per="stretch", seconds=4)), "seconds", 4),
        (Options(clock=Clock(per="game", seconds=10**9)), "seconds", 10**9),
        (Options(clock=Clock(per="game", seconds=60, increment=-1)), "increment", -1),
        (Options(clock=Clock(per="game", seconds=60, increment=3601)), "increment", 3601),
        (Options(public=True), "public", "true"),
        (Options(match=Match(games=0)), "match", 0),
        (Options(match=Match(games=4)), "match", 4),
        (Options(match=Match(games=21)), "match", 21),
        (Options(match=Match(games=3, game=2)), "match", 3),
        (Options(match=Match(games=3, points=[99, 0, 0])), "match", 3),
    ],
)
def test_options_out_of_range_are_refused(options: Options, option: str, value: object) -> None:
    with pytest.raises(Refusal) as caught:
        checked(options, lobby=False, players=3, whole=True)
    assert caught.value.code == "table/options"
    assert caught.value.arguments == {"option": option, "value": value}


def test_a_match_begins_at_the_beginning() -> None:
    with pytest.raises(Refusal):
        checked(Options(match=Match(games=3)), lobby=True, players=3, whole=False)
