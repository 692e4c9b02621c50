"""Line charts as SVG, drawn without any package: for curves that anybody can open."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

WIDTH: Final = 720
HEIGHT: Final = 400
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 44, 48
COLORS: Final = ("#1b6ca8", "#c8553d", "#2e7d32", "#8e6c1f", "#6a3d9a", "#00838f", "#ad1457", "#5d4037")
TICKS: Final = 6


@dataclass(frozen=True, slots=True)
class Series:
    """A series of points, perhaps with an interval around each."""

    name: str
    points: Sequence[tuple[float, float]]
    intervals: Sequence[tuple[float, float]] | None = None
    dashed: bool = False
    color: int | None = None
    """The number of its color; by default as many as lines before it."""


def chart(title: str, x_label: str, y_label: str, lines: Sequence[Series], *, square: bool = False) -> str:
    """A chart of lines. A square one has both axes from 0 to 1."""
    xs = [x for line in lines for x, _ in line.points] or [0.0]
    ys = [y for line in lines for _, y in line.points] or [0.0]
    ys += [end for line in lines for pair in line.intervals or () for end in pair if math.isfinite(end)]
    x_ticks, y_ticks = (_ticks(0, 1), _ticks(0, 1)) if square else (_ticks(min(xs), max(xs)), _ticks(min(ys), max(ys)))
    frame = _Frame(x_ticks[0], x_ticks[-1], y_ticks[0], y_ticks[-1])
    font = 'font-family="sans-serif" font-size="12"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" {font}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="24" font-size="16" fill="#222">{escape(title)}</text>',
    ]
    for y in y_ticks:
        at = frame.y(y)
        parts.append(f'<path d="M{LEFT} {at:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{at + 4:.1f}" text-anchor="end" fill="#444">{_number(y)}</text>')
    for x in x_ticks:
        at = frame.x(x)
        parts.append(
            f'<text x="{at:.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#444">{_number(x)}</text>'
        )
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle" fill="#222">{escape(x_label)}</text>')
    parts.append(
        f'<text x="16" y="{(TOP + HEIGHT - BOTTOM) / 2}" text-anchor="middle" fill="#222" '
        f'transform="rotate(-90 16 {(TOP + HEIGHT - BOTTOM) / 2})">{escape(y_label)}</text>'
    )
    for number, line in enumerate(lines):
        parts += _drawn(frame, line, COLORS[(number if line.color is None else line.color) % len(COLORS)], number)
    return "\n".join([*parts, "</svg>", ""])


@dataclass(frozen=True, slots=True)
class _Frame:
    x0: float
    x1: float
    y0: float
    y1: float

    def x(self, value: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (value - self.x0) / (self.x1 - self.x0)

    def y(self, value: float) -> float:
        value = min(max(value, self.y0), self.y1)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - self.y0) / (self.y1 - self.y0)


def _drawn(frame: _Frame, line: Series, color: str, number: int) -> list[str]:
    parts = []
    if line.points:
        path = "M" + "L".join(f"{frame.x(x):.1f} {frame.y(y):.1f}" for x, y in line.points)
        dashes = ' stroke-dasharray="5 4"' if line.dashed else ""
        parts.append(f'<path d="{path}" fill="none" stroke="{color}" stroke-width="2"{dashes}/>')
    for (x, _), (low, high) in zip(line.points, line.intervals or (), strict=False):
        at = frame.x(x)
        parts.append(
            f'<path d="M{at:.1f} {frame.y(low):.1f}V{frame.y(high):.1f}" stroke="{color}" stroke-opacity=".5"/>'
        )
    if not line.dashed:
        parts += [f'<circle cx="{frame.x(x):.1f}" cy="{frame.y(y):.1f}" r="3" fill="{color}"/>' for x, y in line.points]
    y = TOP + 8 + 18 * number
    parts.append(f'<text x="{WIDTH - RIGHT + 14}" y="{y}" fill="{color}">{escape(line.name)}</text>')
    return parts


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers that enclose both."""
    if not (math.isfinite(low) and math.isfinite(high)):
        low, high = 0.0, 1.0
    if high - low < 1e-9:
        low, high = low - 0.5, high + 0.5
    raw = (high - low) / TICKS
    power = 10 ** math.floor(math.log10(raw))
    step = next(power * each for each in (1, 2, 2.5, 5, 10) if power * each >= raw * 0.999)
    first, last = math.floor(low / step + 1e-6), math.ceil(high / step - 1e-6)
    return [round(step * each, 12) for each in range(first, last + 1)]


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")
