"""Coverage: counted by the tests of the covered packages, and by no others."""

import coverage
import pytest

from tests.conftest import covers


def test_lines_are_not_counted_where_they_take_time_for_nothing(request: pytest.FixtureRequest) -> None:
    """Under --cov, with workers too: pytest-cov begins to count in a worker twice, and paused one of the two."""
    assert not covers(request.node)
    assert coverage.Coverage.current() is None
