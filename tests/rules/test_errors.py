"""Errors, their codes and the catalogue."""

import pickle
import re
from string import Formatter

import pytest

from aquaromana.rules import (
    AquaError,
    Game,
    IllegalMove,
    LayoutError,
    NotationError,
    PlayersError,
    PositionError,
    Reason,
    standard_layout,
)
from aquaromana.rules.errors import CATALOGUE

ERRORS = (AquaError, IllegalMove, LayoutError, NotationError, PlayersError, PositionError)


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_code_has_a_clause_and_a_sentence(code: str) -> None:
    clause, sentence = CATALOGUE[code]
    assert re.fullmatch(r"[a-z]+/[a-z-]+", code)
    assert re.fullmatch(r"R[1-9](\.[1-9])?", clause)
    assert sentence[-1] == "."
    names = [name for _, name, spec, conversion in Formatter().parse(sentence) if name is not None]
    assert all(name.isidentifier() for name in names)


def test_a_reason_speaks() -> None:
    reason = Reason("path/occupied", {"path": 12})
    assert reason.clause == "R2.5"
    assert reason.message == "A builder already stands on path square 12."
    assert str(reason) == "A builder already stands on path square 12. (R2.5)"
    assert reason == Reason("path/occupied", {"path": 12})
    assert reason != Reason("path/occupied", {"path": 13})


@pytest.mark.parametrize("error", ERRORS)
def test_errors_carry_their_reason(error: type[AquaError]) -> None:
    reason = Reason("path/empty", {"path": 3})
    made = error(reason)
    assert isinstance(made, ValueError)
    assert str(made) == str(reason)
    assert (made.code, made.clause, made.arguments) == ("path/empty", "R4.8", {"path": 3})
    again = pickle.loads(pickle.dumps(made))
    assert type(again) is error
    assert again.reason == reason


@pytest.mark.clause("R2.1")
@pytest.mark.parametrize("players", [-1, 0, 1, 5])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    for make in (Game, standard_layout):
        with pytest.raises(PlayersError, match="2, 3 or 4 players") as caught:
            make(players)
        assert caught.value.arguments == {"players": str(players)}
