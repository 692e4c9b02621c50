"""The long sizes: chosen by name, for the tests that carry it and no others."""

import pytest

from tests.support.house import ROOT
from tests.support.sizes import CHOSEN, LongSize

pytest_plugins = ["pytester"]

SAMPLE = """
import pytest
from tests.support.sizes import LongSize

SIZE = LongSize("many", ci=2, long=5)

@SIZE.mark
def test_sized():
    assert SIZE.value == {size}

def test_other():
    pass
"""


def test_a_size_is_long_only_under_its_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    size = LongSize("many", ci=2, long=5)
    monkeypatch.delenv(CHOSEN, raising=False)
    assert size.value == 2
    monkeypatch.setenv(CHOSEN, "few")
    assert size.value == 2
    monkeypatch.setenv(CHOSEN, "many")
    assert size.value == 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "size", "passed"), [([], 2, 2), (["--long", "many"], 5, 1), (["--long", "many", "-n2"], 5, 1)]
)
def test_long_runs_the_named_tests_alone(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, options: list[str], size: int, passed: int
) -> None:
    monkeypatch.delenv(CHOSEN, raising=False)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text("utf-8"))
    pytester.makepyfile(SAMPLE.format(size=size))
    pytester.runpytest_subprocess(*options).assert_outcomes(passed=passed)
