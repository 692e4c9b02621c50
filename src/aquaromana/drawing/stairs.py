"""The podiums 1 to 20 as a staircase, with the workmen on them and a drop for each one who would get there now."""

from __future__ import annotations

from typing import Final

from aquaromana.drawing.lettering import write
from aquaromana.drawing.pencil import circle, element, group, line, rect, shape, use
from aquaromana.drawing.theme import Theme
from aquaromana.rules.layout import COLOR_LETTERS, COLOR_NAMES
from aquaromana.rules.position import PODIUM_ROOM, Position
from aquaromana.rules.scoring import score_sheet
from aquaromana.rules.turn import podium_for

LOWEST: Final = 66
RISE: Final = 4.1
WIDE: Final = 1.6
"""How much wider a podium for two is."""

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
    paint = theme.paint
    unit = width / sum(WIDE if room > 1 else 1 for room in PODIUM_ROOM[1:])
    bonuses = {line.podium: line.bonus for line in score_sheet(position)}
    waiting = coming(position)
    steps: list[str] = [rect(-4, bottom - 3, width + 12, 9, paint("shadow"), 4, opacity=0.18)]
    people: list[str] = []
    x = 0.0
    for value in range(1, len(PODIUM_ROOM)):
        wide = unit * (WIDE if PODIUM_ROOM[value] > 1 else 1)
        height = LOWEST + RISE * value
        top = bottom - height
        steps.append(_step(theme, x, top, wide, height, value))
        standing = position.podiums[value]
        for place, color in enumerate(standing):
            at = x + wide * (place + 1) / (len(standing) + 1)
            people.append(use(f"workman-{COLOR_NAMES[color]}", round(at, 1), round(top + 4, 1), data_podium=str(value)))
        comers = sorted(waiting.get(value, ()))
        shift = wide * 0.2 if comers and bonuses.get(value) else 0.0
        if bonuses.get(value):
            people.append(_bonus(theme, x + wide / 2 - shift, bottom - 18, bonuses[value]))
        pitch = min(21.0, (wide - 24 - 3 * shift) / max(len(comers) - 1, 1))
        for place, color in enumerate(comers):
            people.append(_drop(theme, x + wide / 2 + shift + (place - (len(comers) - 1) / 2) * pitch, top + 53, color))
        x += wide
    return group(steps) + group(people)


def _step(theme: Theme, x: float, top: float, width: float, height: float, value: int) -> str:
    paint = theme.paint
    right = x + width
    seam = top + height - 30 if value % 2 else top + height - 38
    parts = [
        rect(x, top, width, height, paint("slab-dark")),
        rect(x, top, width - 2, height, paint("slab")),
        rect(x, top, width, 9, paint("slab-light")),
        line(f"M{x:.1f} {top + RISE:.1f}V{top:.1f}H{right:.1f}", paint("wall-line"), 1.8),
        line(f"M{x:.1f} {top + 9.6:.1f}H{right:.1f}", paint("mortar"), 1.4),
        line(f"M{x + 1:.1f} {top:.1f}V{top + height:.1f}", paint("slab-light"), 1.6),
        line(f"M{right - 0.6:.1f} {top:.1f}V{top + height:.1f}", paint("mortar"), 1.4),
        line(f"M{x:.1f} {seam:.1f}H{right:.1f}", paint("mortar"), 1, opacity=0.45) if height > 84 else "",
        write(str(value), x + width / 2, top + 34, 16.5, paint("slab-ink"), anchor="middle", weight=1.05),
    ]
    if PODIUM_ROOM[value] > 1:
        parts.append(rect(x + 5, top + 11, width - 10, 3.6, paint("frame"), 1.8))
        parts.append(line(f"M{x + width / 2:.1f} {top:.1f}v9", paint("mortar"), 1.6))
    return group(parts, data_podium=str(value))


def _bonus(theme: Theme, x: float, y: float, bonus: int) -> str:
    """A laurel wreath around what the end of the game would add."""
    return element(
        "g",
        circle(
            0, 0, 13.5, theme.paint("sign"), stroke=theme.paint("laurel"), stroke_width=3.6, stroke_dasharray="4.4 1.2"
        )
        + write(f"+{bonus}", 0, 5, 10, theme.paint("sign-ink"), anchor="middle", weight=1.2),
        transform=f"translate({x:.1f} {y:.1f})",
    )


def _drop(theme: Theme, x: float, y: float, color: int) -> str:
    name = COLOR_NAMES[color]
    return element(
        "g",
        shape(DROP, theme.paint(name), stroke=theme.paint(f"{name}-dark"), stroke_width=1.2)
        + write(COLOR_LETTERS[color], 0, 6.6, 8.4, theme.paint(f"{name}-ink"), anchor="middle", weight=1.3),
        transform=f"translate({x:.1f} {y:.1f})",
        data_coming=name,
    )
