"""Exports a table's game as a record."""

from __future__ import annotations

import datetime as dt

from aquaromana.engine import made_by
from aquaromana.records import Line, Ply, Record
from aquaromana.rules import Phase
from aquaromana.rules.scoring import scores
from aquaromana.server.table.table import Table


def record_of(table: Table, source: Record | None = None) -> Record:
    """The game at a table; one that continues another keeps what that one tells."""
    tags = dict(source.tags) if source else {}
    tags.setdefault("Date", dt.datetime.fromtimestamp(table.created).astimezone().date().isoformat())
    for player in table.players:
        for tag, value in ((f"Seat{player.seat}", player.name), (f"Bot{player.seat}", player.bot)):
            tags.pop(tag, None)
            if value:
                tags[tag] = value
    if resigned := [str(player.seat) for player in table.players if player.resigned]:
        tags["Resigned"] = " ".join(resigned)
    tags |= made_by(bots=any(player.bot for player in table.players))
    earlier = source.line if source else Line()
    came = len(earlier.plies)
    made = [
        Ply(move, comment=f"decided by {by}" if by else "")
        for move, by in zip(table.moves[came:], table.by[came:], strict=True)
    ]
    result = scores(table.position) if table.position.phase is Phase.OVER else None
    return Record(table.start, Line((*earlier.plies, *made), earlier.comment), tags, result)
