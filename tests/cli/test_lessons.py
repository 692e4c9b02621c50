"""`aqua lessons check`: the lessons of the package, good files, and bad ones."""

from pathlib import Path

import pytest

from aquaromana.lessons.reader import lesson_text
from tests.cli.conftest import Aqua


def test_the_lessons_of_the_package_are_good(aqua: Aqua) -> None:
    result = aqua("lessons", "check")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("first: 10 steps, version ")


@pytest.mark.slow
def test_a_file_with_an_impossible_step_is_refused(aqua: Aqua, tmp_path: Path) -> None:
    good, bad = lesson_text("first"), lesson_text("first").replace("walks = [9]", "walks = [10]")
    (tmp_path / "good.toml").write_text(good, "utf-8")
    (tmp_path / "bad.toml").write_text(bad, "utf-8")
    (tmp_path / "worse.toml").write_text("step = 3", "utf-8")
    result = aqua("lessons", "check", "good.toml", "bad.toml", "worse.toml")
    assert result.exit_code == 2
    assert result.stdout.startswith("good.toml: 10 steps")
    first, *_, last = result.stderr.splitlines()
    assert first == "bad.toml: walk: at the start nothing is allowed (lesson/impossible)"
    assert last == "worse.toml: there is no [[step]] (lesson/unreadable)"


def test_a_file_that_is_missing_or_not_text(aqua: Aqua, tmp_path: Path) -> None:
    assert "cannot read nothing.toml" in aqua("lessons", "check", "nothing.toml").stderr
    (tmp_path / "picture.toml").write_bytes(b"\xff\xfe\x00")
    result = aqua("lessons", "check", "picture.toml")
    assert (result.exit_code, result.stderr) == (2, "aqua lessons: picture.toml is not text\n")
