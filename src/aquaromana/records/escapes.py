r"""Escaping in tag values and comments.

A backslash and a letter or sign stand for one character: ``\\``, ``\"``, ``\{``, ``\}``, ``\n`` new line, ``\r``,
``\t``, ``\s`` space, ``\u2028`` a character by its number. A backslash before anything else is a backslash.
"""

from __future__ import annotations

import re
from typing import Final

_NAMED: Final = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}
_MEANING: Final = {"n": "\n", "r": "\r", "t": "\t", "s": " "}

# Control characters, line separators, the byte order mark and lone surrogates do not survive editors or encodings.
_INVISIBLE: Final = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ud800-\udfff"
_IN_VALUE: Final = re.compile(rf'[\\"{_INVISIBLE}]')
_IN_COMMENT: Final = re.compile(rf"[\\{{}}{_INVISIBLE}]|^ | \Z| (?= )|(?<= ) ")
_ESCAPE: Final = re.compile(r'\\(?:([\\"{}])|([nrts])|u([0-9A-Fa-f]{4}))')
_BLANKS: Final = re.compile(r"[ \t\r\n]+")


def _escape(match: re.Match[str]) -> str:
    sign = match[0]
    if sign == " ":
        return r"\s"
    if sign in '\\"{}':
        return "\\" + sign
    return _NAMED.get(sign) or rf"\u{ord(sign):04x}"


def _unescape(match: re.Match[str]) -> str:
    sign, letter, number = match.groups()
    if sign:
        return sign
    if letter:
        return _MEANING[letter]
    return chr(int(number, 16))


def escape_value(text: str) -> str:
    """A tag's value as it stands between quotes."""
    return _IN_VALUE.sub(_escape, text)


def unescape_value(text: str) -> str:
    return _ESCAPE.sub(_unescape, text)


def escape_comment(text: str) -> str:
    """A comment as it stands between braces: the lines may be broken at any of its spaces."""
    return _IN_COMMENT.sub(_escape, text)


def unescape_comment(text: str) -> str:
    """A comment's text: what surrounds it is dropped, and spaces and line breaks in a row are one space."""
    return _ESCAPE.sub(_unescape, _BLANKS.sub(" ", text).strip(" "))
