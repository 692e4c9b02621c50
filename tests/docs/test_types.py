"""What the pages show passes a strict type checker, so that whoever copies it does not begin with errors."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, page_name
from tests.support.house import ROOT
from tests.support.type_check import lint_cache

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
    with lint_cache() as cache:
        done = subprocess.run(
            [sys.executable, "-m", "mypy", "--cache-dir", str(cache), *map(str, sorted(tmp_path.iterdir()))],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stdout
