"""Symbols of reservoirs, outlets, fountains and the sluice gate of a closed aqueduct."""

from __future__ import annotations

import math
from typing import Final

from aquaromana.drawing.lettering import initial
from aquaromana.drawing.pencil import circle, element, ellipse, group, line, rect, shape, use
from aquaromana.drawing.theme import EDGE, PATTERNS, WALLS, Theme
from aquaromana.rules.geometry import SIDE_NAMES
from aquaromana.rules.layout import COLOR_NAMES

INSET: Final = 9
"""From the edge of its squares to the wall of a reservoir."""

_SIZES: Final = {"h": (200, 100), "v": (100, 200)}
"""Width and height of a reservoir that lies, and of one that stands."""

REACH: Final = 34
"""How far an outlet reaches into the reservoir's square."""


def basin_symbols(theme: Theme) -> dict[str, str]:
    """Every basin, by its id."""
    symbols = {}
    for color, name in enumerate(COLOR_NAMES):
        for way, size in _SIZES.items():
            drawn = _reservoir(theme, color, way, *size)
            symbols[f"reservoir-{name}-{way}"] = group(drawn, id=f"reservoir-{name}-{way}")
        shut = use("gate") + circle(0, 0.4, 4.4, theme.paint(name))
        symbols[f"gate-{name}"] = group(shut, id=f"gate-{name}")
        symbols[f"medal-{name}"] = group(_medal(theme, color), id=f"medal-{name}")
    for side, name in enumerate(SIDE_NAMES):
        turned = element("use", href="#outlet", transform=f"rotate({side * 90} 50 50)" if side else None)
        symbols[f"outlet-{name}"] = group(turned, id=f"outlet-{name}")
    for way, size in _SIZES.items():
        symbols[f"rim-{way}"] = group(_rim(theme, *size), id=f"rim-{way}")
        symbols[f"pool-{way}"] = group(_pool(theme, *size), id=f"pool-{way}")
    symbols["outlet"] = group(_outlet(theme), id="outlet")
    symbols["gate"] = group(_gate(theme), id="gate")
    symbols["medal"] = group(_stone(theme), id="medal")
    symbols["fountain"] = group(_fountain(theme), id="fountain")
    return symbols


def _reservoir(theme: Theme, color: int, way: str, width: int, height: int) -> str:
    """Between rim and water there is a mosaic in the player's color and pattern."""
    paint = theme.paint
    name = COLOR_NAMES[color]
    w, h = width - 2 * INSET, height - 2 * INSET
    return "".join(
        (
            use(f"rim-{way}"),
            rect(INSET + 8.2, INSET + 8.2, w - 16.4, h - 16.4, paint(f"{name}-dark"), 13),
            rect(INSET + 9, INSET + 9, w - 18, h - 18, paint("edge"), 12.4),
            rect(
                *(INSET + 13, INSET + 13, w - 26, h - 26, "none", 9.4),
                stroke=paint(name),
                stroke_width=7.4,
                stroke_dasharray=PATTERNS[color] or None,
            ),
            use(f"pool-{way}"),
            use(f"medal-{name}", width / 2, height / 2),
        )
    )


def _rim(theme: Theme, width: int, height: int) -> str:
    paint = theme.paint
    w, h = width - 2 * INSET, height - 2 * INSET
    return "".join(
        (
            rect(INSET + 9, INSET + 11, w, h, paint("shadow"), 20, opacity=0.2),
            rect(INSET + 6, INSET + 8, w, h, paint("shadow"), 20, opacity=0.22),
            rect(INSET + 4, INSET + 6, w, h, paint("facade-dark"), 19),
            rect(INSET - 0.8, INSET - 0.8, w + 1.6, h + 1.6, paint("wall-line"), 19),
            rect(INSET, INSET, w, h, paint("wall-light"), 18),
            rect(INSET + 1.6, INSET + 1.8, w - 2, h - 2.2, paint("wall"), 17),
            _blocks(theme, INSET, w, h),
        )
    )


def _pool(theme: Theme, width: int, height: int) -> str:
    paint = theme.paint
    w, h = width - 2 * INSET, height - 2 * INSET
    return "".join(
        (
            rect(INSET + 17, INSET + 17, w - 34, h - 34, paint("wall-line"), 7),
            rect(INSET + 18, INSET + 18, w - 36, h - 36, paint("water-deep"), 6),
            rect(INSET + 21, INSET + 22.5, w - 39.5, h - 41, paint("water"), 5),
            _ripples(theme, width, height),
        )
    )


def _medal(theme: Theme, color: int) -> str:
    """The letter of a color on a round stone; its middle is at 0, 0."""
    paint = theme.paint
    name = COLOR_NAMES[color]
    return (
        use("medal")
        + circle(0, 0, 17, paint(name), stroke=paint(f"{name}-dark"), stroke_width=1.2)
        + initial(theme.letters[color], 9, 18, paint(f"{name}-ink"), weight=1.15)
    )


def _stone(theme: Theme) -> str:
    paint = theme.paint
    return circle(1.6, 2.2, 21, paint("shadow"), opacity=0.3) + circle(
        0, 0, 20.5, paint("wall-light"), stroke=paint("wall-line"), stroke_width=1.2
    )


def _blocks(theme: Theme, inset: float, w: float, h: float) -> str:
    """The joints between the stones of the rim."""
    far_x, far_y = inset + w, inset + h
    marks = [f"M{inset + x} {inset}v8M{inset + x} {far_y}v-8" for x in range(20, int(w) - 10, 13)]
    marks += [f"M{inset} {inset + y}h8M{far_x} {inset + y}h-8" for y in range(20, int(h) - 10, 13)]
    return line("".join(marks), theme.paint("joint"), 1.2)


def _ripples(theme: Theme, width: int, height: int) -> str:
    """Light on the water, on both sides of the letter."""
    along = width > height
    waves = []
    for share, shift in ((0.2, -6), (0.24, 9), (0.77, -9), (0.8, 6)):
        x, y = (width * share, height / 2 + shift) if along else (width / 2 + shift, height * share)
        waves.append(f"M{x - 12:.1f} {y:.1f}q4 -4 8 0t8 0t8 0")
    return line("".join(waves), theme.paint("water-light"), 1.8, stroke_linecap="round", opacity=0.75)


def _outlet(theme: Theme) -> str:
    """An outlet to the north: a short channel through the rim."""
    paint = theme.paint
    left, right = 50 - WALLS / 2, 50 + WALLS / 2
    return "".join(
        (
            rect(left - 0.8, -1, WALLS + 1.6, INSET + 14, paint("wall-line"), 2),
            rect(left, -1, WALLS, INSET + 13, paint("wall-light"), 1.6),
            rect(left + 1, 0, WALLS - 1.4, INSET + 12, paint("wall"), 1.6),
            line(f"M{left} 7H{right}M{left} 15H{right}", paint("joint"), 1.1),
            rect(50 - EDGE / 2 - 0.7, -1, EDGE + 1.4, REACH - 3, paint("wall-line")),
            rect(50 - EDGE / 2, -1, EDGE, REACH, paint("bed-dark")),
        )
    )


def _gate(theme: Theme) -> str:
    """A sluice gate across a channel that leaves to the north; its middle is at 0, 0."""
    paint = theme.paint
    half = WALLS / 2
    return "".join(
        (
            rect(-half + 2, -1, WALLS + 2, 12, paint("shadow"), 2, opacity=0.3),
            rect(-half + 3, -4.5, WALLS - 6, 10, paint("wood"), 1.5, stroke=paint("arch"), stroke_width=1),
            line(f"M{-half + 5} -1.6H{half - 5}M{-half + 5} 2H{half - 5}", paint("wood-light"), 1.3),
            *(
                rect(x - 4.6, -7, 9.2, 14.6, paint("wall-line"), 2)
                + rect(x - 3.6, -6, 6.6, 12, paint("wall-light"), 1.4)
                for x in (-half + 2, half - 2)
            ),
            circle(0, 0.4, 6.4, paint("wall-light"), stroke=paint("arch"), stroke_width=1),
        )
    )


def _fountain(theme: Theme) -> str:
    """A fountain from above: round basin, bowl, and eight jets; its middle is at 0, 0."""
    paint = theme.paint
    joints = "".join(
        f"M{36 * math.cos(turn):.1f} {36 * math.sin(turn):.1f}L{43 * math.cos(turn):.1f} {43 * math.sin(turn):.1f}"
        for turn in (math.tau * step / 20 for step in range(20))
    )
    jets = ""
    drops = ""
    for step in range(8):
        turn = math.tau * (step + 0.5) / 8
        c, s = math.cos(turn), math.sin(turn)
        jets += f"M{5 * c:.1f} {5 * s:.1f}Q{15 * c:.1f} {15 * s - 11:.1f} {24 * c:.1f} {24 * s - 1:.1f}"
        drops += f"M{25 * c:.1f} {25 * s:.1f}h0"
    return "".join(
        (
            circle(4, 5.5, 43.5, paint("shadow"), opacity=0.3),
            circle(0, 0, 43.6, paint("wall-line")),
            circle(0, 0, 42.6, paint("wall-light")),
            circle(0.7, 0.9, 41.6, paint("wall")),
            line(joints, paint("joint"), 1.3),
            circle(0, 0, 35.6, paint("wall-line")),
            circle(0, 0, 34.6, paint("water-deep")),
            circle(1.6, 2, 32.4, paint("water")),
            circle(0, 0, 26.5, "none", stroke=paint("water-light"), stroke_width=1.4, opacity=0.55),
            circle(0, 0, 19.5, "none", stroke=paint("water-light"), stroke_width=1.2, opacity=0.4),
            ellipse(2.5, 3.5, 13, 12.4, paint("shadow"), opacity=0.3),
            circle(0, 0, 11.5, paint("wall-light"), stroke=paint("wall-line"), stroke_width=1.3),
            circle(0.6, 0.8, 7.6, paint("water"), stroke=paint("joint"), stroke_width=1.2),
            line(jets, paint("water-light"), 2.1, stroke_linecap="round"),
            line(drops, paint("water-light"), 4.4, stroke_linecap="round"),
            circle(0, -0.6, 3, paint("wall-light")),
            shape("M-31 -14A34 34 0 0 1 -12 -32L-11 -29.6A31 31 0 0 0 -28.6 -13Z", paint("water-light"), opacity=0.35),
        )
    )
