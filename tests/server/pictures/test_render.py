"""Pictures that people share."""

import json
import re

import pytest

from aquaromana.records import Record
from aquaromana.rules import Game
from aquaromana.server.pictures import render
from tests.support.house import ROOT


def test_a_shared_picture_leaves_no_seat_without_a_name() -> None:
    some = Record.from_game(Game(4), Seat0="Anna", Bot2="search:2", Seat3="Livia", Bot3="search:2")
    every = Record.from_game(Game(4), Seat0="Anna", Seat1="Player 2", Seat2="Bot 3", Seat3="Livia")
    drawn, expected = (render.board_svg(record, 0, "light").decode() for record in (some, every))
    assert without_record(drawn) == without_record(expected)


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_shared_picture_named_seats_in_english_only(language: render.Language) -> None:
    catalogue = json.loads((ROOT / "src/aquaromana/web/locale" / language / "common.json").read_text("utf-8"))
    nobody = Record.from_game(Game(2), Bot1="search:2")
    named = Record.from_game(Game(2), Seat0=catalogue["person"].format(number=1), Seat1=f"{catalogue['bot']} 2")
    drawn = render.board_svg(nobody, 0, "light", None, language).decode()
    assert without_record(drawn) == without_record(render.board_svg(named, 0, "light", None, language).decode())


def test_a_picture_had_the_letters_of_another_language() -> None:
    record = Record.from_game(Game(2), Seat0="Anna", Seat1="Ben")
    drawn = {
        language: without_record(render.board_svg(record, 0, "light", "B1-E3", language).decode())
        for language in ("en", "de", "fr")
    }
    assert len(set(drawn.values())) == len(drawn)


def without_record(drawn: str) -> str:
    """A picture without what it carries, and with the same ids as any other."""
    return re.sub(r"<metadata.*?</metadata>", "", drawn, flags=re.DOTALL)
