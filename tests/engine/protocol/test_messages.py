"""The lines of the protocol: written and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aquaromana.engine import Budget
from aquaromana.engine.protocol import Info, Option
from aquaromana.engine.protocol.messages import go_line, legal_line, position_line
from aquaromana.rules import Decision, Game
from tests.support.random_play import CUSTOM

PLAIN = Info(2, 7, 200, 0.25, 32, exact=True, score=(0.5, 0.25, 0.25), points=(25.5, 20, 7.25), pv=(Decision("C@13"),))


@pytest.mark.parametrize("info", [Info(), PLAIN], ids=["empty", "full"])
def test_a_report_reads_back(info: Info) -> None:
    assert Info.parse(str(info).removeprefix("info ")) == info


def test_a_report_has_a_number_for_each_seat() -> None:
    expected = "info multipv 2 depth 7 nodes 200 visits 32 time 250 exact score 0.5000 0.2500 0.2500"
    assert str(PLAIN) == f"{expected} points 25.50 20.00 7.25 pv C@13"


@given(st.text())
def test_anything_can_be_read_as_a_report(text: str) -> None:
    assert isinstance(Info.parse(text), Info)
    assert isinstance(Info.parse(f"score {text} pv {text} nodes {text}"), Info)


@pytest.mark.parametrize(
    "option",
    [
        Option("Seed"),
        Option("Big Threads", "spin", "1", 1, 256),
        Option("Style", "combo", "wild", values=("wild", "very calm")),
        Option("Log", "check", "false"),
    ],
    ids=lambda option: option.name,
)
def test_an_option_reads_back(option: Option) -> None:
    assert Option.parse(str(option).removeprefix("option ")) == option


def test_an_option_takes_only_what_it_can_be() -> None:
    assert Option("Seed").written("") == "none"
    assert Option("Log", "check").written(True) == "true"
    with pytest.raises(ValueError, match="goes from 1 to 4, not to 5"):
        Option("Threads", "spin", "1", 1, 4).written(5)
    with pytest.raises(ValueError, match="whole number"):
        Option("Threads", "spin", "1", 1, 4).written("many")
    with pytest.raises(ValueError, match="one of wild, calm"):
        Option("Style", "combo", "wild", values=("wild", "calm")).written("mad")
    with pytest.raises(ValueError, match="one line"):
        Option("Seed").written("1\nquit")


def test_a_game_is_told_from_its_start_or_as_a_position() -> None:
    game = Game(3)
    game.play("C@12")
    assert position_line(game) == "position start players 3 moves C@12"
    assert position_line(game, replayed=False) == f"position {game}"
    later = Game.from_position(game.position)
    assert position_line(later) == f"position {game}"
    own = Game(layout=CUSTOM)
    assert position_line(own) == f"position {own}"


def test_legal_decisions_are_told_in_their_order() -> None:
    game = Game(2)
    assert legal_line(game).split() == ["legal", *map(str, game.legal_moves())]


def test_a_budget_becomes_limits() -> None:
    assert go_line(None) == "go"
    assert go_line(None, infinite=True) == "go infinite"
    assert go_line(Budget(seconds=0.25, playouts=80)) == "go movetime 250 nodes 80"
