"""QR codes of links: as SVG for the page, in half blocks for a terminal."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Final

import segno

MAX_TEXT_LENGTH: Final = 250
"""Characters; links of ours are shorter, and longer ones are hard to scan."""
_KEPT: Final = 64
"""Number of cached codes: the same few are shown again and again."""
_BORDER: Final = 4
"""Width of the quiet zone, in modules: scanners need it."""
_HALVES: Final = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}
_ON_WHITE: Final = "\x1b[30;107m"
_PLAIN: Final = "\x1b[0m"


@lru_cache(_KEPT)
def svg(text: str) -> bytes:
    """Dark on white, whatever lies behind it; it grows with its place."""
    out = io.BytesIO()
    segno.make_qr(text, error="l").save(
        out, kind="svg", border=_BORDER, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return out.getvalue()


def blocks(text: str, *, color: bool = True) -> str:
    """Lines for a terminal, two rows of squares in each; without color light squares are the ones that shine."""
    rows = [bytes(row) for row in segno.make_qr(text, error="l").matrix_iter(border=2 if color else 1)]
    if len(rows) % 2:
        rows.append(bytes(len(rows[0])))
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        if color:
            line = "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
            lines.append(f"{_ON_WHITE}{line}{_PLAIN}")
        else:
            lines.append("".join(_HALVES[1 - up, 1 - low] for up, low in zip(upper, lower, strict=True)))
    return "\n".join(lines)
