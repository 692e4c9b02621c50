"""Settings for every test: how hypothesis searches, and the long sizes; and the server that only some start."""

from __future__ import annotations

import gc
import inspect
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

from tests.support.sizes import CHOSEN

if TYPE_CHECKING:
    from tests.support.postgres import Postgres
    from tests.support.storages import Storage

COUNTED = {
    "tests/analysis/facts/test_mutants.py",
    "tests/analysis/review/test_review.py",
    "tests/cli/test_facts.py",
    "tests/cli/test_review.py",
    "tests/datasets/test_setups.py",
    "tests/records/test_reader.py",
    "tests/server/api/test_study_routes.py",
}
"""Tests that count though they are slow, or in the folder of another package."""

hypothesis.settings.register_profile("dev", deadline=None)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", metavar="NAME", help="run the tests of that name in their long size")


def pytest_configure(config: pytest.Config) -> None:
    if name := config.getoption("--long"):
        os.environ[CHOSEN] = name


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """In a worker, stop the count that pytest-cov began before it knew that this is one; the worker's own follows.

    Otherwise it would go on whenever the worker's own pauses, so that all tests take the time of those that count.
    """
    plugin = session.config.pluginmanager.getplugin("_cov")
    if plugin and plugin.cov_controller and hasattr(session.config, "workerinput"):
        plugin.cov_controller.cov.stop()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if not covers(item):
            item.add_marker("no_cover")
        if "[postgres" in item.name or "postgres" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")  # its server takes seconds to start
    wanted = config.getoption("--long")
    if not wanted:
        return
    names = {item: [mark.args[0] for mark in item.iter_markers("long_size")] for item in items}
    known = sorted({name for of_item in names.values() for name in of_item})
    if wanted not in known:
        message = f"No test has a long size named {wanted!r}; known: {', '.join(known) or 'none'}."
        raise pytest.UsageError(message)
    config.hook.pytest_deselected(items=[item for item in items if wanted not in names[item]])
    items[:] = [item for item in items if wanted in names[item]]


def pytest_collection_finish() -> None:
    """Have the garbage collector skip what is there before the first test: thousands of tests, and all they import.

    To look through it again and again takes more than a tenth of the processor time of pure Python tests.
    """
    gc.collect()
    gc.freeze()


def covers(item: pytest.Item) -> bool:
    """Whether the lines that a test runs count: to count them takes up to three times the time.

    A package is covered by the tests in its own folder that are not slow, and by those in COUNTED.
    """
    tests = Path(__file__).parent
    if item.path.relative_to(tests.parent).as_posix() in COUNTED:
        return True
    if item.get_closest_marker("slow"):
        return False
    return any(item.path.is_relative_to(tests / package) for package in ("rules", "records", "drawing", "analysis"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say so if the core was built from other sources than those that are there: its tests are about the old ones."""
    from tests.support.house import stale_core

    if reason := stale_core():
        terminalreporter.write_line(reason, yellow=True)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine in an event loop of its own; one that hangs fails."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    from tests.support.server_play import run

    wanted = pyfuncitem._fixtureinfo.argnames
    run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in wanted}))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server, started for the first test that wants it."""
    from tests.support.postgres import Postgres

    with Postgres() as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> str:
    """The URL of a new database there, with empty tables."""
    return postgres.new()


@pytest.fixture(params=["sqlite", "postgres"])
def storage(request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    """A place for tables; a test with it runs once for each kind of database."""
    from tests.support.storages import Storage

    return Storage(tmp_path, request.getfixturevalue("database") if request.param == "postgres" else "")
