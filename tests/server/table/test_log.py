"""The log of a table: versions, what stands, what was caused by whom, and messages that come again."""

from aquaromana.rules import Decision
from aquaromana.server.protocol.events import Began, Event, Hinted, Renamed, Sat, TakenBack
from aquaromana.server.table.changes import Change, LogEntry
from aquaromana.server.table.log import Log
from tests.support.server_play import table


def filled(*made: tuple[int, Decision | Event, str]) -> Log:
    log = Log()
    for seat, each, intent in made:
        log.enter(LogEntry(log.version, seat, each, at=1.0, intent=intent))
    return log


def test_a_takeback_raises_the_version_and_drops_decisions() -> None:
    log = filled((0, Decision("C@12"), "a"), (1, Decision("D@13"), "b"), (0, TakenBack(ply=0, decisions=2), "c"))
    assert (log.version, log.ply, log.moved, log.moves) == (3, 0, 3, [])
    assert [log.kept_since(version) for version in range(4)] == [0, 0, 0, 0]
    assert [news.version for news in log.news_since(0)] == [3]
    assert log.news_since(3) == []


def test_a_stretch_is_the_decisions_of_one_message() -> None:
    log = filled((0, Decision("C@12"), "a"), (0, Decision("D@13"), "a"), (1, Decision("S@14"), "b"))
    assert [log.stretch_seat(ply) for ply in range(-1, 4)] == [-1, 0, -1, 1, -1]
    assert not log.begins_stretch(LogEntry(3, 1, Decision("B@15"), 1.0, intent="b"))
    assert log.begins_stretch(LogEntry(3, 0, Decision("B@15"), 1.0, intent="b"))
    assert not log.begins_stretch(LogEntry(3, 0, Decision("B@15"), 1.0))


def test_a_message_is_known_by_its_seat_and_id() -> None:
    log = filled((0, Decision("C@12"), "a"), (0, Decision("D@13"), "a"))
    known = log.handled(0, "a")
    assert known
    assert (known.begin, known.end, [str(move) for move in known.moves]) == (0, 2, ["C@12", "D@13"])
    assert log.handled(1, "a") is None
    entries = tuple(LogEntry(number, 0, move, 1.0, intent="a") for number, move in enumerate(log.moves))
    snapshot = table().snapshot
    assert log.has(Change(entries, snapshot, snapshot))
    assert not log.has(Change(entries[:1], snapshot, snapshot))


def test_events_are_counted_for_the_holder_of_a_seat_without_hints() -> None:
    renamed, hinted = Renamed(seat=0, name="Ann"), Hinted(seat=0, rung=1)
    log = filled((0, renamed, "a"), (0, hinted, "b"), (-1, renamed, "c"))
    assert (log.changes, log.changes_by(0), log.changes_by(-1)) == (2, 1, 1)
    log.enter(LogEntry(3, 0, Sat(seat=0, kind="person", name="Ben"), 1.0))
    assert log.changes_by(0) == 0


def test_a_drawn_order_takes_counts_and_messages_along() -> None:
    log = filled((1, Renamed(seat=1, name="Ann"), "a"), (-1, Began(order=[1, 0]), ""))
    assert (log.changes_by(0), log.changes_by(1)) == (1, 0)
    assert log.handled(0, "a")
    assert log.handled(1, "a") is None
