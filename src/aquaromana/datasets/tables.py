"""Games as Parquet: a row for each decision, and a row for each game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from aquaromana import extras
from aquaromana.datasets.errors import DatasetError
from aquaromana.datasets.files import cannot, replaced
from aquaromana.records import Record, RecordError, read_records

if TYPE_CHECKING:
    import pyarrow as pa

POSITIONS: Final = {
    "game": ("string", "the game's row in games: file and number"),
    "players": ("int8", "the size of the table"),
    "ply": ("int16", "decisions before this one"),
    "seat": ("int8", "the seat that decides"),
    "phase": ("word", "what is asked: setup, reserve, build, extra, close or claim"),
    "position": ("string", "the position string before the decision"),
    "legal": ("int16", "how many decisions are legal"),
    "action": ("int16", "the decision as an integer"),
    "move": ("string", "the decision in notation"),
    "points": ("int16", "points of the deciding seat at the end of the game"),
    "share": ("float32", "the deciding seat's share of the win: 1, 0, or a part after a tie"),
}
"""The columns of the table of decisions, with their types and meanings."""
GAMES: Final = {
    "game": ("string", "file and number"),
    "players": ("int8", "the size of the table"),
    "bot": ("word", "the bot on every seat"),
    "seed": ("string", "the seed of the game"),
    "decisions": ("int16", "the length of the game"),
    "points": ("int16s", "points of all seats at the end"),
    "winners": ("int8s", "the seats that share the win"),
    "record": ("string", "the whole game as a record"),
}
"""The columns of the table of games."""


def demand_pyarrow() -> None:
    """MissingExtraError unless Parquet can be written."""
    extras.demand("data", "Writing Parquet", "pyarrow")


def write_tables(records: Path, positions: Path, games: Path) -> None:
    """Write both tables for a file of records."""
    with extras.needs("data", "Writing Parquet"):
        from pyarrow import parquet
    rows: dict[str, list[Any]] = {name: [] for name in POSITIONS}
    played: dict[str, list[Any]] = {name: [] for name in GAMES}
    try:
        for number, record in enumerate(read_records(records)):
            _add(record, f"{records.stem}/{number}", rows, played)
    except RecordError as error:
        raise DatasetError(f"{records}: {error}") from None
    except OSError as error:
        raise cannot("read", records, error) from None
    for path, columns, cells in ((positions, POSITIONS, rows), (games, GAMES, played)):
        with replaced(path) as fresh:
            parquet.write_table(_table(columns, cells), fresh, compression="zstd")


def _add(record: Record, name: str, rows: dict[str, list[Any]], played: dict[str, list[Any]]) -> None:
    from aquaromana.records import write_record

    result = record.result
    assert result is not None
    winners = [seat for seat, points in enumerate(result) if points == max(result)]
    game = record.game(0)
    for ply, move in enumerate(record.moves):
        seat = game.to_move
        _row(
            rows,
            (name, record.players, ply, seat, str(game.phase), str(game.position), len(game.legal_moves())),
            (int(move), str(move), result[seat], (seat in winners) / len(winners)),
        )
        game.push(move)
    bot, seed = record.tags.get("Bot0", ""), record.tags.get("Seed", "")
    _row(
        played,
        (name, record.players, bot, seed, len(record.moves), list(result), winners, write_record(record)),
    )


def _row(cells: dict[str, list[Any]], *parts: Iterable[Any]) -> None:
    values = [value for part in parts for value in part]
    for column, value in zip(cells.values(), values, strict=True):
        column.append(value)


def _table(columns: dict[str, tuple[str, str]], cells: dict[str, list[Any]]) -> pa.Table:
    import pyarrow as pa

    kinds = {
        "int8": pa.int8(),
        "int16": pa.int16(),
        "float32": pa.float32(),
        "string": pa.string(),
        "word": pa.dictionary(pa.int8(), pa.string()),
        "int8s": pa.list_(pa.int8()),
        "int16s": pa.list_(pa.int16()),
    }
    return pa.table({name: pa.array(cells[name], kinds[kind]) for name, (kind, _) in columns.items()})
