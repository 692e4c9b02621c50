"""Reading the pages: their text, links, tables and pieces of code."""

import re
from pathlib import Path

from tests.support.house import ROOT

DOCS = ROOT / "docs"
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "cpp/README.md")),
    *sorted(DOCS.glob("*.md")),
]


def page_name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def prose_of(page: Path) -> str:
    """The page without its code."""
    return re.sub(r"^```.*?^```$|`[^`\n]*`", "", text_of(page), flags=re.MULTILINE | re.DOTALL)


def anchors_of(page: Path) -> set[str]:
    """What a link into the page can name: its ids, and its headings as GitHub and most generators spell them."""
    text = text_of(page)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r'<a id="([^"]+)"></a>', text))


def table(page: Path, *header: str) -> list[list[str]]:
    """The rows of the one table in a page with this header."""
    lines = text_of(page).splitlines()
    starts = [number for number, line in enumerate(lines) if cells(line) == list(header)]
    assert len(starts) == 1, header
    rows = []
    for line in lines[starts[0] + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(cells(line))
    return rows


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")] if line.startswith("|") else []


def codes(cell: str) -> list[str]:
    """What a cell shows as code."""
    return re.findall(r"`([^`]+)`", cell)


def blocks(page: Path, language: str) -> list[str]:
    """The fenced pieces of a page in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL)


def section(page: Path, heading: str) -> str:
    """The part of a page under a heading like `### Add a bot`, up to the next of the same depth."""
    marks, _, title = heading.partition(" ")
    (part,) = (part for part in text_of(page).split(f"\n{marks} ") if part.startswith(f"{title}\n"))
    return part
