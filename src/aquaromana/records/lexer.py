"""The lexer: splits the text of records into tokens with their places."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import Enum, auto
from io import IncrementalNewlineDecoder
from typing import Final, NamedTuple, Protocol

from aquaromana.records.errors import RecordError, reason, shown
from aquaromana.records.escapes import unescape_comment, unescape_value
from aquaromana.records.header import is_result
from aquaromana.rules import Reason

LIMIT: Final = 16_000_000
"""Characters that are read at most, unless the caller says otherwise."""

_CHUNK: Final = 1 << 16
"""The minimum number of characters to read from a file at a time."""

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
    """A text that is read, and knows its lines. `text` is the part at hand: all of it, unless it is a `Stream`."""

    __slots__ = ("_at", "_before", "_limit", "_lines", "_lines_before", "text")

    def __init__(self, text: str | bytes, limit: int = LIMIT) -> None:
        if isinstance(text, bytes):
            text = _decode(text)
        if len(text) > limit:
            raise RecordError(reason("record/too-large", limit=limit))
        self.text = text
        self._limit = limit
        self._at = 0  # how far the tokens have come
        self._before = self._lines_before = 0  # characters and lines that are not at hand any more
        self._lines: list[int] | None = None

    @property
    def end(self) -> int:
        """The offset behind the last character."""
        return self._before + len(self.text)

    def where(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1; a byte order mark at the beginning takes no column."""
        if self._lines is None:
            self._lines = [int(not self._before and self.text.startswith("\ufeff"))]
            self._lines += [match.end() for match in _LINE_END.finditer(self.text)]
        offset -= self._before
        line = max(bisect_right(self._lines, offset), 1)
        return self._lines_before + line, max(offset - self._lines[line - 1], 0) + 1

    def forget(self, offset: int) -> None:
        """Nothing before that offset will be asked for any more."""

    def _more(self) -> bool:
        """Get more of the text, if there is more."""
        return False

    def error(self, offset: int, why: Reason, ply: int | None = None) -> RecordError:
        """The error at a place of this text."""
        line, column = self.where(offset)
        return RecordError(why, line=line, column=column, ply=ply)

    def unexpected(self, offset: int, found: str, expected: str) -> RecordError:
        """The error that something cannot stand there; `expected` is one of `errors.EXPECTED`."""
        return self.error(offset, reason("record/unexpected", found=shown(found), expected=expected))

    def tokens(self) -> Iterator[Token]:
        """The tokens of the text, without the numbers of the turns."""
        while True:
            self._at = start = self._skip(self._at)
            if start == len(self.text):
                if self._more():
                    continue
                return
            match = _WORD.match(self.text, start)
            if match:
                self._at = match.end()
                yield from _words(match[0], self._before + start)
                continue
            try:
                token, self._at = self._token(start)
            except _Cut:
                if self._more():
                    continue
                token, self._at = self._token(start, last=True)
            yield token

    def _token(self, start: int, *, last: bool = False) -> tuple[Token, int]:
        """The non-word token that begins there, and its end; _Cut if it may end in text that is not read yet."""
        text, offset = self.text, self._before + start
        sign = text[start]
        if sign == "[":
            return self._tag(start, last=last)
        if sign == "{":
            match = _COMMENT.match(text, start)
            if match:
                return Token(TokenType.COMMENT, unescape_comment(match[1]), offset), match.end()
            if last:
                raise self.error(offset, reason("record/unclosed-comment"))
            raise _Cut
        if match := _LINE_COMMENT.match(text, start):
            return Token(TokenType.COMMENT, match[1].strip(), offset), match.end()
        if sign in "()":
            return Token(TokenType.OPEN if sign == "(" else TokenType.CLOSE, sign, offset), start + 1
        if sign == "%":
            match = _HASH.match(text, start)
            if not match:
                word = _WORD.match(text, start + 1)
                raise self.error(offset, reason("record/hash", found=shown("%" + (word[0] if word else ""))))
            return Token(TokenType.HASH, match[1], offset), match.end()
        raise self.unexpected(offset, sign, "content")

    def _skip(self, offset: int) -> int:
        match = _SPACE.match(self.text, offset)
        return match.end() if match else offset

    def _tag(self, start: int, *, last: bool) -> tuple[Token, int]:
        text = self.text

        def demand(expected: str, at: int, *, found: object, shown_at: int | None = None) -> None:
            if not found:
                if at == len(text) and not last:
                    raise _Cut
                place = self._before + (at if shown_at is None else shown_at)
                raise self.error(place, reason("record/tag", expected=expected))

        at = self._skip(start + 1)
        name = _TAG_NAME.match(text, at)
        demand("name", at, found=name, shown_at=start + 1)
        assert name
        at = self._skip(name.end())
        demand("value", at, found=text.startswith('"', at))
        value = _TAG_VALUE.match(text, at)  # on one line, which is there as a whole
        demand("value-end", at, found=value)
        assert value
        at = self._skip(value.end())
        demand("bracket", at, found=text.startswith("]", at))
        return Token(TokenType.TAG, name[0], self._before + start, unescape_value(value[1])), at + 1


class _Cut(Exception):
    """A token may go on in what has not been read yet."""


class Readable(Protocol):
    """An open file, of text or of bytes."""

    def read(self, size: int, /) -> str | bytes | None: ...


class Stream(Source):
    """A text that is read from an open file in whole lines, as it is wanted; `limit` is for what is at hand."""

    __slots__ = ("_decoder", "_file", "_newlines", "_rest")

    def __init__(self, file: Readable, limit: int = LIMIT) -> None:
        super().__init__("", limit)
        self._file: Readable | None = file
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._newlines = IncrementalNewlineDecoder(None, translate=True)
        self._rest = ""  # the beginning of a line

    def forget(self, offset: int) -> None:
        start = offset - self._before
        start = self.text.rfind("\n", 0, start) + 1
        self._lines_before += self.text.count("\n", 0, start)
        self.text = self.text[start:]
        self._before += start
        self._at -= start
        self._lines = None

    def _more(self) -> bool:
        while self._file is not None:
            # as much again as is there, so that a long comment is not looked at too often
            data = self._file.read(max(_CHUNK, len(self.text))) or ""
            if not data:
                self._file = None
            self._rest += self._newlines.decode(self._decoded(data), final=not data)
            whole = self._rest.rfind("\n") + 1 if data else len(self._rest)
            more, self._rest = self._rest[:whole], self._rest[whole:]
            self._lines = None
            self.text += more
            if len(self.text) + len(self._rest) > self._limit:
                raise RecordError(reason("record/too-large", limit=self._limit))
            if more:
                return True
        return False

    def _decoded(self, data: str | bytes) -> str:
        if isinstance(data, str):
            return data
        try:
            return self._decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            self.text += self._rest + error.object[: error.start].decode()
            self._lines = None
            raise self.error(self.end, reason("record/encoding")) from None


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
