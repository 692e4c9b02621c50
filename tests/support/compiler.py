"""For tests that compile the core's sources: where there must be a C++ compiler its absence is a failure."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.house import ROOT

CPP = ROOT / "cpp"


def need_compiler() -> str:
    """The compiler; without one the test is skipped, or fails."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        if os.environ.get("AQUA_REQUIRE_NATIVE") == "1":
            pytest.fail("no C++ compiler")
        pytest.skip("no C++ compiler")
    return compiler


def write_tables(folder: Path) -> None:
    """Write `tables.hpp`, which all sources of the core include."""
    subprocess.run([sys.executable, str(CPP / "make_tables.py"), str(folder / "tables.hpp")], check=True)
