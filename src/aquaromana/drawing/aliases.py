"""Short names for the CSS variables of a picture: each is written out once, not wherever it is used."""

from __future__ import annotations

import re
from collections import Counter
from string import ascii_letters
from typing import Final

from aquaromana.drawing.theme import PREFIX

_USED: Final = re.compile(rf"var\(({re.escape(PREFIX)}[\w-]+)\)")


def short_variables(content: str) -> tuple[str, str | None]:
    """The content with short names for the variables, and the style of the element around it that defines them.

    Only those that become shorter by it; no style if there is none.
    """
    names: dict[str, str] = {}
    for name, count in Counter(_USED.findall(content)).most_common():
        short = f"--{_letters(len(names))}"
        if count * (len(name) - len(short)) > len(_defined(short, name)):
            names[name] = short
    if not names:
        return content, None
    shortened = _USED.sub(lambda match: f"var({names.get(match[1], match[1])})", content)
    return shortened, ";".join(_defined(short, name) for name, short in names.items())


def _letters(index: int) -> str:
    """One letter, or two when all are taken."""
    count = len(ascii_letters)
    return (ascii_letters[index // count - 1] if index >= count else "") + ascii_letters[index % count]


def _defined(short: str, name: str) -> str:
    return f"{short}:var({name})"
