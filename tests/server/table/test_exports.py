"""Records of games at tables."""

from aquaromana import __version__
from aquaromana.engine import engine_version
from aquaromana.records import read_record, write_record
from aquaromana.rules import Game
from aquaromana.server.table.changes import Change, LogEntry
from aquaromana.server.table.exports import Export
from aquaromana.server.table.seating import Seating
from aquaromana.server.table.table import Table
from tests.support.server_play import play, table


def add(on: Table, moves: list[str], by: str | None = None) -> None:
    change = on.propose(play(on, moves), range(2), at=2.0, by=by)
    assert isinstance(change, Change)
    on.accept(change)


def test_a_record_tells_who_played_and_who_decided() -> None:
    seatings = [Seating("person", "Ann"), Seating("bot", "", "search:2")]
    on = Table("test", seatings, Game(2).position, created=1_700_000_000.0)
    add(on, ["C@12"])
    add(on, ["D@13"], by="greedy")
    record = Export.of(on).record()
    told = {"Date": record.tags["Date"], "Seat0": "Ann", "Bot1": "search:2"}
    assert record.tags == {**told, "Program": f"Aqua Romana {__version__}", "Engine": engine_version()}
    assert record.tags["Date"].startswith("2023-11-1")
    assert record.line.plies[1].comment == "decided by greedy"
    assert read_record(write_record(record)) == record
    assert on.steps()[1].by == "greedy"


def test_a_table_that_continues_a_record_keeps_what_it_tells() -> None:
    source = read_record('[Event "Fair"] [Players "2"] [Seat1 "Old"] {hello} 0. C@12 {good} (C@13) D@3 *')
    on = table()
    on.replay(LogEntry(step.ply, step.seat, step.move, 1.0) for step in source.steps())
    on.first = 2
    add(on, ["S@20"])
    record = Export.of(on, write_record(source)).record()
    assert record.tags["Event"] == "Fair"
    assert record.names == ("Player 0", "Player 1")
    assert record.line.comment == "hello"
    assert record.line.plies[:2] == source.line.plies
    assert [str(move) for move in record.moves] == ["C@12", "D@3", "S@20"]
    assert on.info().start == 2
