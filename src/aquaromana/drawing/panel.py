"""The panel beside the board, in signs rather than words: what is asked of whom, a card per seat, reserve and stock."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from aquaromana.drawing.figures import KIND_IDS, star
from aquaromana.drawing.lettering import Lettering, fitted, text_width, write
from aquaromana.drawing.pencil import Attributes, circle, group, line, moved, number, oval, rect, shape, use
from aquaromana.drawing.places import Box
from aquaromana.drawing.theme import EDGE, PANEL, PATTERNS, WATER, Theme
from aquaromana.rules.layout import COLOR_NAMES, SEAT_COLORS
from aquaromana.rules.position import HAND, Phase, Position
from aquaromana.rules.scoring import places, score_sheet, scores, scores_if_ended
from aquaromana.rules.tiles import BRIDGE, CURVE_ES, DOUBLE_NE, FACE_NAMES, STRAIGHT_NS, TILE_KINDS, Kind
from aquaromana.rules.turn import podium_for

HEADER: Final = 136
STORES: Final = 262
SPACE: Final = 14
CHIP: Final = 74
"""Height of the sign of one aqueduct."""
STACK: Final = 4
"""The most tiles that are seen under another."""
_PIPE: Final = f"M26 6V{CHIP - 6}"
STOCK_FACES: Final = dict(zip(TILE_KINDS, (CURVE_ES, DOUBLE_NE, STRAIGHT_NS, BRIDGE), strict=True))


def panel(
    position: Position, theme: Theme, width: float, height: float, names: Sequence[str] = (), caption: str | None = None
) -> str:
    """The whole panel, from 0, 0."""
    players = position.players
    room = height - HEADER - STORES - SPACE * (players + 1)
    card = room / players
    parts = [_header(position, theme, width, names, caption)]
    letters = Lettering()
    y = float(HEADER + SPACE)
    for seat in range(players):
        name = names[seat] if seat < len(names) else ""
        drawn = _seat(position, theme, seat, (0, y, width, card), name, letters)
        parts.append(group(drawn, id=f"seat-{seat}", transform=f"translate(0 {number(y)})"))
        y += card + SPACE
    parts.append(moved(_stores(position, theme, width, y, letters), 0, y))
    return "".join(parts) + letters.drawn()


def panel_symbols(theme: Theme) -> dict[str, str]:
    """What is repeated on the cards: a channel of each color, the small podiums, stacks of tiles."""
    paint = theme.paint
    low, high = CHIP - 20, 18
    symbols = {
        "pipe-wall": group(_pipe_wall(theme), id="pipe-wall"),
        "pipe-water": group(_pipe_water(theme), id="pipe-water"),
        "podium": group(_block(theme, high), id="podium"),
        "podium-none": group(_block(theme, low), id="podium-none"),
    }
    for count in range(1, STACK + 1):
        name = f"stack-{count}"
        top = rect(0.6, 0.8, 66, 66, paint("plate-dark"), 5) + rect(0, 0, 65, 65, paint("plate-light"), 5)
        under = use(f"stack-{count - 1}") if count > 1 else ""
        symbols[name] = group(under + (moved(top, (count - 1) * 2.4, (1 - count) * 2.8)), id=name)
    for lane in (2, 3):
        width = _chip_width(lane)
        name = f"chip-{width:.0f}"
        pen: Attributes = {"stroke": paint("card-line"), "stroke_width": 1.2, "id": name}
        symbols[name] = rect(0, 0, width, CHIP, paint("page"), 10, **pen)
    for color, name in enumerate(COLOR_NAMES):
        symbols[f"pipe-{name}"] = group(_pipe(theme, color), id=f"pipe-{name}")
    return symbols


def _chip_width(lane: int) -> float:
    """How wide the sign of an aqueduct is, if so many stand in a row."""
    return (PANEL - 48 - 10 * (lane - 1)) / lane


def _block(theme: Theme, top: float) -> str:
    """A small podium."""
    paint = theme.paint
    return rect(-19, top, 38, CHIP - 7 - top, paint("slab"), 2, stroke=paint("mortar"), stroke_width=1.2) + rect(
        -19, top, 38, 7, paint("slab-light"), 2
    )


def _pipe(theme: Theme, color: int) -> str:
    """A short channel with its water."""
    paint = theme.paint
    name = COLOR_NAMES[color]
    return (
        use("pipe-wall")
        + line(_PIPE, paint(name), EDGE + 2, stroke_dasharray=PATTERNS[color] or None)
        + line(_PIPE, paint(f"{name}-dark"), WATER + 2.4)
        + use("pipe-water")
    )


def _pipe_wall(theme: Theme) -> str:
    return line(_PIPE, theme.paint("wall-line"), EDGE + 5.4) + line(_PIPE, theme.paint("edge"), EDGE + 2)


def _pipe_water(theme: Theme) -> str:
    paint = theme.paint
    glint: Attributes = {"stroke_linecap": "round", "stroke_dasharray": "11 8", "stroke_dashoffset": -5}
    return (
        line(_PIPE, paint("water-deep"), WATER)
        + line(_PIPE, paint("water"), WATER - 4, transform="translate(1)")
        + line(_PIPE, paint("water-light"), 2.6, **glint)
    )


def _card(theme: Theme, width: float, height: float, *, active: bool = False) -> str:
    paint = theme.paint
    lines = (
        rect(0, 0, width, height, paint("card-active"), 14, stroke=paint("gold"), stroke_width=4)
        if active
        else rect(0, 0, width, height, paint("card"), 14, stroke=paint("card-line"), stroke_width=1.6)
    )
    return rect(3, 5, width, height, paint("shadow"), 15, opacity=0.14) + lines


def _header(position: Position, theme: Theme, width: float, names: Sequence[str], caption: str | None) -> str:
    """Whose decision it is, and a picture of what is asked."""
    paint = theme.paint
    parts = [_card(theme, width, HEADER, active=position.phase is not Phase.OVER)]
    seats = [position.mover]
    if position.phase is Phase.OVER:
        rank = places(scores(position))
        seats = [seat for seat in range(position.players) if rank[seat] == 1]
    colors = [color for seat in seats for color in SEAT_COLORS[position.players][seat]]
    step = min(50.0, 128 / max(len(colors), 1))
    for place, color in enumerate(colors):
        parts.append(use(f"workman-{COLOR_NAMES[color]}", 52 + place * step, 104, 1.5))
    left = 52 + (len(colors) - 1) * step + 44
    name = ", ".join(names[seat] for seat in seats if seat < len(names) and names[seat])
    sign = _asked(position, theme)
    parts.append(moved(sign, width - 74, HEADER / 2))
    room = width - 132 - left
    if name:
        parts.append(write(fitted(name, 24, room), left, 62 if caption else 80, 24, paint("ink")))
    if caption:
        parts.append(write(fitted(caption, 15, room), left, 94 if name else 76, 15, paint("ink-soft")))
    if not name and not caption:
        parts.append(
            line(
                f"M{left + 6:.1f} {HEADER / 2}H{width - 150}m-12 -9l12 9l-12 9",
                paint("gold"),
                4,
                stroke_linecap="round",
                stroke_linejoin="round",
            )
        )
    return group(parts, id="asked", data_phase=position.phase.name.lower(), data_seat=str(position.mover))


def _asked(position: Position, theme: Theme) -> str:
    """The sign of a phase, about 100 wide, around 0, 0."""
    paint = theme.paint
    phase = position.phase
    arrow = line("M18 -2H42m-10 -9l10 9l-10 9", paint("gold"), 5, stroke_linecap="round", stroke_linejoin="round")
    tile = use(f"tile-{FACE_NAMES[STOCK_FACES[Kind(position.laid)] if position.laid else CURVE_ES]}", -36, -36, 0.72)
    plus = circle(36, 32, 16, paint("gold")) + line("M27 32H45M36 23V41", paint("card"), 5, stroke_linecap="round")
    if phase in (Phase.SETUP, Phase.RESERVE):
        slab = rect(-46, 4, 92, 44, paint("slab"), 7, stroke=paint("mortar"), stroke_width=2)
        return slab + use(f"builder-{KIND_IDS[Kind.CURVE]}", -8, -8) + moved(arrow, 6, 0)
    if phase is Phase.BUILD:
        return tile + plus
    if phase is Phase.EXTRA:
        return use("fountain", -24, -18, 0.62) + moved(tile, 14, 12, 0.85) + moved(plus, 4, 8)
    if phase is Phase.CLOSE:
        bed = line("M0 44V-40", paint("wall-line"), 62) + line("M0 44V-40", paint("wall"), 59)
        flow = line("M0 44V-14", paint("water"), 36) + line("M0 -14V-40", paint("bed"), 36)
        name = COLOR_NAMES[SEAT_COLORS[position.players][position.mover][0]]
        return (
            bed
            + flow
            + use(f"gate-{name}", 0, -14, 1.6)
            + write("?", 46, 44, 30, paint("gold"), anchor="middle", weight=1.3)
        )
    if phase is Phase.CLAIM:
        hand = "M-40 30Q-20 24 -4 34L26 34Q34 34 34 40Q34 48 22 48H-16L-40 50Z"
        return use(f"builder-{KIND_IDS[Kind.JOKER]}", 0, -8, 0.86) + shape(
            hand, paint("skin"), stroke=paint("sign-line"), stroke_width=2, stroke_linejoin="round"
        )
    return _wreath(theme) + shape(star(0, 0, 22), paint("gold"))


def _wreath(theme: Theme) -> str:
    """A laurel wreath, open at the top."""
    leaves = ""
    for side in (-1, 1):
        for step in range(9):
            turn = math.radians(8 + step * 17.5)
            for radius, tilt in ((44, 24), (35, -24)):
                x, y = side * radius * math.sin(turn), radius * math.cos(turn)
                leaves += oval(x, y, 8, 3.4, -side * (math.degrees(turn) + tilt))
    return shape(leaves, theme.paint("laurel"), stroke=theme.paint("leaf-dark"), stroke_width=0.9)


def _seat(position: Position, theme: Theme, seat: int, box: Box, name: str, letters: Lettering) -> str:
    """A seat: colors, name, points now and if the game ended, every aqueduct, builders in hand."""
    paint = theme.paint
    _, top, width, height = box
    over = position.phase is Phase.OVER
    active = seat == position.mover and not over
    colors = SEAT_COLORS[position.players][seat]
    now, final = scores(position)[seat], scores_if_ended(position)[seat]
    parts = [_card(theme, width, height, active=active), _ribbon(theme, colors, height)]
    x = 54.0
    for color in colors:
        parts.append(use(f"workman-{COLOR_NAMES[color]}", x, 62, 0.92))
        x += 38
    points = str(now)
    wide = text_width(points, 40)
    letters.add(points, width - 22, top + 58, 42, paint("ink"), anchor="end")
    if not over:
        letters.add(str(final), width - 22, top + 90, 19, paint("ink-soft"), anchor="end")
        parts.append(_flag(theme, width - 22 - text_width(str(final), 19), 90))
        wide = max(wide, 70)
    elif places(scores(position))[seat] == 1:
        parts.append(shape(star(width - 46 - wide, 42, 17), paint("gold")))
        wide += 50
    if name:
        shown = fitted(name, 24, width - x - wide - 34)
        letters.add(shown, x - 10, top + 56, 24, paint("ink"), anchor="start")
    chips = _chips(position, theme, seat)
    lane = 3 if len(chips) == 3 else 2
    chip_width = _chip_width(lane)
    hand = [kind for kind in Kind for _ in range(position.held[seat * HAND + kind])]
    rows = (len(chips) + lane - 1) // lane
    pitch = min(CHIP + 14, (height - 112) / rows)
    for place, chip in enumerate(chips):
        row, column = divmod(place, lane)
        left, low = 32 + column * (chip_width + 10), height - 18 - (rows - row) * pitch + (pitch - CHIP)
        parts.append(chip.drawn(left, low, chip_width))
        chip.write(letters, left, top + low, chip_width)
    for place, kind in enumerate(hand[:8]):
        parts.append(use(f"sign-{KIND_IDS[kind]}", x + 6 + place * 40, 84, 0.78, data_hand=kind.letter))
    return "".join(parts)


def _ribbon(theme: Theme, colors: Sequence[int], height: float) -> str:
    """The colors of a seat and their patterns along the edge of its card."""
    parts = []
    share = (height - 24) / len(colors)
    for place, color in enumerate(colors):
        y = 12 + share * place
        ends = f"M14 {y:.1f}V{y + share - 3:.1f}"
        parts.append(line(ends, theme.paint("edge"), 11))
        parts.append(line(ends, theme.paint(COLOR_NAMES[color]), 11, stroke_dasharray=PATTERNS[color] or None))
    return "".join(parts)


def _flag(theme: Theme, x: float, y: float) -> str:
    """The small flag before the points if the game ended now."""
    flag = f"M{x - 26:.1f} {y + 1:.1f}V{y - 20:.1f}h15l-4 5l4 5h-15"
    return line(flag, theme.paint("ink-soft"), 2.2, stroke_linejoin="round")


class _Chip:
    """One aqueduct of a seat on its card, or what became of it."""

    def __init__(self, theme: Theme, color: int, length: int | None, podium: int, bonus: int = 0) -> None:
        self.theme, self.color, self.length, self.podium, self.bonus = theme, color, length, podium, bonus

    def drawn(self, x: float, y: float, width: float) -> str:
        name = COLOR_NAMES[self.color]
        sign = use(f"pipe-{name}") if self.length is not None else use(f"workman-{name}", 28, CHIP - 10, 0.98)
        return group(
            use(f"chip-{width:.0f}") + sign + use("podium" if self.podium else "podium-none", width - 28),
            transform=f"translate({number(x)} {number(y)})",
            data_color=name,
            data_length=None if self.length is None else str(self.length),
            data_podium=str(self.podium),
        )

    def write(self, letters: Lettering, x: float, y: float, width: float) -> None:
        """The length or what the end of the game adds, and the number of the podium; a dash for none."""
        paint = self.theme.paint
        middle, side = x + (width + 4) / 2, x + width - 28
        if self.length is not None:
            letters.add(str(self.length), middle, y + CHIP / 2 + 14, 28, paint("ink"))
        elif self.bonus:
            letters.add(f"+{self.bonus}", middle, y + CHIP / 2 + 10, 20, paint("ink-soft"))
        if self.podium:
            letters.add(str(self.podium), side, y + CHIP - 15, 19, paint("slab-ink"), weight=1.1)
        else:
            letters.add("–", side, y + CHIP - 28, 18, paint("ink-soft"))


def _chips(position: Position, theme: Theme, seat: int) -> list[_Chip]:
    """Open aqueducts first, then workmen on podiums, then those who got none."""
    open_ones, gone = [], []
    layout = position.layout
    for color in SEAT_COLORS[position.players][seat]:
        mine = [aqueduct for aqueduct in range(len(layout.colors)) if layout.colors[aqueduct] == color]
        waiting = [aqueduct for aqueduct in mine if position.on_board >> aqueduct & 1]
        for aqueduct in sorted(waiting, key=lambda aqueduct: -position.lengths[aqueduct]):
            length = position.lengths[aqueduct]
            open_ones.append(_Chip(theme, color, length, podium_for(position, length)))
        mounted = [line for line in score_sheet(position) if line.color == color]
        gone += [_Chip(theme, color, None, line.podium, line.bonus) for line in mounted]
        gone += [_Chip(theme, color, None, 0) for _ in range(len(mine) - len(waiting) - len(mounted))]
    return [*open_ones, *gone]


def _stores(position: Position, theme: Theme, width: float, top: float, letters: Lettering) -> str:
    """The reserve of builders and the stock of tiles."""
    paint = theme.paint
    setup = position.phase is Phase.SETUP
    parts = [_card(theme, width, STORES)]
    step = (width - 20) / len(Kind)
    for place, kind in enumerate(Kind):
        count = position.reserve[kind]
        figure = use(f"builder-{KIND_IDS[kind]}", 10 + step * (place + 0.5), 66, 0.92, data_reserve=kind.letter)
        parts.append(figure if count else group(figure, opacity=0.22))
        if setup and position.setup_left(kind):
            x = 10 + step * (place + 0.5) + 30
            parts.append(circle(x, 96, 14, paint("gold")))
            letters.add(str(position.setup_left(kind)), x, top + 102.5, 13, paint("sign-ink"), weight=1.3)
    parts.append(line(f"M24 128H{width - 24}", paint("card-line"), 1.4))
    step = (width - 20) / len(TILE_KINDS)
    for place, kind in enumerate(TILE_KINDS):
        x = 10 + step * (place + 0.5)
        left = position.stock[kind]
        stack = min(left, STACK)
        parts.append(use(f"stack-{stack}", x - 37.6, 148.2) if stack else "")
        tile = use(
            f"tile-{FACE_NAMES[STOCK_FACES[kind]]}",
            x - 37 + stack * 2.4,
            148 - stack * 2.8,
            0.66,
            data_stock=kind.letter,
        )
        parts.append(tile if left else group(tile, opacity=0.22))
        letters.add(str(left), x, top + 246, 18, paint("ink"))
    return group(parts, id="stores")
