"""Imports: reads a record, its JSON form, a position, or a picture that carries a record.

This also runs in worker processes, so every error is an AquaError, which can be pickled.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from aquaromana.drawing import DrawingError, extract
from aquaromana.records import Line, Ply, Record, RecordError, from_json, read_records, verify, write_record
from aquaromana.records.errors import reason
from aquaromana.rules import Game
from aquaromana.server.errors import ServerReason

CHARACTERS: Final = 400_000
"""Of a record; a whole game with its notes has some thousand."""
SMALL: Final = 32_768
"""Bytes up to which reading takes negligible time."""

_PICTURES: Final = (b"\x89PNG", b"GIF8")
_POSITION: Final = re.compile(r"[2-4][^\s.]*(?:\.[^\s.]*){7}")
_OTHERS: Final = re.compile(rb"%PDF|PK\x03\x04|\xff\xd8\xff|\x1f\x8b|RIFF|BM|\x00\x00\x00|[\x00-\x08\x0e-\x1a]")
"""How files begin that are certainly not text: documents, archives, other pictures."""


def read(data: bytes, number: int | None = None) -> Record:
    """The record in a file; of several games the one with this number, counted from 1.

    AquaError says what is wrong, with line and column or the ply where they are known.
    """
    record = _recognized(data, number)
    found = verify(record).error
    if found is not None and found.code == "record/wrong-hash":  # a wrong result does no harm: the game has its own
        raise found
    return record


def prepared(data: bytes, number: int | None = None) -> tuple[Record, str]:
    """The line of the record in a file, without comments and variations, and the text of all of it.

    Of a long record the one is quickly handed on, and the other is kept as it is.
    """
    record = read(data, number)
    line = Line(tuple(Ply(ply.move) for ply in record.line.plies))
    return replace(record, line=line), write_record(record)


def _recognized(data: bytes, number: int | None) -> Record:
    start = data[:400].removeprefix(b"\xef\xbb\xbf").lstrip()
    if data.startswith(_PICTURES) or start.startswith(b"<"):
        return _numbered(_embedded(data), number)
    if start.startswith(b"{"):
        return from_json(data, limit=CHARACTERS)
    if _OTHERS.match(data) or b"\0" in data[:4096]:
        raise RecordError(ServerReason("record/file-type"))
    line = data.strip()
    if len(line) < 1000 and line.isascii() and _POSITION.fullmatch(line.decode()):
        return Record.from_game(Game.from_position(line.decode()))
    return _numbered(data, number)


def _embedded(data: bytes) -> str:
    try:
        text = extract(data)
    except DrawingError as error:
        raise RecordError(ServerReason("record/picture", {"why": str(error)})) from None
    if text is None:
        raise RecordError(ServerReason("record/not-in-picture"))
    return text


def _numbered(text: str | bytes, number: int | None) -> Record:
    records = read_records(text, limit=CHARACTERS)
    if not records:
        raise RecordError(reason("record/empty"))
    if number is None and len(records) > 1:
        raise RecordError(ServerReason("record/which", {"games": len(records)}))
    if number is not None and number > len(records):
        raise RecordError(ServerReason("record/which", {"games": len(records)}))
    return records[(number or 1) - 1]
