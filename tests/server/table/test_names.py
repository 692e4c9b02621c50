"""Names: what is kept of them, and how their length is counted."""

import pytest

from aquaromana.server.table.names import MAX_NAME_LENGTH, cleaned, is_too_long, length

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
FLAGS = "\U0001f1e9\U0001f1ea\U0001f1eb\U0001f1f7"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna \t\n B ", "Anna B"),
        ("A\u202eevil\u2066x\u2069\u200f", "Aevilx"),
        ("\0\x07\x1b[2Jx", "[2Jx"),
        ("a\u200bb\ufeffc", "abc"),
        ("e\u0301", "é"),
        ("\u200d\u200dabc\u200d", "abc"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("\u2028\u2029\u3000", ""),
        ("שלום Ω 日本", "שלום Ω 日本"),
        (FAMILY, FAMILY),
        ("\ud800x", "x"),
    ],
)
def test_what_cannot_be_seen_is_left_out(given: str, kept: str) -> None:
    assert cleaned(given) == kept
    assert cleaned(kept) == kept


@pytest.mark.parametrize(
    ("name", "characters"),
    [("", 0), ("Anna", 4), ("e\u0302\u0323", 1), (FAMILY, 1), (FLAGS, 2), ("\U0001f44d\U0001f3fd", 1), ("\u0301", 1)],
)
def test_length_is_what_a_reader_counts(name: str, characters: int) -> None:
    assert length(name) == characters


def test_a_name_has_forty_characters_at_most() -> None:
    assert not is_too_long(FAMILY * MAX_NAME_LENGTH)
    assert is_too_long(FAMILY * (MAX_NAME_LENGTH + 1))
    assert is_too_long("\U0001f600" * 10_000)
    assert is_too_long("a" + "\u0301" * 1000), "one character can be a tower"
