"""Where a game begins: at the start, at a position, or within a record. The options that `reset` takes."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from pathlib import Path
from typing import Any, Final

from aquaromana.records import Record, read_record
from aquaromana.rules import Game, Layout

OPTIONS: Final = ("position", "record", "ply")
"""What `reset` understands: a position or its text; a record, its text or its path; and after how many of its
decisions to begin, if not after all."""


def start_game(players: int, layout: Layout | None, options: Mapping[str, Any] | None = None) -> Game:
    """The game that these options describe; ValueError with one sentence if they cannot be."""
    given = {name: value for name, value in (options or {}).items() if name in OPTIONS and value is not None}
    if not given:
        return Game(players, layout=layout)
    if "position" in given and "record" in given:
        raise ValueError("A game begins at a position or within a record, not both.")
    if "ply" in given and "record" not in given:
        raise ValueError("The option 'ply' says where in a record to begin; there is no record.")
    game = Game.from_position(given["position"]) if "position" in given else _from_record(given)
    if game.players != players:
        raise ValueError(f"The game to begin with is for {game.players} players, the environment for {players}.")
    if game.is_over:
        raise ValueError("The game to begin with is over: there is nothing left to decide.")
    return game


def _from_record(given: Mapping[str, Any]) -> Game:
    record = given["record"]
    if isinstance(record, str | Path):
        record = read_record(record)
    if not isinstance(record, Record):
        raise TypeError(f"A record, its text or its path is needed, not {record!r}.")
    if "ply" not in given:
        return record.game()
    try:
        return record.game(index(given["ply"]))
    except (IndexError, TypeError):
        raise ValueError(f"A ply is a number from 0 to {len(record.moves)}, not {given['ply']!r}.") from None
