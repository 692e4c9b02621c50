"""Programs to talk to."""

from pathlib import Path

import pytest

from tests.support.engines import Scripts


@pytest.fixture
def scripts(tmp_path: Path) -> Scripts:
    return Scripts(tmp_path)
