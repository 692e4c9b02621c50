"""What tag values and comments may hold."""

import pytest
from hypothesis import example, given

from aquaromana.records.escapes import escape_comment, escape_value, unescape_comment, unescape_value
from tests.records.strategies import texts


@pytest.mark.slow
@given(texts)
@example("\\u0041")
@example(" \n ")
def test_every_text_survives_escaping(text: str) -> None:
    value, comment = escape_value(text), escape_comment(text)
    assert unescape_value(value) == text
    assert unescape_comment(comment) == text
    assert unescape_comment(f"\r\n {comment.replace(' ', '   ')}\t") == text
    for written in (value, comment):
        assert not set("\n\r\t\x00\u2028\ufeff") & set(written)
        written.encode()


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"\{\}\"\\", '{}"\\'),
        (r"a\nb\tc\rd\se", "a\nb\tc\rd e"),
        (r"\u00Fc\u0041B", "üAB"),
        (r"\q \ C:\games", r"\q \ C:\games"),
        (r"\u{41} \u41 \U0041", r"\u{41} \u41 \U0041"),
        ("\\", "\\"),
    ],
)
def test_escapes(written: str, meant: str) -> None:
    assert unescape_value(written) == unescape_comment(written) == meant


def test_blanks_in_comments_are_one_space() -> None:
    assert unescape_comment("\n  one\r\n\ttwo   three ") == "one two three"
    assert unescape_value("  one   two ") == "  one   two "
