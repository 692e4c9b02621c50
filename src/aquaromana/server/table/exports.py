"""Exports a table's game as a record."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import dataclass
from typing import Self

from aquaromana.engine import made_by
from aquaromana.records import Line, Ply, Record, read_record, to_json, write_record
from aquaromana.rules import Decision, Phase, Position
from aquaromana.rules.scoring import scores
from aquaromana.server.protocol.table_info import Player
from aquaromana.server.table.imports import SMALL
from aquaromana.server.table.table import Table


@dataclass(frozen=True, slots=True)
class Export:
    """A game as it stands: quickly taken from a table, and written down or drawn in a process beside the server."""

    id: str
    created: float
    players: tuple[Player, ...]
    start: Position
    position: Position
    moves: tuple[Decision, ...]
    by: tuple[str, ...]
    source: str
    """The record that it continues, empty for none: it may be long, and reading it then takes seconds."""

    @classmethod
    def of(cls, table: Table, source: str = "") -> Self:
        moves, by = tuple(table.moves), tuple(table.log.by)
        return cls(table.id, table.created, table.players, table.start, table.position, moves, by, source)

    @property
    def is_large(self) -> bool:
        """Whether writing it down takes too long for a process that has others to serve."""
        return len(self.source) > SMALL

    def names(self) -> tuple[object, ...]:
        """What a record says about the players."""
        return tuple((player.name, player.bot, player.resigned) for player in self.players)

    def record(self) -> Record:
        """The game as a record; one that continues another keeps the tags of that one."""
        source = read_record(self.source) if self.source else None
        tags = dict(source.tags) if source else {}
        tags.setdefault("Date", dt.datetime.fromtimestamp(self.created).astimezone().date().isoformat())
        for player in self.players:
            for tag, value in ((f"Seat{player.seat}", player.name), (f"Bot{player.seat}", player.bot)):
                tags.pop(tag, None)
                if value:
                    tags[tag] = value
        if resigned := [str(player.seat) for player in self.players if player.resigned]:
            tags["Resigned"] = " ".join(resigned)
        tags |= made_by(self.start.layout, bots=any(player.bot for player in self.players))
        earlier = source.line if source else Line()
        came = len(earlier.plies)
        made = [
            Ply(move, comment=f"decided by {by}" if by else "")
            for move, by in zip(self.moves[came:], self.by[came:], strict=True)
        ]
        result = scores(self.position) if self.position.phase is Phase.OVER else None
        return Record(self.start, Line((*earlier.plies, *made), earlier.comment), tags, result)


def record_file(export: Export) -> bytes:
    """The game as a file."""
    return write_record(export.record()).encode()


def record_twin(export: Export) -> bytes:
    """The game as the JSON form of its record."""
    return json.dumps(to_json(export.record()), ensure_ascii=False).encode()
