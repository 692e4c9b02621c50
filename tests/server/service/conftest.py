"""What tests of the table service share."""

import pytest

from aquaromana.server.service import timers
from tests.support.server_bots import instant


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots answer at once, and after a start nobody is given time."""
    instant(monkeypatch)
    monkeypatch.setattr(timers, "MERCY", 0.0)
