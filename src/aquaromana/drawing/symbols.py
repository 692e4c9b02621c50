"""All SVG symbols by their stable ids; pictures include those they use, the page includes all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from aquaromana.drawing.basins import basin_symbols
from aquaromana.drawing.figures import figure_symbols
from aquaromana.drawing.frame import frame_symbols
from aquaromana.drawing.land import land_symbols
from aquaromana.drawing.lettering import digit_symbols
from aquaromana.drawing.masonry import clip_square, face_symbols
from aquaromana.drawing.panel import panel_symbols
from aquaromana.drawing.pencil import element
from aquaromana.drawing.stairs import stairs_symbols
from aquaromana.drawing.theme import LIGHT, Theme

_DEFINED: Final = re.compile(r' id="([^"]+)"')
_REFERENCE: Final = re.compile(r'(?:href="#|url\(#)([^")]+)')


@lru_cache(maxsize=16)  # two themes, as colors or variables, in three languages
def _symbols(
    name: str,
    colors: tuple[tuple[str, str], ...],
    variables: bool,  # noqa: FBT001 (a key of the cache)
    letters: tuple[str, ...],
) -> dict[str, str]:
    theme = Theme(name, dict(colors), variables, letters)
    return (
        {"clip-square": clip_square()}
        | frame_symbols(theme)
        | land_symbols(theme)
        | face_symbols(theme)
        | basin_symbols(theme)
        | figure_symbols(theme)
        | panel_symbols(theme)
        | stairs_symbols(theme)
        | digit_symbols()
    )


@cache
def symbol_names() -> tuple[str, ...]:
    """The ids of all symbols, which a picture may shorten."""
    return tuple(symbols(LIGHT))


def symbols(theme: Theme) -> dict[str, str]:
    """Every symbol as SVG, by its id."""
    return dict(_symbols(theme.name, tuple(theme.colors.items()), theme.variables, theme.letters))


def references(content: str) -> set[str]:
    """The ids that a piece of SVG refers to, and does not define."""
    return set(_REFERENCE.findall(content)) - set(_DEFINED.findall(content))


def defs(theme: Theme, names: Iterable[str] | None = None) -> str:
    """The definitions of these symbols and of those that they need, or of all."""
    known = symbols(theme)
    wanted = set(known) if names is None else set()
    waiting = [] if names is None else list(names)
    while waiting:
        name = waiting.pop()
        if name not in wanted:
            wanted.add(name)
            waiting += references(known[name])
    return element("defs", "".join(symbol for name, symbol in known.items() if name in wanted))
