"""What clients tried and what they were told, and the checker that compares it with what was kept."""

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, Literal, Self

from aquaromana.rules import AquaError, Game, Position

Outcome = Literal["unknown", "acknowledged", "refused"]


@dataclass
class Intent:
    """A stretch that a client wanted."""

    table: str
    id: str
    seat: int
    version: int
    moves: list[str]
    outcome: Outcome = "unknown"
    """Unknown until an answer came, and forever if none did."""
    told: int = 0
    """The version that an acknowledgement told."""


@dataclass
class History:
    """All intents of all clients."""

    intents: dict[tuple[str, str], Intent] = field(default_factory=dict)
    tables: dict[str, int] = field(default_factory=dict)
    """Each table with its number of players."""
    starts: dict[str, Position] = field(default_factory=dict)
    """Where a table starts that does not begin a new game."""
    bots: set[tuple[str, int]] = field(default_factory=set)
    """Seats that bots play."""
    complaints: list[str] = field(default_factory=list)
    """What clients heard that cannot be."""

    def tries(self, intent: Intent) -> Intent:
        """Note an intent before it is sent; one that is sent again stays what it was."""
        return self.intents.setdefault((intent.table, intent.id), intent)

    def count(self, outcome: Outcome) -> int:
        return sum(intent.outcome == outcome for intent in self.intents.values())


Line = tuple[str, int, int, str, str]
"""Of the log: the table, the number, the seat, the decision, the intent."""


@dataclass(frozen=True)
class Kept:
    """What is in a database: the log, in order, and the version of each table."""

    log: list[Line]
    versions: dict[str, int]
    damage: str = ""

    LOG: ClassVar = "SELECT table_id, ply, seat, move, intent FROM log ORDER BY table_id, ply"
    VERSIONS: ClassVar = "SELECT id, version FROM tables"

    @classmethod
    def in_file(cls, database: Path) -> Self:
        with closing(sqlite3.connect(database)) as connection:
            integrity = connection.execute("PRAGMA integrity_check").fetchone()[0]
            return cls(
                list(connection.execute(cls.LOG)),
                dict(connection.execute(cls.VERSIONS)),
                "" if integrity == "ok" else integrity,
            )


def faults(history: History, kept: Kept) -> list[str]:
    """Everything in which the database differs from what clients were told; empty if the promise was kept.

    Acknowledged: there exactly once, as it was sent, where it was told to be. Refused: not there. Unknown: there as a
    whole, or not at all. Nothing else is there, and what is there is a game by the rules.
    """
    found = list(history.complaints)
    if kept.damage:
        found.append(f"the database is damaged: {kept.damage}")
    logs: dict[str, list[tuple[int, int, str, str]]] = {table: [] for table in kept.versions}
    for table, ply, seat, move, intent in kept.log:
        logs.setdefault(table, []).append((ply, seat, move, intent))
    found += [f"table {table} is lost" for table in history.tables if table not in logs]
    for table, log in logs.items():
        if table not in history.tables:
            found.append(f"table {table} was never made")
            continue
        if kept.versions.get(table) != len(log):
            found.append(f"table {table} says version {kept.versions.get(table)}, but its log has {len(log)} lines")
        found += _log_faults(history, table, log)
    return found


def _log_faults(history: History, table: str, log: list[tuple[int, int, str, str]]) -> list[str]:
    found = []
    if [ply for ply, *_ in log] != list(range(len(log))):
        found.append(f"the log of {table} has gaps")
    start = history.starts.get(table)
    game = Game.from_position(start) if start else Game(history.tables[table])
    for ply, seat, move, _ in log:
        try:
            if game.to_move != seat:
                found.append(f"{table} ply {ply}: seat {seat} decided, but {game.to_move} was asked")
            game.play(move)
        except AquaError as error:
            found.append(f"{table} ply {ply}: {error}")
            break
    lines: dict[str, list[tuple[int, int, str]]] = {}
    for ply, seat, move, name in log:
        if (table, seat) not in history.bots:
            lines.setdefault(name, []).append((ply, seat, move))
    for intent in (each for each in history.intents.values() if each.table == table):
        there = lines.pop(intent.id, [])
        whole = [(intent.version + number, intent.seat, move) for number, move in enumerate(intent.moves)]
        name = f"{table} {intent.id}"
        if there and intent.outcome == "refused":
            found.append(f"{name} was refused, but is there")
        elif there and there != whole:
            found.append(f"{name} is there otherwise than it was sent: {there}, not {whole}")
        elif intent.outcome == "acknowledged":
            if not there:
                found.append(f"{name} was acknowledged, but is not there")
            elif intent.told != intent.version + len(intent.moves):
                found.append(f"{name} was acknowledged with a wrong version, {intent.told}")
    found += [f"{table} has {name or 'lines'} that nobody sent" for name in lines]
    doubled = [ply for ply, times in Counter(ply for ply, *_ in log).items() if times > 1]
    return found + [f"{table} ply {ply} is there twice" for ply in doubled]
