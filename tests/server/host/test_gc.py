"""Garbage collection while a server starts and afterwards."""

import gc
from collections.abc import Iterator

import pytest

from aquaromana.server.host.gc import pause, settle


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*threshold)
    gc.enable()


def test_nothing_is_collected_between_pause_and_settle() -> None:
    pause()
    assert not gc.isenabled()
    settle()
    assert gc.isenabled()


def test_what_is_there_at_the_start_is_never_searched_again() -> None:
    kept = [object()]
    settle()
    assert gc.get_freeze_count() > 0
    assert not any(each is kept for each in gc.get_objects())
    assert gc.get_threshold()[2] > 100_000
