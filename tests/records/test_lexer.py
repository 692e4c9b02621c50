"""Tokens and their places."""

import pytest

from aquaromana.records import RecordError
from aquaromana.records.lexer import Source, TokenType
from tests.records.strategies import outcome


def tokens(text: str | bytes) -> list[tuple[str, str]]:
    return [(token.type.name, token.value or token.text) for token in Source(text).tokens()]


def test_every_kind_of_token() -> None:
    text = '[Event "x"] {a} ; b\n7. 2: D1e.12.Cs %0123456789abcdef (-) 26-22-23-20 *'
    assert [token.type for token in Source(text).tokens()] == [
        *(TokenType.TAG, TokenType.COMMENT, TokenType.COMMENT, TokenType.SEAT, TokenType.DECISION, TokenType.HASH),
        *(TokenType.OPEN, TokenType.DECISION, TokenType.CLOSE, TokenType.RESULT, TokenType.RESULT),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("7.2:D1e.12.Cs", [("SEAT", "2"), ("DECISION", "D1e.12.Cs")]),
        ("12...>14", [("DECISION", ">14")]),
        ("12 -", [("DECISION", "-")]),
        ("3.*", [("RESULT", "*")]),
        ("3.*J", [("DECISION", "*J")]),
        ("3.4.26-22", [("RESULT", "26-22")]),
        ("12-", [("DECISION", "12-")]),
        ("C@1%00000000000000FF", [("DECISION", "C@1"), ("HASH", "00000000000000FF")]),
        ("C@1;x;y\rC@2", [("DECISION", "C@1"), ("COMMENT", "x;y"), ("DECISION", "C@2")]),
        ("\ufeff\u00a0C@1\u3000C@2\x0c", [("DECISION", "C@1"), ("DECISION", "C@2")]),
        (r"{{a\} b}", [("COMMENT", "{a} b")]),
        ('[ \nEvent\t\n"a\\"b\\\\"\n]', [("TAG", 'a"b\\')]),
    ],
)
def test_tokens(text: str, found: list[tuple[str, str]]) -> None:
    assert tokens(text) == found


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_in_three_ways(end: str) -> None:
    source = Source(end.join(["\ufeffab", "", "cd", ""]))
    offsets = [source.text.index(sign) for sign in "abcd"]
    assert [source.where(offset) for offset in offsets] == [(1, 1), (1, 2), (3, 1), (3, 2)]
    assert source.where(0) == (1, 1)
    assert source.where(len(source.text)) == (4, 1)


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ("\n  [", 2, 4, "record/tag"),
        ("[1x", 1, 2, "record/tag"),
        ("[Event x]", 1, 8, "record/tag"),
        ('[Event "x\ny"]', 1, 8, "record/tag"),
        ('[Event "x\\"]', 1, 8, "record/tag"),
        ('[Event "x" "y"]', 1, 12, "record/tag"),
        ('[Event "x"', 1, 11, "record/tag"),
        ("C@1\n {a\nb", 2, 2, "record/unclosed-comment"),
        (r"{a\}", 1, 1, "record/unclosed-comment"),
        ("%", 1, 1, "record/hash"),
        ("%123", 1, 1, "record/hash"),
        ("%00000000000000001", 1, 1, "record/hash"),
        ("%000000000000000g", 1, 1, "record/hash"),
        ("C@1 }", 1, 5, "record/unexpected"),
        ("{a } b}", 1, 7, "record/unexpected"),
        ("C@1 ]", 1, 5, "record/unexpected"),
        ('C@1 "', 1, 5, "record/unexpected"),
        (b"C@1\n\xc3\xbc \xff", 2, 3, "record/encoding"),
        (b"\xef\xbb\xbf\xff", 1, 1, "record/encoding"),
        (b"\xff\xfeC\x00", 1, 1, "record/encoding"),
    ],
)
def test_an_invalid_token_is_reported_with_its_place(text: str | bytes, line: int, column: int, code: str) -> None:
    with pytest.raises(RecordError) as caught:
        tokens(text)
    assert (caught.value.line, caught.value.column, caught.value.code) == (line, column, code)


def test_bytes_with_and_without_a_mark() -> None:
    assert tokens("{ü}".encode()) == tokens("{ü}".encode("utf-8-sig")) == [("COMMENT", "ü")]


def test_too_long_a_text_is_not_read() -> None:
    assert Source("x" * 10, 10).text
    with pytest.raises(RecordError) as caught:
        Source("x" * 11, 10)
    assert str(caught.value) == "The text is longer than 10 characters. (AQR1)"


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["1." * 200_000, "(" * 200_000, "{" * 200_000, '["' * 200_000, "%" * 200_000, "9" * 200_000]
)
def test_long_nonsense_takes_no_long_time(text: str) -> None:
    answer = outcome(lambda: len(list(Source(text).tokens())))
    if isinstance(answer, RecordError):
        assert (answer.line, answer.column) in ((1, 1), (1, 2))
    else:
        assert answer in (0, 200_000)
