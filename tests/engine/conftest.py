"""What the tests of the engine share."""

import pytest

from tests.support.core import need_core


@pytest.fixture
def core() -> None:
    """The C++ core is there."""
    need_core()
