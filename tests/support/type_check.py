"""The type checker on what a test writes: as strict as scripts/lint, and with its cache.

To check the whole package from scratch takes half a minute; .ci/run has done it before the tests.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import house

from tests.support.house import ROOT


@contextmanager
def lint_cache() -> Iterator[Path]:
    """The folder that scripts/lint keeps its findings in, for one test at a time."""
    folder = ROOT / ".mypy_cache"
    folder.mkdir(exist_ok=True)
    with house.alone(folder / "tests.lock"):
        yield folder
