"""What the tests of the environments share: all of them need the C++ core."""

import sys

import pytest

from tests.support.core import need_core

collect_ignore = ["test_openspiel.py"] if sys.platform == "win32" else []  # OpenSpiel has no wheels for Windows


@pytest.fixture(autouse=True)
def core() -> None:
    """The C++ core is there."""
    need_core()
