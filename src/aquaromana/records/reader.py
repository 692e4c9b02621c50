"""The parser of records: lenient about form, exact about errors."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Final, overload

from aquaromana.records.errors import RecordError, reason, shown
from aquaromana.records.header import DERIVED, parse_result, start_position, tag_name
from aquaromana.records.lexer import LIMIT, Readable, Source, Stream, Token, TokenType
from aquaromana.records.record import DEPTH, Line, Ply, Record
from aquaromana.records.replay import Replay
from aquaromana.rules import AquaError, Decision, NotationError, Position, Reason
from aquaromana.rules.moves import recased

_FILE_NAME: Final = re.compile(r"[^\n\r\"{}]+\.(aqr|json|txt)", re.IGNORECASE)

_BETWEEN_COMMENTS: Final = "\n"
"""Joins comments that follow one another."""


File = PathLike[str] | Readable
"""A path, or a file that is open for reading; a plain string is never taken for a file name."""


@overload
def read_records(source: str | bytes, *, limit: int = LIMIT) -> list[Record]: ...


@overload
def read_records(source: File, *, limit: int = LIMIT) -> Iterator[Record]: ...


def read_records(source: str | bytes | File, *, limit: int = LIMIT) -> list[Record] | Iterator[Record]:
    """All games in order: of a text as a list, of a path or an open file one after the other as they are read.

    RecordError names the first thing that is wrong, with line and column. `limit` is the most characters of a text; of
    a file, those of one game. A path is opened when the first game is requested.
    """
    if isinstance(source, str | bytes):
        with _hint(source):
            return [game.record() for game in _read(Source(source, limit))]
    return _records(_file(source), limit)


def read_record(source: str | bytes | File, *, limit: int = LIMIT) -> Record:
    """The only game of a text, of a path or of an open file."""
    with _opened(source, limit) as text, _hint(source):
        games = _read(text)
        first = next(games, None)
        if first is None:
            raise text.error(text.end, reason("record/empty"))
        if second := next(games, None):
            raise text.error(second.offset, reason("record/several"))
        return first.record()


def _records(file: File, limit: int) -> Iterator[Record]:
    with _opened(file, limit) as source:
        for game in _read(source):
            yield game.record()


@contextmanager
def _opened(source: str | bytes | File, limit: int) -> Iterator[Source]:
    """The text to read from; a file that was opened here is closed again."""
    if isinstance(source, str | bytes):
        yield Source(source, limit)
    elif isinstance(file := _file(source), PathLike):
        with Path(file).open("rb") as opened:
            yield Stream(opened, limit)
    else:
        yield Stream(file, limit)


def _file(source: File) -> File:
    if not isinstance(source, PathLike) and not hasattr(source, "read"):
        raise TypeError(f"Records are read from a text, a path or an open file, not from {source!r}.")
    return source


@contextmanager
def _hint(source: object) -> Iterator[None]:
    """Help for callers who pass a file name as a string."""
    try:
        yield
    except RecordError as error:
        if isinstance(source, str) and _FILE_NAME.fullmatch(source):
            error.add_note(f"This is the name of a file? Give its path: Path({source!r}).")
        raise


def _read(source: Source) -> Iterator[_OpenGame]:
    """The games of a text. Each is given when the next one begins: only then its comments are complete."""
    reader = _Reader(source)
    for token in source.tokens():
        reader.take(token)
        while len(reader.ended) > 1 or (reader.ended and reader.game.is_begun):
            yield reader.ended.pop(0)
            source.forget(token.offset)
    yield from reader.finish()


def read_decision(text: str) -> Decision:
    """A decision in notation, capital letters or not: the forms of R7 do not need the difference."""
    try:
        return Decision(text)
    except NotationError:
        plain = recased(text)
        if plain == text:
            raise
    try:
        return Decision(plain)
    except NotationError:
        return Decision(text)


@dataclass(slots=True)
class _OpenPly:
    """A decision that was read; comments, hash and variations may still follow."""

    move: Decision
    where: tuple[int, int]
    hash: int | None = None
    comments: list[str] = field(default_factory=list)
    variations: list[Line] = field(default_factory=list)

    def ply(self) -> Ply:
        return Ply(self.move, self.hash, _BETWEEN_COMMENTS.join(self.comments), tuple(self.variations), self.where)


@dataclass(slots=True)
class _OpenLine:
    """A line that is being read."""

    offset: int
    comments: list[str] = field(default_factory=list)
    plies: list[_OpenPly] = field(default_factory=list)

    def line(self) -> Line:
        return Line(tuple(ply.ply() for ply in self.plies), _BETWEEN_COMMENTS.join(self.comments))

    def comment(self, text: str) -> None:
        if text:
            (self.plies[-1].comments if self.plies else self.comments).append(text)


class _OpenGame:
    """A game that is being read: its tags, the lines that are open, innermost last, and the game played so far."""

    start: Position
    """Known when the game has ended."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.offset = -1
        self.tags: dict[str, str] = {}
        self.offsets: dict[str, int] = {}
        self.lines = [_OpenLine(0)]
        self.result: tuple[int, ...] | None = None
        self.result_offset: int | None = None
        self.result_where: tuple[int, int] | None = None
        self._replay: Replay | None = None

    @property
    def is_begun(self) -> bool:
        """Whether there is more than comments."""
        return self.offset >= 0

    @property
    def has_moves(self) -> bool:
        return bool(self.lines[0].plies)

    def begin(self, offset: int) -> None:
        if not self.is_begun:
            self.offset = offset

    def replay(self, offset: int) -> Replay:
        """The game so far; what the tags say is looked at when it is first asked for."""
        if self._replay is None:

            def located(tag: str, why: Reason) -> RecordError:
                return self.source.error(self.offsets.get(tag, offset), why)

            self._replay = Replay(start_position(self.tags, located))
        return self._replay

    def tag(self, token: Token) -> None:
        name = tag_name(token.text)
        if name in self.tags:
            raise self.source.error(token.offset, reason("record/duplicate-tag", tag=name))
        self.tags[name] = token.value
        self.offsets[name] = token.offset

    def decide(self, token: Token) -> None:
        replay = self.replay(token.offset)
        try:
            move = read_decision(token.text)
            replay.follow(move)
        except AquaError as error:
            raise self.source.error(token.offset, error.reason, replay.ply) from None
        self.lines[-1].plies.append(_OpenPly(move, self.source.where(token.offset)))

    def seat(self, token: Token) -> None:
        replay = self.replay(token.offset)
        if token.text != str(replay.seat):
            why = reason("record/wrong-seat", stated=token.text[:10], seat=replay.seat)
            raise self.source.error(token.offset, why, replay.ply)

    def state_hash(self, token: Token) -> None:
        plies = self.lines[-1].plies
        if not plies or plies[-1].hash is not None:
            raise self.source.unexpected(token.offset, "%" + token.text, "hashed")
        plies[-1].hash = int(token.text, 16)

    def open(self, token: Token) -> None:
        if not self.lines[-1].plies:
            raise self.source.unexpected(token.offset, "(", "replaced")
        if len(self.lines) > DEPTH:
            raise self.source.error(token.offset, reason("record/too-deep", limit=DEPTH))
        self.replay(token.offset).undo()
        self.lines.append(_OpenLine(token.offset))

    def close(self, token: Token) -> None:
        if len(self.lines) == 1:
            raise self.source.unexpected(token.offset, ")", "variation")
        line = self.lines.pop()
        if not line.plies:
            raise self.source.error(line.offset, reason("record/empty-variation"))
        replay = self.replay(token.offset)
        for _ in line.plies:
            replay.undo()
        replaced = self.lines[-1].plies[-1]
        replaced.variations.append(line.line())
        replay.push(replaced.move)

    def end(self, offset: int, stated: str | None) -> None:
        """Settle the result; what was stated wins, otherwise the game itself says."""
        if len(self.lines) > 1:
            raise self.source.error(self.lines[-1].offset, reason("record/unclosed-variation"))
        game = self.replay(offset).game
        self.result = game.scores() if game.is_over else None
        tag = self.tags.get("Result")
        if tag is not None:
            self.result_offset = self.offsets["Result"]
            self.result = self._parse_result(tag.strip(), self.result_offset)
        if stated is not None:
            result = self._parse_result(stated, offset)
            if tag is not None and result != self.result:
                why = reason("record/contradiction", tag="Result", value=stated, other=f"[Result {shown(tag)}]")
                raise self.source.error(offset, why)
            self.result, self.result_offset = result, offset
        self.start = game.start
        if self.result_offset is not None:
            self.result_where = self.source.where(self.result_offset)
        self._replay = None

    def _parse_result(self, text: str, offset: int) -> tuple[int, ...] | None:
        try:
            return parse_result(text, self.replay(offset).game.players)
        except RecordError as error:
            raise self.source.error(offset, error.reason) from None

    def record(self) -> Record:
        tags = {name: value for name, value in self.tags.items() if name not in DERIVED}
        return Record(self.start, self.lines[0].line(), tags, self.result, self.result_where)


class _Reader:
    """Takes token after token; keeps the games that have ended and the one that is open."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.ended: list[_OpenGame] = []
        self.game = _OpenGame(source)

    def take(self, token: Token) -> None:
        game, offset = self.game, token.offset
        if token.type is TokenType.COMMENT:
            game.lines[-1].comment(token.text)
            return
        if token.type in (TokenType.TAG, TokenType.RESULT) and len(game.lines) > 1:
            found = "[" if token.type is TokenType.TAG else token.text
            raise self.source.unexpected(offset, found, "variation-end")
        if token.type is TokenType.TAG and game.has_moves:
            game = self._next(offset, None)
        game.begin(offset)
        if token.type is TokenType.TAG:
            game.tag(token)
        elif token.type is TokenType.DECISION:
            game.decide(token)
        elif token.type is TokenType.SEAT:
            game.seat(token)
        elif token.type is TokenType.HASH:
            game.state_hash(token)
        elif token.type is TokenType.OPEN:
            game.open(token)
        elif token.type is TokenType.CLOSE:
            game.close(token)
        else:
            self._next(offset, token.text)

    def _next(self, offset: int, result: str | None) -> _OpenGame:
        self.game.end(offset, result)
        self.ended.append(self.game)
        self.game = _OpenGame(self.source)
        return self.game

    def finish(self) -> list[_OpenGame]:
        """The end of the text: the game that is open ends, and comments alone belong to the game before them."""
        last = self.game
        if last.is_begun:
            self._next(self.source.end, None)
        elif self.ended:
            for comment in last.lines[0].comments:
                self.ended[-1].lines[0].comment(comment)
        return self.ended
