"""The legend: what it says about figures, patterns and signs is what is drawn."""

import re

import pytest

from aquaromana import Game
from aquaromana.drawing import text_board
from aquaromana.drawing.theme import PATTERNS
from aquaromana.records import read_record
from aquaromana.rules import Kind, Phase
from aquaromana.rules.layout import COLOR_LETTERS, COLOR_NAMES
from tests.docs.pages import DOCS, codes, table, text_of
from tests.support.house import ROOT

PAGE = DOCS / "pictures.md"
HEADS = {"curve": "wreath", "double curve": "hat", "straight": "beard", "bridge": "helmet", "joker": "cap"}


def test_every_kind_of_builder_has_the_head_that_is_drawn() -> None:
    rows = table(PAGE, "builder", "head", "sign")
    assert [row[0] for row in rows] == [kind.label for kind in Kind]
    drawn = text_of(ROOT / "src" / "aquaromana" / "drawing" / "figures.py").partition("def _head")[2]
    for name, head, _ in rows:
        assert HEADS[name] in head
        kind = next(kind for kind in Kind if kind.label == name)
        comment = re.search(rf"Kind\.{kind.name}:  # (.+)" if kind is not Kind.JOKER else r"# (The joker .+)", drawn)
        assert comment is not None
        assert HEADS[name] in comment[1]


def test_every_color_has_its_letter_and_its_pattern() -> None:
    rows = table(PAGE, "color", "letter", "border")
    assert [(row[0], codes(row[1])[0]) for row in rows] == list(zip(COLOR_NAMES, COLOR_LETTERS, strict=True))
    words = [row[2] for row in rows]
    assert words == ["solid", "dashed", "dotted", "alternating dashes and dots"]
    lengths = [[float(number) for number in pattern.split()[::2]] for pattern in PATTERNS]
    assert lengths[0] == []
    assert min(lengths[1]) > 2 * max(lengths[2])
    assert lengths[3] == [*lengths[1], min(lengths[3])]


def test_every_phase_has_a_sign() -> None:
    assert len(table(PAGE, "sign", "what is asked")) == len(Phase) - 1, "set-up and reserve share one"


@pytest.mark.slow
def test_the_signs_of_the_text_board_are_drawn() -> None:
    game = read_record((DOCS / "pictures" / "game.aqr").read_bytes()).game()
    boards = []
    while game.moves:
        boards.append(text_board(game))
        game.pop()
    boards.append(text_board(Game(2)))
    shown = "\n".join(boards)
    signs = [sign for row in table(PAGE, "sign", "meaning") for sign in codes(row[0])]
    assert len(signs) > 12
    assert [sign for sign in signs if sign not in shown] == []
