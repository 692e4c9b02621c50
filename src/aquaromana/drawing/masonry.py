"""Symbols of tiles: an aqueduct seen from above and slightly from the lower right, lit from the upper left.

Every face is built from the middle lines of its channels, by strokes that lie on each other: the shadow on the
ground, the façade with its arches (seen only on the sides away from the light), the walls, the bed. The upper channel
of a bridge is a symbol of its own, since the lower channel's water runs between the two.
"""

from __future__ import annotations

import math
from typing import Final

from aquaromana.drawing.path_data import tight
from aquaromana.drawing.pencil import Attributes, element, group, line, number, oval, rect, shape, traced, use
from aquaromana.drawing.places import MIDDLES, Point, channel, channel_length
from aquaromana.drawing.theme import EDGE, WALLS, Theme
from aquaromana.rules.geometry import EAST, NORTH, SIDE_NAMES, SOUTH, WEST
from aquaromana.rules.tiles import BRIDGE, CHANNELS, FACE_NAMES, FACES

DEPTH: Final = (5.5, 11.5)
"""The offset of the foot of a wall to the lower right of its top."""

_STONES: Final = (
    ((14, 84, 3.4), (87, 12, 2.6), (11, 15, 2.2), (88, 89, 3), (24, 92, 1.8), (93, 78, 1.7), (8, 26, 1.4)),
    ((88, 14, 3.2), (12, 88, 2.4), (90, 84, 2.8), (9, 9, 1.8), (79, 8, 1.6), (18, 10, 2.6), (92, 25, 1.3)),
    ((10, 14, 3), (90, 90, 3.4), (13, 92, 2), (91, 9, 2.2), (22, 8, 1.5), (80, 93, 1.8), (7, 80, 1.9)),
)
"""Stones in the ground of a tile: tiles differ by them."""

PLATES: Final = tuple(f"plate-{index + 1}" for index in range(len(_STONES)))


def face_symbols(theme: Theme) -> dict[str, str]:
    """The faces without their plate, the deck of the bridge, plates, and whole tiles for the stock."""
    symbols: dict[str, str] = {}
    for a, b in sorted({pair for face in FACES for pair in CHANNELS[face]}):
        symbols |= _parts(a, b, theme)
    for face in FACES:
        lower = ((EAST, WEST),) if face == BRIDGE else CHANNELS[face]
        symbols[f"face-{FACE_NAMES[face]}"] = _symbol(f"face-{FACE_NAMES[face]}", _works(lower))
    for name, a, b in (("over-ns", NORTH, SOUTH), ("over-sn", SOUTH, NORTH)):
        symbols[name] = element("path", d=tight(channel(a, b)), id=name)
    symbols["deck"] = _symbol("deck", _deck(theme))
    edge = rect(1, 1, 98, 98, theme.paint("plate-dark"), 6) + rect(1, 1, 96.6, 96.4, theme.paint("plate-light"), 6)
    symbols["plate-edge"] = group(edge, id="plate-edge")
    for name, stones in zip(PLATES, _STONES, strict=True):
        symbols[name] = group(_plate(theme, stones, printed=False), id=name)
    symbols["plate-printed"] = group(_plate(theme, _STONES[0], printed=True), id="plate-printed")
    symbols["plate-shadow"] = group(
        rect(4, 5, 98, 98, theme.paint("shadow"), 7, opacity=0.16)
        + rect(3, 3.5, 96.5, 97, theme.paint("shadow"), 6, opacity=0.2),
        id="plate-shadow",
    )
    for face in FACES:
        name = FACE_NAMES[face]
        parts = use(PLATES[0]) + use(f"face-{name}") + (use("deck") if face == BRIDGE else "")
        symbols[f"tile-{name}"] = group(parts, id=f"tile-{name}")
    return symbols


def _symbol(name: str, content: str) -> str:
    """A group that shows nothing outside its square."""
    return group(content, id=name, clip_path="url(#clip-square)")


def clip_square() -> str:
    """What the faces are clipped by."""
    return element("clipPath", element("rect", width=100, height=100), id="clip-square")


def _plate(theme: Theme, stones: tuple[tuple[float, float, float], ...], *, printed: bool) -> str:
    paint = theme.paint
    specks = "".join(oval(x, y, r, r) for x, y, r in stones)
    lights = "".join(oval(x - 0.6, y - 0.7, r * 0.55, r * 0.55) for x, y, r in stones[:4])
    parts = [
        use("plate-edge"),
        rect(2.4, 2.4, 95.2, 95, paint("plate-printed" if printed else "plate"), 5),
        shape(specks, paint("speck")),
        shape(lights, paint("plate-light"), opacity=0.7),
    ]
    if printed:
        parts.append(rect(6, 6, 88, 88, "none", 3, stroke=paint("speck"), stroke_width=1.6))
    return "".join(parts)


def _works(channels: tuple[tuple[int, int], ...]) -> str:
    """All channels of a face, layer by layer."""
    return "".join(use(f"{part}-{_way(a, b)}") for part in ("shade", "front", "crown") for a, b in channels)


def _way(a: int, b: int) -> str:
    """The name of a channel from side to side."""
    return "".join(SIDE_NAMES[side] for side in sorted((a, b)))


def _parts(a: int, b: int, theme: Theme) -> dict[str, str]:
    """The layers of a channel: its shadow on the ground, the façade with its arches, and walls and bed."""
    paint = theme.paint
    way = _way(a, b)
    block = channel_length(a, b) / (10 if a ^ b == 2 else 8)
    middle = f"middle-{way}"
    shade = traced(middle, paint("shadow"), WALLS + 3, 12, 15, opacity=0.2)
    shade += traced(middle, paint("shadow"), WALLS, 8, 13, opacity=0.2)
    (dx, dy) = DEPTH
    front = traced(middle, paint("facade-dark"), WALLS, dx * 1.04, dy * 1.04)
    front += "".join(traced(middle, paint("facade"), WALLS, dx * share, dy * share) for share in (0.94, 0.65, 0.35))
    crown = (
        traced(middle, paint("wall-line"), WALLS + 1.6)
        + traced(middle, paint("wall-light"), WALLS - 0.6)
        + traced(middle, paint("wall"), WALLS - 2.8, 0.9, 1.1)
        + traced(
            *(middle, paint("joint"), WALLS - 1),
            stroke_dasharray=f"1.1 {block - 1.1:.3f}",
            stroke_dashoffset=f"{-block / 2:.3f}",
        )
        + traced(middle, paint("wall-line"), EDGE + 1.4)
        + traced(middle, paint("bed-dark"), EDGE)
        + traced(middle, paint("bed"), EDGE - 6, 2, 2.4)
    )
    return {
        middle: element("path", d=tight(channel(a, b, reach=block), 2), id=middle),
        f"shade-{way}": group(shade, id=f"shade-{way}", fill="none"),
        f"front-{way}": group(group(front, fill="none") + _arcade(a, b, theme), id=f"front-{way}"),
        f"crown-{way}": group(crown, id=f"crown-{way}", fill="none"),
    }


def _arcade(a: int, b: int, theme: Theme) -> str:
    """The arches on the sides of a channel that are turned away from the light."""
    (ax, ay), (bx, by) = MIDDLES[a], MIDDLES[b]
    straight = a ^ b == 2
    cx, cy = ax + bx - 50, ay + by - 50
    arches = []
    for outside in (1, -1):
        offset = outside * WALLS / 2
        count = 8 if straight else 9 if outside > 0 else 4
        for step in range(count):
            share = (step + 0.5) / count
            if straight:
                x, y = ax + (bx - ax) * share, ay + (by - ay) * share
                nx, ny = (abs(by - ay) / 100 * outside, abs(bx - ax) / 100 * outside)
                width = 100 / count
            else:
                turn = math.pi / 2 * share
                nx = ((ax - cx) * math.cos(turn) + (bx - cx) * math.sin(turn)) / 50
                ny = ((ay - cy) * math.cos(turn) + (by - cy) * math.sin(turn)) / 50
                x, y = cx + nx * 50, cy + ny * 50
                nx, ny = nx * outside, ny * outside
                width = math.pi / 2 * (50 + offset) / count
            if nx * DEPTH[0] + ny * DEPTH[1] > 1:
                arches.append(_arch(x + nx * WALLS / 2, y + ny * WALLS / 2, (-ny, nx), width * 0.31))
    rim: Attributes = {"stroke": theme.paint("facade-light"), "stroke_width": 1.1}
    return shape("".join(arches), theme.paint("arch"), **rim)


def _arch(x: float, y: float, along: Point, half: float) -> str:
    """An opening in the façade under the point x, y of the wall's edge."""
    (tx, ty), (dx, dy) = along, DEPTH

    def at(side: float, down: float) -> str:
        return f"{number(x + tx * half * side + dx * down)} {number(y + ty * half * side + dy * down)}"

    return f"M{at(-1, 1.02)}L{at(-1, 0.6)}C{at(-1, 0.22)} {at(1, 0.22)} {at(1, 0.6)}L{at(1, 1.02)}Z"


def _deck(theme: Theme) -> str:
    """The upper channel of a bridge, north to south: higher than everything, on a great arch."""
    paint = theme.paint
    half = WALLS / 2 + 4
    left, right = 50 - half, 50 + half
    outline = (
        f"M{50 - WALLS / 2} -4V3Q{left} 5 {left} 14V86Q{left} 95 {50 - WALLS / 2} 97V104"
        f"H{50 + WALLS / 2}V97Q{right} 95 {right} 86V14Q{right} 5 {50 + WALLS / 2} 3V-4Z"
    )
    middle = channel(NORTH, SOUTH, reach=10)
    parts = [
        # Its shadow falls far over the lower channel and on the ground.
        shape(f"M{right - 6} 8L{right + 23} 22V104H{right - 6}Z", paint("shadow"), opacity=0.2),
        shape(f"M{right - 6} 10L{right + 17} 23V100H{right - 6}Z", paint("shadow"), opacity=0.28),
        shape(f"M{left + 2} 27H{left - 7}V73H{left + 2}Z", paint("shadow"), opacity=0.22),
        # The side away from the light, with the arch that the lower channel comes out of.
        shape(f"M{right - 2} 5L{right + 10} 18V104H{right - 2}Z", paint("facade-dark")),
        shape(f"M{right - 2} 5L{right + 7} 14V104H{right - 2}Z", paint("facade")),
        shape(f"M{right - 3} 28H{right + 3}Q{right + 12} 32 {right + 12} 50V80H{right - 3}Z", paint("wall-line")),
        shape(f"M{right - 3} 31H{right + 2}Q{right + 9} 35 {right + 9} 52V78H{right - 3}Z", paint("arch")),
        shape(outline, paint("wall-line"), stroke=paint("wall-line"), stroke_width=1.8),
        shape(outline, paint("wall-light")),
        shape(
            outline, paint("deck"), transform="translate(1.3 1.3) translate(50 50) scale(0.965 1) translate(-50 -50)"
        ),
        line(middle, paint("joint"), 2 * half - 3, stroke_dasharray="1.1 8.9", stroke_dashoffset="-5"),
        # Parapets: a raised course of stone along both sides.
        *(
            rect(x, -3, 4.6, 106, paint("wall-line"), 1.5) + rect(x + 0.7, -3, 2.4, 106, paint("wall-light"), 1)
            for x in (left + 1.2, right - 5.8)
        ),
        line(middle, paint("wall-line"), EDGE + 1.8),
        line(middle, paint("bed-dark"), EDGE),
        line(middle, paint("bed"), EDGE - 6, transform="translate(2 0)"),
    ]
    return "".join(parts)
