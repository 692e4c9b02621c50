"""The podiums 1 to 20 as a staircase, with the workmen on them and a drop for each one who would get there now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aquaromana.drawing.lettering import Lettering, initial, write_all
from aquaromana.drawing.path_data import tight
from aquaromana.drawing.pencil import Attributes, boxes, circle, element, group, line, rect, shape, traced, use
from aquaromana.drawing.places import Box
from aquaromana.drawing.theme import Theme
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.position import PODIUM_ROOM, Position
from aquaromana.rules.scoring import score_sheet
from aquaromana.rules.turn import podium_for

LOWEST: Final = 66
RISE: Final = 4.1
WIDE: Final = 1.6
"""How much wider a podium for two is."""

DROP_WIDTH: Final = 17
WREATH: Final = 18
"""Half of what a wreath needs."""

DROP: Final = "M0 -11C5.4 -4 8 -0.4 8 3A8 8 0 0 1 -8 3C-8 -0.4 -5.4 -4 0 -11Z"


def coming(position: Position) -> dict[int, list[int]]:
    """For each podium the colors of the open aqueducts that would get it if they were closed now."""
    found: dict[int, list[int]] = {}
    for aqueduct, color in enumerate(position.layout.colors):
        if position.on_board >> aqueduct & 1:
            value = podium_for(position, position.lengths[aqueduct])
            if value:
                found.setdefault(value, []).append(color)
    return found


def stairs(position: Position, theme: Theme, width: float, bottom: float) -> str:
    """The staircase from 0 to `width`, standing on `bottom`."""
    unit = width / sum(WIDE if room > 1 else 1 for room in PODIUM_ROOM[1:])
    bonuses = {line.podium: line.bonus for line in score_sheet(position)}
    waiting = coming(position)
    steps: list[Box] = []
    people: list[str] = []
    letters = Lettering()
    x = 0.0
    for value in range(1, len(PODIUM_ROOM)):
        wide = unit * (WIDE if PODIUM_ROOM[value] > 1 else 1)
        height = LOWEST + RISE * value
        top = bottom - height
        steps.append((x, top, wide, height))
        standing = position.podiums[value]
        for place, color in enumerate(standing):
            at = x + wide * (place + 1) / (len(standing) + 1)
            people.append(use(f"workman-{COLOR_NAMES[color]}", round(at, 1), round(top + 4, 1), data_podium=str(value)))
        comers = sorted(waiting.get(value, ()))
        bonus = bonuses.get(value)
        if bonus:
            at = x + (WREATH if comers else wide / 2)  # beside drops it stands at the left
            people.append(use("bonus", round(at, 1), round(bottom - 18, 1)))
            letters.add(f"+{bonus}", at, bottom - 13, 10, theme.paint("sign-ink"), weight=1.2)
        people += _drops(comers, x + (2 * WREATH if bonus else 2), x + wide - 2, top + 53)
        x += wide
    ground = rect(-4, bottom - 3, width + 12, 9, theme.paint("shadow"), 4, opacity=0.18)
    return group(ground + _masonry(theme, steps)) + group(people) + letters.drawn()


def _drops(colors: Sequence[int], left: float, right: float, y: float) -> list[str]:
    """Drops side by side, none over another: where there is no room for all of them, one for each color."""
    tight = len(colors) * DROP_WIDTH > right - left
    shown = sorted(set(colors)) if tight else colors
    pitch = min(21.0, (right - left) / max(len(shown), 1))
    scale = min(1.0, pitch / DROP_WIDTH)
    drawn = []
    for place, color in enumerate(shown):
        x = (left + right) / 2 + (place - (len(shown) - 1) / 2) * pitch
        drop = f"drop-{COLOR_NAMES[color]}"
        if tight and colors.count(color) > 1:
            drawn.append(use(drop, round(x + 2.6 * scale, 1), round(y - 3.4 * scale, 1), scale))
        drawn.append(use(drop, round(x, 1), round(y, 1), scale))
    return drawn


def _masonry(theme: Theme, steps: Sequence[Box]) -> str:
    """The podiums, layer by layer: stones, edges, seams and numbers."""
    paint = theme.paint
    corners = tops = lights = shades = seams = joints = ""
    for value, (x, top, width, height) in enumerate(steps, 1):
        right, low = x + width, top + height
        corners += f"M{x:.1f} {top + RISE:.1f}V{top:.1f}H{right:.1f}"
        tops += f"M{x:.1f} {top + 9.6:.1f}H{right:.1f}"
        lights += f"M{x + 1:.1f} {top:.1f}V{low:.1f}"
        shades += f"M{right - 0.6:.1f} {top:.1f}V{low:.1f}"
        if height > 84:
            seams += f"M{x:.1f} {low - (30 if value % 2 else 38):.1f}H{right:.1f}"
        if PODIUM_ROOM[value] > 1:
            joints += f"M{x + width / 2:.1f} {top:.1f}v9"
    shared = [(x + 5, top + 11, width - 10, 3.6) for x, top, width, _ in _shared(steps)]
    numbers = [(str(value), x + width / 2, top + 34) for value, (x, top, width, _) in enumerate(steps, 1)]
    return "".join(
        (
            shape(boxes(steps), paint("slab")),
            shape(boxes((x, top, width, 9) for x, top, width, _ in steps), paint("slab-light")),
            element("defs", element("path", d=tight(shades), id="risers", fill="none")),
            traced("risers", paint("slab-dark"), 2, -0.4),
            traced("risers", paint("mortar"), 1.4),
            line(tops, paint("mortar"), 1.4),
            line(corners, paint("wall-line"), 1.8),
            line(lights, paint("slab-light"), 1.6),
            line(seams, paint("mortar"), 1, opacity=0.45),
            *(rect(*box, paint("frame"), 1.8) for box in shared),
            line(joints, paint("mortar"), 1.6),
            write_all(numbers, 16.5, paint("slab-ink"), anchor="middle", weight=1.05),
        )
    )


def _shared(steps: Sequence[Box]) -> list[Box]:
    """The podiums for two."""
    return [step for value, step in enumerate(steps, 1) if PODIUM_ROOM[value] > 1]


def stairs_symbols(theme: Theme) -> dict[str, str]:
    """A drop of each color, and the laurel wreath around what the end of the game would add."""
    paint = theme.paint
    pen: Attributes = {"stroke": paint("laurel"), "stroke_width": 3.6, "stroke_dasharray": "4.4 1.2"}
    symbols = {"bonus": circle(0, 0, 13.5, paint("sign"), id="bonus", **pen)}
    for color, name in enumerate(COLOR_NAMES):
        letter = initial(theme.letters[color], 6.6, 8.4, paint(f"{name}-ink"), weight=1.3)
        drawn = shape(DROP, paint(name), stroke=paint(f"{name}-dark"), stroke_width=1.2) + letter
        symbols[f"drop-{name}"] = group(drawn, id=f"drop-{name}")
    return symbols
