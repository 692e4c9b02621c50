"""The page's own unit tests, which run under Node without a browser: one test here for each file."""

import subprocess

import house
import pytest

from tests.support.house import ROOT
from tests.web.node import node

FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "web").rglob("*.test.js"))


def test_there_are_some() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES)
def test_unit(file: str) -> None:
    done = subprocess.run(
        [node(), "--test", "--test-reporter=spec", file],
        cwd=ROOT,
        env=house.surroundings(),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", FILES)
def test_a_file_of_unit_tests_holds_some(file: str) -> None:
    assert "test(" in (ROOT / file).read_text("utf-8")  # Node counts an empty file as one that passes
