"""A server for the tests of a module, and requests to it."""

from collections.abc import Iterator

import httpx
import pytest

from tests.support.served import UNLIMITED, Served, settings_in


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that takes any number of messages."""
    with Served(settings_in(tmp_path_factory.mktemp("served"), **UNLIMITED)) as server:
        yield server


@pytest.fixture
def client(served: Served) -> httpx.Client:
    """Asks that server."""
    return served.client
