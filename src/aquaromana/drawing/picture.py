"""A position as PNG, rendered by resvg."""

from __future__ import annotations

from typing import Final, Unpack

from aquaromana import extras
from aquaromana.drawing.errors import DrawingError
from aquaromana.drawing.metadata import embed
from aquaromana.drawing.scene import Look, carried, svg
from aquaromana.drawing.shown import Shown
from aquaromana.drawing.theme import LIGHT, theme_named

SMALLEST: Final = 16
LARGEST: Final = 8000
"""Widths in pixels that are drawn."""


def png(position: Shown, *, width: int = 1600, record: str | None = None, **look: Unpack[Look]) -> bytes:
    """The same picture as `svg` makes, as PNG of this width in pixels."""
    look["theme"] = theme_named(look.get("theme", LIGHT)).as_colors()
    picture = render(svg(position, **look), width)
    record = carried(position, record)
    return picture if record is None else embed(picture, record)


def render(drawn: str, width: int) -> bytes:
    """An SVG document as PNG."""
    with extras.needs("draw", "Drawing a PNG or a GIF"):
        import resvg_py  # slow to load, and not needed for SVG

    if not SMALLEST <= width <= LARGEST:
        raise DrawingError(f"A picture can be {SMALLEST} to {LARGEST} pixels wide, not {width}.")
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=width, skip_system_fonts=True))
    except ValueError as error:
        raise DrawingError(f"The SVG cannot be rendered: {error}.") from None
