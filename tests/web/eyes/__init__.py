"""Functions that look at a page from within."""

from functools import cache
from pathlib import Path


@cache
def eye(name: str) -> str:
    """The source of a function, for `page.evaluate`."""
    source = Path(__file__).with_name(f"{name}.js").read_text("utf-8")
    return "\n".join(line for line in source.splitlines() if not line.startswith("//"))
