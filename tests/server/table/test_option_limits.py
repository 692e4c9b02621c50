"""What can be agreed when a table is made."""

import pytest

from aquaromana.server.errors import Refusal
from aquaromana.server.protocol.table_info import Clock, Options
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
    ],
)
def test_options_in_range_are_accepted(options: Options) -> None:
    assert checked(options, lobby=True) is options


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
    ],
)
def test_options_out_of_range_are_refused(options: Options, option: str, value: object) -> None:
    with pytest.raises(Refusal) as caught:
        checked(options, lobby=False)
    assert caught.value.code == "table/options"
    assert caught.value.arguments == {"option": option, "value": value}
