"""The input of a command: a position string, a record, its JSON form, or a picture that contains a record."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from aquaromana.cli.files import as_os_error, read_bytes, shown
from aquaromana.cli.group import Failure, system_failure
from aquaromana.records import Record, from_json, read_records
from aquaromana.rules import AquaError, Game, Layout, load_layout, named_layout
from aquaromana.rules.layout import LAYOUT_NAMES

_POSITION: Final = re.compile(r"[2-9](?:~[^./\\]*)*(?:\.[^./\\\s]*){7}")
_PICTURES: Final = (b"\x89PNG", b"GIF8")


@dataclass(frozen=True, slots=True)
class Source:
    """Records, and what they came from; a bare position is a record without decisions."""

    records: list[Record]
    name: str
    is_position: bool = False

    def record(self, number: int = 1) -> Record:
        """One of the records, counted from 1."""
        if not 1 <= number <= len(self.records):
            count = len(self.records)
            raise Failure(
                f"{shown(self.name)} contains {count} game{'s' if count > 1 else ''}; there is no game {number}"
            )
        return self.records[number - 1]

    def game(self, ply: int | None = None, number: int = 1) -> Game:
        """A game after all of its decisions, or after the first `ply`; a negative one counts from the end."""
        record = self.record(number)
        count = len(record.moves)
        at = count if ply is None else ply if ply >= 0 else count + 1 + ply
        if not 0 <= at <= count:
            raise Failure(f"{shown(self.name)} has {count} decision{'' if count == 1 else 's'}; there is no ply {ply}")
        return record.game(at)


def load(name: str) -> Source:
    """Read what an argument names: `-` is standard input, a file wins over a position."""
    if name != "-" and not (name and _is_there(name)):
        if _POSITION.fullmatch(name):
            return Source([_position(name)], name, is_position=True)
        if re.search(r"\.\w{1,5}$|[/\\]", name):
            read_bytes(name)  # says what the system says
        raise Failure(f"{shown(name)!r} is neither a file nor a position")
    data = read_bytes(name)
    try:
        source = parse(data, name)
    except AquaError as error:
        raise Failure(f"{shown(name)}: {error}") from None
    if not source.records:
        raise Failure(f"{shown(name)} contains no game")
    return source


LAYOUT: Final = "NAME|FILE.toml"
"""What --layout takes."""


def chosen_layout(name: str, players: int) -> Layout:
    """The layout with this name for so many players; or the one in a file, for however many it is."""
    return named_layout(name, players) if name in LAYOUT_NAMES else layout_file(name)


def layout_file(name: str) -> Layout:
    """The layout in a file."""
    try:
        return load_layout(name)
    except AquaError as error:
        raise Failure(f"{shown(name)}: {error}") from None
    except (OSError, ValueError) as error:
        raise system_failure(f"cannot read {shown(name)}", as_os_error(error)) from None


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def parse(data: bytes, name: str) -> Source:
    """Detect the format of a content, and read it."""
    start = data[:400].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data.startswith(_PICTURES) or start.startswith(b"<"):
        return Source(_embedded(data, name), name)
    if start.startswith(b"{"):
        return Source([from_json(data)], name)
    line = data.strip()
    if len(line) < 1000 and line.isascii() and _POSITION.fullmatch(line.decode()):
        return Source([_position(line.decode())], name, is_position=True)
    return Source(read_records(data), name)


def _position(text: str) -> Record:
    try:
        return Record.from_game(Game.from_position(text))
    except AquaError as error:
        raise Failure(str(error)) from None


def _embedded(data: bytes, name: str) -> list[Record]:
    from aquaromana.drawing import DrawingError, extract

    try:
        text = extract(data)
    except DrawingError as error:
        raise Failure(f"{shown(name)}: {error}") from None
    if text is None:
        raise Failure(f"{shown(name)} is a picture without a record")
    return read_records(text)
