"""The curves of a game: every seat's share of the win as stacked areas, and expected points as lines, as one SVG."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final
from xml.sax.saxutils import escape

from aquaromana.analysis.catalogues import catalogue
from aquaromana.analysis.judge import Grade
from aquaromana.analysis.review.values import Review
from aquaromana.drawing.theme import DARK, LIGHT, PATTERNS, Theme
from aquaromana.rules.layout import COLOR_NAMES, SEAT_COLORS

WIDTH: Final = 760
LEFT, RIGHT = 48, 16
TOP, SHARES, GAP, POINTS, BOTTOM = 64, 200, 44, 130, 40
LETTER: Final = 7.2
"""About the width of a letter."""
HATCH: Final = ("", "M0 8L8 0", "M0 4H8", "M4 0V8")
"""A pattern for each seat, so that nothing depends on color."""


def curves_svg(review: Review, names: Sequence[str], *, language: str = "en") -> str:
    """The curves of a review, readable on light and dark pages."""
    words = {key: str(text) for key, text in catalogue(language, "review").items()}
    left, right = LEFT, WIDTH - RIGHT
    count = max(review.total, 1)
    rows = [review.start, *(turn.played.shares for turn in review.turns)]
    first = review.total - len(review.turns)
    height = TOP + SHARES + GAP + POINTS + BOTTOM

    def x(index: float) -> float:
        return left + (right - left) * index / count

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        f"<title>{escape(words['curves'])}</title>",
        f"<style>{_style(review.players)}</style>",
        _patterns(review.players),
        f'<text class="title" x="8" y="22">{escape(words["curves"])}</text>',
        _legend(names),
    ]
    for level in (0, 25, 50, 75, 100):
        y = TOP + SHARES * (1 - level / 100)
        parts += [
            f'<line class="grid" x1="{left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<text class="soft" x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{level} %</text>',
        ]
    below = [0.0] * len(rows)
    for seat in range(review.players):
        above = [low + row[seat] for low, row in zip(below, rows, strict=True)]
        upper = [(x(first + at), TOP + SHARES * (1 - value)) for at, value in enumerate(above)]
        lower = [(x(first + at), TOP + SHARES * (1 - value)) for at, value in enumerate(below)]
        points = " ".join(f"{px:.1f},{py:.1f}" for px, py in [*upper, *reversed(lower)])
        parts.append(f'<polygon class="seat{seat}" points="{points}"/>')
        if HATCH[seat]:
            parts.append(f'<polygon fill="url(#hatch{seat})" points="{points}"/>')
        below = above
    parts += _marks(review, x)
    parts += _points(review, x, first)
    base = TOP + SHARES + GAP + POINTS
    parts.append(f'<text class="soft" x="{right}" y="{base + 30}" text-anchor="end">{escape(words["axis"])}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _marks(review: Review, x: Callable[[float], float]) -> list[str]:
    """Turns from mistakes on, as triangles below the areas, and the line from which the win was certain."""
    parts = []
    for turn in review.turns:
        if turn.counted and turn.grade.rank >= Grade.MISTAKE.rank:
            at, y = x(turn.index + 1), TOP + SHARES + 6
            size = 7 if turn.grade is Grade.BLUNDER else 5
            parts.append(f'<path class="mark seat{turn.seat}" d="M{at:.1f},{y}l{size},{size + 3}h{-2 * size}z"/>')
    if review.decided is not None:
        at = x(review.decided + 1)
        parts.append(f'<line class="decided" x1="{at:.1f}" x2="{at:.1f}" y1="{TOP - 6}" y2="{TOP + SHARES}"/>')
    return parts


def _points(review: Review, x: Callable[[float], float], first: int) -> list[str]:
    """Expected points of every seat."""
    rows = [turn.played.points for turn in review.turns]
    if not rows:
        return []
    most = max(10.0, *(max(row) for row in rows))
    top, bottom = TOP + SHARES + GAP, TOP + SHARES + GAP + POINTS
    parts = []
    step = 10 if most <= 60 else 20
    for level in range(0, int(most) + 1, step):
        y = bottom - (bottom - top) * level / most
        parts += [
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>',
            f'<text class="soft" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{level}</text>',
        ]
    for seat in range(review.players):
        line = " ".join(
            f"{x(first + at + 1):.1f},{bottom - (bottom - top) * row[seat] / most:.1f}" for at, row in enumerate(rows)
        )
        parts.append(f'<polyline class="line{seat}" points="{line}"/>')
    return parts


def _legend(names: Sequence[str]) -> str:
    parts, at = [], 8.0
    for seat, name in enumerate(names):
        box = f'x="{at:.0f}" y="34" width="16" height="12"'
        parts.append(f'<rect class="seat{seat}" {box}/>')
        if HATCH[seat]:
            parts.append(f'<rect fill="url(#hatch{seat})" {box}/>')
        parts.append(f'<text class="soft" x="{at + 22:.0f}" y="45">{escape(name)}</text>')
        at += 46 + LETTER * len(name)
    return "".join(parts)


def _patterns(players: int) -> str:
    marks = [
        f'<pattern id="hatch{seat}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<path class="hatch" d="{HATCH[seat]}"/></pattern>'
        for seat in range(players)
        if HATCH[seat]
    ]
    return f"<defs>{''.join(marks)}</defs>"


def _style(players: int) -> str:
    common = [
        "text { font: 13px system-ui, sans-serif; } .title { font-weight: 600; font-size: 15px; }",
        "polyline { fill: none; stroke-width: 2.5; } .hatch { fill: none; stroke-width: 1; opacity: .35; }",
        ".decided { stroke-width: 2; stroke-dasharray: 3 3; }",
        *(f".line{seat} {{ stroke-dasharray: {PATTERNS[seat] or 'none'}; }}" for seat in range(players)),
    ]
    dark = f"@media (prefers-color-scheme: dark) {{ {_colors(DARK, players)} }}"
    return "\n".join([*common, _colors(LIGHT, players), dark])


def _colors(theme: Theme, players: int) -> str:
    paint = theme.colors
    rules = [
        f"text {{ fill: {paint['ink']}; }} .soft {{ fill: {paint['ink-soft']}; }}",
        f".grid {{ stroke: {paint['card-line']}; }} .decided, .hatch {{ stroke: {paint['ink']}; }}",
    ]
    for seat in range(players):
        color = paint[COLOR_NAMES[SEAT_COLORS[players][seat][0]]]
        rules.append(f".seat{seat} {{ fill: {color}; }} .line{seat} {{ stroke: {color}; }}")
    return " ".join(rules)
