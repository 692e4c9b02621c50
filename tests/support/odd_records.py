"""Records of unusual games, each short enough to be reviewed in a test."""

from functools import cache
from random import Random

from aquaromana.analysis.review import Depth
from aquaromana.records import Line, Record, read_record
from aquaromana.rules import Game, Position
from tests.support.house import ROOT
from tests.support.random_play import CUSTOM

TINY = Depth("quick", root=24, judge=12, doublings=0, proof=100)
"""In the place of the quick depth."""
UNREACHABLE = "4.b.0d0.88.CCCDDDSSSBBB26.---.xoo-ooo-ooo-ooo.5Y"
"""A workman stands higher than any aqueduct is long: the rules allow it to be played on."""


def ended(start: Game) -> Game:
    rng = Random(1)
    while not start.is_over:
        start.push(rng.choice(start.legal_moves()))
    return start


def last(game: Game, count: int) -> Record:
    """The end of a game as one of its own."""
    start = Record.from_game(game).game(len(game.moves) - count).position
    return Record(start, Line.of(game.moves[-count:]))


@cache
def late() -> Position:
    """Some decisions before the end of a game of two."""
    whole = read_record((ROOT / "tests/records/data/two-players.aqr").read_text("utf-8"))
    return whole.game(len(whole.moves) - 12).position


@cache
def odd_records() -> dict[str, Record]:
    """By what is unusual about them."""
    given_up = Game.from_position(late())
    for _ in range(5):
        given_up.push(given_up.legal_moves()[0])
    return {
        "given up": Record.from_game(given_up, Resigned="1"),
        "another layout": last(ended(Game(3, layout=CUSTOM)), 10),
        "a position that no game can reach": Record.from_game(ended(Game.from_position(UNREACHABLE))),
    }
