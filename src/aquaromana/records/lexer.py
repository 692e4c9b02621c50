"""The text of records cut into tokens, each with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum, auto
from typing import Final, NamedTuple

from aquaromana.records.errors import RecordError, reason, shown
from aquaromana.records.escapes import unescape_comment, unescape_value
from aquaromana.records.header import is_result
from aquaromana.rules import Reason

LIMIT: Final = 16_000_000
"""Characters that are read at most, unless the caller says otherwise."""

_BOM: Final = b"\xef\xbb\xbf"
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_SPACE: Final = re.compile(r"[\s\ufeff]*+")
_WORD: Final = re.compile(r'[^\s\ufeff{}()\[\]";%]++')
_TAG_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*+")
_TAG_VALUE: Final = re.compile(r'"([^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+)"')
_COMMENT: Final = re.compile(r"\{([^\\}]*+(?:\\.[^\\}]*+)*+)\}", re.DOTALL)
_LINE_COMMENT: Final = re.compile(r";([^\r\n]*+)")
_HASH: Final = re.compile(r"%([0-9A-Fa-f]{16})(?![0-9A-Za-z])")
_NUMBER: Final = re.compile(r"[0-9]++(?:\.++|(:)|$)")


class TokenType(Enum):
    """What a token is."""

    TAG = auto()
    COMMENT = auto()
    OPEN = auto()
    CLOSE = auto()
    SEAT = auto()
    DECISION = auto()
    HASH = auto()
    RESULT = auto()


class Token(NamedTuple):
    """A token: its type, its text without the signs around it, and where it begins. A tag also has a value."""

    type: TokenType
    text: str
    offset: int
    value: str = ""


class Source:
    """A text that is read, and knows its lines."""

    __slots__ = ("_lines", "text")

    def __init__(self, text: str | bytes, limit: int = LIMIT) -> None:
        if isinstance(text, bytes):
            text = _decode(text)
        if len(text) > limit:
            raise RecordError(reason("record/too-large", limit=limit))
        self.text = text
        self._lines: list[int] | None = None

    def where(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1; a byte order mark at the beginning takes no column."""
        if self._lines is None:
            self._lines = [int(self.text.startswith("\ufeff"))]
            self._lines += [match.end() for match in _LINE_END.finditer(self.text)]
        line = max(bisect_right(self._lines, offset), 1)
        return line, max(offset - self._lines[line - 1], 0) + 1

    def error(self, offset: int, why: Reason, ply: int | None = None) -> RecordError:
        """The error at a place of this text."""
        line, column = self.where(offset)
        return RecordError(why, line=line, column=column, ply=ply)

    def unexpected(self, offset: int, found: str, expected: str) -> RecordError:
        """The error that something cannot stand there; `expected` is one of `errors.EXPECTED`."""
        return self.error(offset, reason("record/unexpected", found=shown(found), expected=expected))

    def tokens(self) -> Iterator[Token]:
        """The tokens of the text, without the numbers of the turns."""
        text, offset = self.text, 0
        while True:
            offset = self._skip(offset)
            if offset == len(text):
                return
            sign = text[offset]
            if match := _WORD.match(text, offset):
                yield from _words(match[0], offset)
                offset = match.end()
            elif sign == "[":
                token, offset = self._tag(offset)
                yield token
            elif sign == "{":
                match = _COMMENT.match(text, offset)
                if not match:
                    raise self.error(offset, reason("record/unclosed-comment"))
                yield Token(TokenType.COMMENT, unescape_comment(match[1]), offset)
                offset = match.end()
            elif match := _LINE_COMMENT.match(text, offset):
                yield Token(TokenType.COMMENT, match[1].strip(), offset)
                offset = match.end()
            elif sign in "()":
                yield Token(TokenType.OPEN if sign == "(" else TokenType.CLOSE, sign, offset)
                offset += 1
            elif sign == "%":
                match = _HASH.match(text, offset)
                if not match:
                    word = _WORD.match(text, offset + 1)
                    raise self.error(offset, reason("record/hash", found=shown("%" + (word[0] if word else ""))))
                yield Token(TokenType.HASH, match[1], offset)
                offset = match.end()
            else:
                raise self.unexpected(offset, sign, "content")

    def _skip(self, offset: int) -> int:
        match = _SPACE.match(self.text, offset)
        return match.end() if match else offset

    def _tag(self, offset: int) -> tuple[Token, int]:
        text, start = self.text, offset
        name = _TAG_NAME.match(text, self._skip(offset + 1))
        if not name:
            raise self._no_tag(offset + 1, "name")
        offset = self._skip(name.end())
        if not text.startswith('"', offset):
            raise self._no_tag(offset, "value")
        value = _TAG_VALUE.match(text, offset)
        if not value:
            raise self._no_tag(offset, "value-end")
        offset = self._skip(value.end())
        if not text.startswith("]", offset):
            raise self._no_tag(offset, "bracket")
        return Token(TokenType.TAG, name[0], start, unescape_value(value[1])), offset + 1

    def _no_tag(self, offset: int, expected: str) -> RecordError:
        return self.error(offset, reason("record/tag", expected=expected))


def _words(word: str, offset: int) -> Iterator[Token]:
    """What stands between two blanks: numbers and seats may stick to what follows, as in ``7.2:D1e.12.Cs``."""
    at = 0
    while match := _NUMBER.match(word, at):
        if match[1]:
            yield Token(TokenType.SEAT, match[0][:-1], offset + at)
        at = match.end()
    if at < len(word):
        rest = word[at:]
        yield Token(TokenType.RESULT if is_result(rest) else TokenType.DECISION, rest, offset + at)


def _decode(data: bytes) -> str:
    data = data.removeprefix(_BOM)
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        raise Source(before, len(before)).error(len(before), reason("record/encoding")) from None
