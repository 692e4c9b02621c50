"""Tests that need the C++ core: where it must be there its absence is a failure, elsewhere they are skipped aloud."""

import os

import pytest

from aquaromana.engine import native


def need_core() -> None:
    """Go on only with the core."""
    reason = native.why_missing()
    if reason is None:
        return
    if os.environ.get("AQUA_REQUIRE_NATIVE") == "1":
        pytest.fail(f"AQUA_REQUIRE_NATIVE=1, but {reason}")
    pytest.skip(reason)
