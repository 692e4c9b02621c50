"""Functions that inspect a page from inside the browser."""

from functools import cache
from pathlib import Path


@cache
def probe(name: str) -> str:
    """The source of a function, for `page.evaluate`."""
    source = Path(__file__).with_name(f"{name}.js").read_text("utf-8")
    return "\n".join(line for line in source.splitlines() if not line.startswith("//"))
