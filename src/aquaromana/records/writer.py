"""Writes the canonical text of records: equal records give equal texts, and reading one returns the record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from aquaromana.records.escapes import escape_comment, escape_value
from aquaromana.records.header import FORMAT, GAME, RULES, TAGS, layout_text, result_text
from aquaromana.records.record import Line, Ply, Record
from aquaromana.records.replay import Replay
from aquaromana.rules import Game, Position

WIDTH: Final = 80
INDENT: Final = "    "


def write_record(record: Record, *, hashes: bool | None = None) -> str:
    """The canonical text of a record.

    With `hashes` every decision gets its state hash, with False none; by default those that the record states are
    written. Raises RecordError if a decision is not legal, since numbers and seats would have no meaning.
    """
    moves = _MoveText(Replay(record.start), hashes=hashes)
    moves.line(record.line, is_main=True)
    moves.break_line()
    moves.word(result_text(record.result))
    return "\n".join([*_header(record), "", *moves.lines(), ""])


def write_records(records: Iterable[Record], *, hashes: bool | None = None) -> str:
    """The canonical text of several records, one after the other."""
    return "\n".join(write_record(record, hashes=hashes) for record in records)


def _header(record: Record) -> list[str]:
    tags = {
        **record.tags,
        "Game": GAME,
        "Format": str(FORMAT),
        "Rules": str(RULES),
        "Players": str(record.players),
        "Layout": layout_text(record.layout),
        "Result": result_text(record.result),
    }
    if record.start != Position(record.layout):
        tags["Start"] = start_text(record)
    others = sorted(tags.keys() - set(TAGS))
    return [f'[{tag} "{escape_value(tags[tag])}"]' for tag in (*TAGS, *others) if tag in tags]


def start_text(record: Record) -> str:
    """The position string of the start."""
    return str(Game.from_position(record.start))


class _MoveText:
    """The words of the move text; None breaks the line."""

    def __init__(self, replay: Replay, *, hashes: bool | None) -> None:
        self._replay = replay
        self._hashes = hashes
        self._words: list[str | None] = []
        self._prefix = ""  # stays together with the next word

    def word(self, word: str) -> None:
        self._words.append(self._prefix + word)
        self._prefix = ""

    def break_line(self) -> None:
        self._words.append(None)

    def comment(self, text: str) -> None:
        if text:
            for word in f"{{{escape_comment(text)}}}".split(" "):
                self.word(word)

    def line(self, line: Line, *, is_main: bool) -> None:
        """A line; the number is written again after a variation, the seat wherever it changes."""
        replay = self._replay
        self.comment(line.comment)
        turn = seat = None
        numbered = False
        for ply in line.plies:
            if is_main and replay.turn != turn:
                self.break_line()
            if replay.turn != turn or not numbered:
                self._prefix += f"{replay.turn}. "
                numbered, seat = True, None
            if replay.turn and replay.seat != seat:
                self._prefix += f"{replay.seat}: "
            turn, seat = replay.turn, replay.seat
            self._ply(ply)
            numbered = not ply.variations

    def _ply(self, ply: Ply) -> None:
        replay = self._replay
        replay.follow(ply.move)
        state_hash = replay.game.state_hash if self._hashes else ply.hash
        stated = state_hash is not None and self._hashes is not False
        self.word(f"{ply.move} %{state_hash:016x}" if stated else str(ply.move))
        self.comment(ply.comment)
        if not ply.variations:
            return
        replay.undo()
        for variation in ply.variations:
            self._prefix = "("
            self.line(variation, is_main=False)
            self._words[-1] = f"{self._words[-1]})"
            for _ in variation.plies:
                replay.undo()
        replay.push(ply.move)

    def lines(self) -> list[str]:
        """The words, wrapped."""
        lines, line = [], ""
        for word in self._words:
            if word is None:
                lines.append(line)
                line = ""
            elif not line:
                line = word
            elif len(line) + 1 + len(word) <= WIDTH:
                line += " " + word
            else:
                lines.append(line)
                line = INDENT + word
        return [text for text in (*lines, line) if text]
