"""What the pages show passes a strict type checker, so that whoever copies it does not begin with errors."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, page_name
from tests.support.house import ROOT

_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def sources(page: Path) -> list[str]:
    """The sessions of a page, as one program; and its programs that are not sessions."""
    text = page.read_text("utf-8")
    session = "".join(example.source for example in doctest.DocTestParser().get_examples(text))
    return [session, *(block for block in _BLOCK.findall(text) if ">>>" not in block and "import " in block)]


@pytest.mark.slow
def test_the_pages_own_lines_failed_a_strict_type_checker(tmp_path: Path) -> None:
    for page in PAGES:
        for number, source in enumerate(sources(page)):
            name = page_name(page).removesuffix(".md").replace("/", "_").lower()
            (tmp_path / f"{name}_{number}.py").write_text(source, "utf-8")
    assert len(list(tmp_path.iterdir())) > 10
    # OpenSpiel comes without types
    (tmp_path / "pyspiel.pyi").write_text("from typing import Any\n\ndef __getattr__(name: str) -> Any: ...\n", "utf-8")
    settings = [
        "--config-file=",
        "--strict",
        "--disable-error-code=import-untyped",
        "--python-version=3.11",
        f"--cache-dir={ROOT / '.mypy_cache' / 'pages'}",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *settings, *map(str, sorted(tmp_path.iterdir()))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
