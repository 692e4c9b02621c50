"""Tests that run in a small size every day and in a long one when asked.

    ROUND_TRIP = LongSize("round-trip", ci=200, long=100_000)

    @ROUND_TRIP.mark
    def test_round_trip() -> None:
        for seed in range(ROUND_TRIP.value): ...

`scripts/test --long round-trip` runs it, and only it, in the long size. The value is known when the
module is imported, so that hypothesis may have it too: @settings(max_examples=ROUND_TRIP.value).
"""

import os
from dataclasses import dataclass

import pytest

CHOSEN = "AQUA_LONG"  # the variable that tells the workers which name was asked for


@dataclass(frozen=True, slots=True)
class LongSize:
    """The two sizes of the tests that carry its mark."""

    name: str
    ci: int
    long: int

    @property
    def value(self) -> int:
        """The size to run in now."""
        return self.long if os.environ.get(CHOSEN) == self.name else self.ci

    @property
    def mark(self) -> pytest.MarkDecorator:
        """The mark by which --long finds the test."""
        return pytest.mark.long_size(self.name)
