"""Where games begin; the environments' own tests have the sentences for what cannot be."""

from pathlib import Path

import pytest

from aquaromana import Game
from aquaromana.envs.start import start_game
from aquaromana.records import Record, write_record


def begun() -> Game:
    game = Game(3)
    for move in ("C@12", "S@3", "B@30"):
        game.play(move)
    return game


def test_every_form_of_a_beginning(tmp_path: Path) -> None:
    game, record = begun(), Record.from_game(begun())
    path = tmp_path / "game.aqr"
    path.write_text(write_record(record), "utf-8")
    for option in (str(game), game.position):
        assert start_game(3, None, {"position": option}) == game
    for form in (record, write_record(record), path):
        assert start_game(3, None, {"record": form}).moves == game.moves
        assert start_game(3, None, {"record": form, "ply": 2}).moves == game.moves[:2]
    for nothing in (None, {}, {"position": None}):
        assert start_game(3, None, nothing) == Game(3)


@pytest.mark.parametrize("record", [5, b"text", object()])
def test_an_invalid_record_is_refused(record: object) -> None:
    with pytest.raises(TypeError, match="A record, its text or its path is needed"):
        start_game(2, None, {"record": record})
