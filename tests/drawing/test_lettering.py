"""Our alphabet: every letter there is, in its place and size."""

import re

import pytest

from aquaromana.drawing.lettering import fitted, plain, text_width, write

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:+-–/()'"


def test_every_letter_has_its_own_form() -> None:
    assert plain(ALPHABET) == ALPHABET
    forms = {write(letter, 0, 0, 100, "#000") for letter in ALPHABET}
    assert len(forms) == len(ALPHABET)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Æmilia Müller", "Aemilia Muller"),
        ("Łódź", "Lodz"),
        ("ß’", "ss'"),
        ("日本", "··"),
        ("a\tb", "a b"),
        ("½", "1·2"),
    ],
)
def test_other_letters_lose_their_accents_or_become_a_dot(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_a_line_is_one_path_and_nothing_else() -> None:
    line = write("Roma 12", 10, 20, 30, "#123456")
    assert re.fullmatch(r"<path [^<>]*/>", line)
    assert 'stroke="#123456"' in line


def test_an_empty_line_is_still_a_path() -> None:
    assert 'd="M0 0"' in write("", 0, 0, 10, "#000")
    assert text_width("", 10) == 0


def test_anchors_move_a_line_by_its_width() -> None:
    width = text_width("ROMA", 20)
    starts = []
    for anchor in ("start", "middle", "end"):
        match = re.search(r"matrix\([^)]* (-?[\d.]+) -?[\d.]+\)", write("ROMA", 100, 0, 20, "#000", anchor=anchor))
        assert match is not None
        starts.append(float(match[1]))
    assert starts == pytest.approx([100, 100 - width / 2, 100 - width], abs=0.01)


def test_a_line_fits_its_room() -> None:
    name = "Marcus Vipsanius Agrippa"
    assert fitted(name, 20, 1000) == name
    short = fitted(name, 20, 120)
    assert short.endswith("...")
    assert text_width(short, 20) <= 120
    assert fitted(name, 20, 1) == "..."
