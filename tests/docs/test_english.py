"""The English of documentation, docstrings, comments and messages: words that give a translation away."""

import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.house import ROOT

STILTED = re.compile(
    r"\banew\b|\bbesides\b|\bfor ever\b|\bof late\b|\bin vain\b|\b(?:him|her)self\b|\bWho may what\b|\bIt is up to\b"
    r"|\b(?:[Ww]hat|[Tt]hat|[Ww]hich|[Tt]his|[Ww]ho|[Ii]t) (?:is|are) no (?!longer|more\b|other)"
)
COMMENT = re.compile(r"^\s*(?:\*|//|/\*)|^test\(")
FOLDERS = ("benchmarks", "cpp", "docs", "examples", "scripts", "src", "tests")
PAGES = ("CONTRIBUTING.md", "README.md")
OWN = ("tests/docs/test_english.py", "tests/web/test_catalogues.py")
"""They name what they look for."""


def lines(path: Path) -> Iterator[str]:
    """What a file says to people: all lines of Python and Markdown, comments and test names of everything else."""
    for line in path.read_text("utf-8").splitlines():
        if path.suffix in (".py", ".md", "") or COMMENT.match(line):
            yield line


def test_no_sentence_gives_a_translation_away() -> None:
    suffixes = (".py", ".md", ".js", ".ts", ".css", ".hpp", ".cpp")
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in suffixes]
    files += [path for path in sorted((ROOT / "scripts").iterdir()) if path.is_file() and not path.suffix]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in [*files, *(ROOT / page for page in PAGES)]
        if path.relative_to(ROOT).as_posix() not in OWN
        for line in lines(path)
        if STILTED.search(line)
    ]
    assert found == []
