"""Pictures that people share."""

import re

from aquaromana.records import Record
from aquaromana.rules import Game
from aquaromana.server.pictures import render


def test_a_shared_picture_leaves_no_seat_without_a_name() -> None:
    some = Record.from_game(Game(4), Seat0="Anna", Bot2="search:2", Seat3="Livia", Bot3="search:2")
    every = Record.from_game(Game(4), Seat0="Anna", Seat1="Player 2", Seat2="Bot 3", Seat3="Livia")
    drawn, expected = (render.board_svg(record, 0, "light").decode() for record in (some, every))
    assert without_record(drawn) == without_record(expected)


def without_record(drawn: str) -> str:
    """A picture without what it carries, and with the same ids as any other."""
    return re.sub(r"<metadata.*?</metadata>", "", drawn, flags=re.DOTALL)
