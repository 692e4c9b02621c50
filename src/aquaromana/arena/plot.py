"""Figures with their intervals as a small SVG, readable on light and dark pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from xml.sax.saxutils import escape

WIDTH: Final = 720
GAP: Final = 14
MARK: Final = 8
"""The height of a line: so much in any case, and so much for each series."""
TOP: Final = 64
BOTTOM: Final = 46
RIGHT: Final = 24
LETTER: Final = 7.2
"""About the width of a letter."""

STYLE: Final = """
text { font: 13px system-ui, sans-serif; fill: #2b2620; }
.title { font-weight: 600; font-size: 15px; }
.soft { fill: #6b6257; }
path { stroke-width: 2; }
.grid { stroke: #d9d1c3; } .level { stroke: #8a8072; stroke-dasharray: 4 3; }
.s0 { stroke: #1f5f8b; fill: #1f5f8b; } .s1 { stroke: #b4541a; fill: #b4541a; }
.s2 { stroke: #3d7a3a; fill: #3d7a3a; } .s3 { stroke: #7a3e86; fill: #7a3e86; }
@media (prefers-color-scheme: dark) {
text { fill: #ece5d8; } .soft { fill: #b0a695; } .grid { stroke: #4a443b; } .level { stroke: #a49a89; }
.s0 { stroke: #7ab8e0; fill: #7ab8e0; } .s1 { stroke: #f0a070; fill: #f0a070; }
.s2 { stroke: #8fcf8a; fill: #8fcf8a; } .s3 { stroke: #d3a2de; fill: #d3a2de; }
}
""".strip()
"""No background: the page's own shows through. Series differ by shape as well as by color."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A figure in a row."""

    series: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class PlotRow:
    """A row of the plot."""

    label: str
    marks: Sequence[Mark]


def plot(
    title: str,
    axis: str,
    series: Sequence[str],
    lines: Sequence[PlotRow],
    *,
    level: float | None = None,
    percent: bool,
    signed: bool = True,
) -> str:
    """Dots with whiskers, a line each; `level` draws what would be even, `signed` numbers show their plus."""
    figures = [each for line in lines for mark in line.marks for each in (mark.value, mark.low, mark.high)]
    finite = [each for each in [*figures, *([] if level is None else [level])] if math.isfinite(each)] or [0.0, 1.0]
    step = _step(max(finite) - min(finite))
    first, last = math.floor(min(finite) / step) * step, math.ceil(max(finite) / step) * step
    last = last if last > first else first + step
    left = 16 + LETTER * max([len(line.label) for line in lines], default=4)
    row = GAP + MARK * max(len(series), 1)
    height = TOP + row * len(lines) + BOTTOM

    def x(value: float) -> float:
        inside = min(max(value, first), last)
        return left + (inside - first) / (last - first) * (WIDTH - RIGHT - left)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{_text(title)}</title>",
        f"<style>{STYLE}</style>",
        f'<text class="title" x="8" y="22">{_text(title)}</text>',
    ]
    at = 8.0
    for number, name in enumerate(series):
        parts += [_shape(number, at + 6, 40), f'<text class="soft" x="{at + 16:.0f}" y="44">{_text(name)}</text>']
        at += 34 + LETTER * len(name)
    bottom = TOP + row * len(lines)
    for tick in range(round((last - first) / step) + 1):
        value = first + tick * step
        words = f"{value:.0%}" if percent else f"{value:+.0f}" if value and signed else f"{round(value, 6):g}"
        parts += [
            f'<line class="grid" x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{TOP - 8}" y2="{bottom}"/>',
            f'<text class="soft" x="{x(value):.1f}" y="{bottom + 18}" text-anchor="middle">{words}</text>',
        ]
    if level is not None:
        parts.append(f'<line class="level" x1="{x(level):.1f}" x2="{x(level):.1f}" y1="{TOP - 8}" y2="{bottom}"/>')
    parts.append(f'<text class="soft" x="{WIDTH - RIGHT}" y="{bottom + 38}" text-anchor="end">{_text(axis)}</text>')
    for number, line in enumerate(lines):
        middle = TOP + row * number + row / 2
        parts.append(f'<text x="8" y="{middle + 4:.1f}">{_text(line.label)}</text>')
        if number:
            edge = middle - row / 2
            parts.append(f'<line class="grid" x1="8" x2="{WIDTH - RIGHT}" y1="{edge:.1f}" y2="{edge:.1f}"/>')
        for mark in line.marks:
            y = middle + (mark.series - (len(series) - 1) / 2) * MARK
            parts += [
                f'<path class="s{mark.series % 4}" d="M{x(mark.low):.1f},{y:.1f}H{x(mark.high):.1f}"/>',
                _shape(mark.series, x(mark.value), y),
            ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _text(words: str) -> str:
    return escape(words)


def _step(span: float) -> float:
    """A round distance of grid lines, so that there are about six."""
    if span <= 0:
        return 1.0
    unit = 10 ** math.floor(math.log10(span / 6))
    return float(next(unit * times for times in (1, 2, 5, 10) if unit * times >= span / 6))


def _shape(series: int, x: float, y: float) -> str:
    kind = f'class="s{series % 4}"'
    if series % 4 == 0:
        return f'<circle {kind} cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
    points = {
        1: ((-4, -4), (4, -4), (4, 4), (-4, 4)),
        2: ((0, -5), (5, 4), (-5, 4)),
        3: ((0, -5), (5, 0), (0, 5), (-5, 0)),
    }
    corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in points[series % 4])
    return f'<polygon {kind} points="{corners}"/>'
