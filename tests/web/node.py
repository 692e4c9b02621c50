"""Node as Playwright brings it along, and the tools that npm has fetched."""

import os
from pathlib import Path

import playwright
import pytest

from tests.support.house import ROOT

MODULES = ROOT / "node_modules"


def node() -> Path:
    """The program; part of Playwright's package, so that every machine has the same one."""
    return Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node")


def module_text(name: str) -> str:
    """A file of the tools; skips the test where scripts/test has said that they are missing."""
    file = MODULES / name
    if not file.is_file() and "modules" in os.environ.get("AQUA_LEAVE_OUT", ""):
        pytest.skip("the tools that check the page are not installed")
    return file.read_text("utf-8")
