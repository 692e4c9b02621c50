"""A server with shared access, and the people who come to it."""

from collections.abc import Iterator

import pytest

from tests.support.served import Served
from tests.support.visitors import Visitor, shared_settings


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for many."""
    with Served(shared_settings(tmp_path_factory.mktemp("club"))) as server:
        yield server


@pytest.fixture
def host(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor


@pytest.fixture
def guest(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor


@pytest.fixture
def stranger(club: Served) -> Iterator[Visitor]:
    with Visitor(club) as visitor:
        yield visitor
