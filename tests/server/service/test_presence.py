"""Who is at a table, and since when somebody is not."""

import pytest

from aquaromana.server.service import presence
from aquaromana.server.service.presence import PresenceTracker, Present, Session


class Time:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    clock = Time()
    monkeypatch.setattr(presence, "time", clock)
    return clock


def session(*chairs: int, host: bool = False) -> Session:
    return Session(frozenset(chairs), host)


def test_all_who_are_there_are_counted_once() -> None:
    all_of_them = PresenceTracker()
    for each in (session(0, host=True), session(0), session(1, 2), session(), session()):
        all_of_them.join("a", each)
    all_of_them.join("b", session(3))
    assert all_of_them.at("a") == Present(frozenset((0, 1, 2)), host=True, watching=2)
    assert all_of_them.at("b") == Present(frozenset((3,)))
    assert all_of_them.at("c") == Present()


def test_a_player_is_away_when_their_last_device_is(clock: Time) -> None:
    here, desktop, phone = PresenceTracker(), session(1), session(1)
    here.join("a", desktop)
    here.join("a", phone)
    clock.now = 1010.0
    here.leave("a", desktop)
    assert here.at("a").chairs == {1}
    clock.now = 1020.0
    here.leave("a", phone)
    assert here.at("a") == Present()
    assert here.away_since("a", 1) == 1020.0
    here.leave("a", phone)  # twice is once
    clock.now = 1030.0
    assert here.away_since("a", 1) == 1020.0


def test_people_who_never_came_are_away_since_the_start(clock: Time) -> None:
    here = PresenceTracker()
    clock.now = 1500.0
    assert here.away_since("a", 0) == 1000.0
    here.expect("a", 0)
    assert here.away_since("a", 0) == 1500.0


def test_a_session_with_other_credentials_is_the_same_session() -> None:
    here, before = PresenceTracker(), session(1, host=True)
    here.join("a", before)
    now = Session(frozenset(), host=True, number=before.number)
    here.join("a", now)
    assert here.at("a") == Present(host=True)
    here.leave("a", now)
    assert here.at("a") == Present()


def test_nothing_is_remembered_of_a_table_that_is_forgotten() -> None:
    here, one = PresenceTracker(), session(1)
    here.join("a", one)
    here.leave("a", one)
    here.forget("a")
    here.forget("never heard of")
    assert (here._sessions, here._left) == ({}, {})
