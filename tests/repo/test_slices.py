"""Long work in slices: interrupted, it goes on where it stopped; other sources start anew."""

from pathlib import Path

import pytest

from tests.support.slices import Slices, fingerprint


def squared(number: int) -> int:
    return number * number


def interrupted(number: int) -> int:
    if number == 2:
        raise KeyboardInterrupt
    return squared(number)


@pytest.mark.slow
def test_work_goes_on_where_it_stopped(tmp_path: Path) -> None:
    slices, told = Slices(tmp_path / "state", 4), list[int]()
    with pytest.raises(KeyboardInterrupt):
        slices.run(interrupted, lambda done: told.append(len(list(done))), processes=1)
    assert 2 in slices.left()
    before = slices.done()
    assert before == [0, 1]
    (tmp_path / "state" / "00000.json").write_text('"kept"', "utf-8")
    slices.run(squared, lambda done: told.append(len(list(done))), processes=1)
    assert list(slices.results()) == ["kept", 1, 4, 9]
    assert told == [0, 1, 2, 2, 3, 4]


def test_a_result_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    slices = Slices(tmp_path, 1)
    with pytest.raises(TypeError):
        slices.keep(0, object())
    assert slices.left() == [0]


def test_other_sources_have_another_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("1", "utf-8")
    before = fingerprint(tmp_path)
    assert fingerprint(tmp_path) == before
    (tmp_path / "one.py").write_text("2", "utf-8")
    assert fingerprint(tmp_path) != before
