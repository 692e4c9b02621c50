"""What the document preloads: the modules of the start page, all of them and no others."""

import re
from collections.abc import Iterator
from pathlib import Path

from aquaromana.server.api.static import WEB

JS = WEB / "js"
STATIC_IMPORT = re.compile(r"""\bfrom\s*["'](\.{1,2}/[^"']+)["']""")


def imported(module: Path, seen: set[Path]) -> Iterator[Path]:
    """A module and everything that has to be there before it runs."""
    if module in seen:
        return
    seen.add(module)
    yield module
    code = re.sub(r"/\*.*?\*/", "", module.read_text("utf-8"), flags=re.DOTALL)  # types load nothing
    for target in STATIC_IMPORT.findall(code):
        yield from imported((module.parent / target).resolve(), seen)


def test_the_document_preloads_exactly_what_the_start_page_imports() -> None:
    root = JS.resolve()
    seen: set[Path] = set()
    needed = [each for name in ("app.js", "pages/start.js") for each in imported(root / name, seen)]
    links = re.findall(r'<link rel="modulepreload" href="/js/([^"]+)">', (WEB / "index.html").read_text("utf-8"))
    assert links == sorted(each.relative_to(root).as_posix() for each in needed if each.name != "app.js")
