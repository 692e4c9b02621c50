"""Our own alphabet of Roman capitals, drawn as paths, so that pictures need no font.

A letter is a skeleton, 100 units high from cap line to base line. It is stroked with a slanted elliptic pen, as the
old sign writers did before the chisel: upright strokes come out thick, level ones thin, curves swell by themselves.
SVG has round pens only; so the skeleton is unsquashed, and the whole line squashed back by a transform.
Small letters are small capitals; accents are left off; what we do not have becomes a dot.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from aquaromana.drawing.path_data import rounded, tight
from aquaromana.drawing.pencil import Attributes, element, group, number

HEIGHT: Final = 100
SMALL: Final = 0.78
SPACE: Final = 13
"""Room between two letters."""
PAIR: Final = 0.74
"""How high two letters are where one usually stands."""

SMALL_SIZE: Final = 30
"""Below this size half the steps of the grid are fine enough."""

PEN: Final = 15
THINNESS: Final = 0.46
SLANT: Final = math.radians(18)

# Width, then the skeleton as an SVG path with the commands M L C Q only.
_GLYPHS: Final = {
    " ": (30, ""),
    "A": (78, "M4 100L39 0L74 100M17 66L61 66M-3 100L13 100M64 100L82 100"),
    "B": (58, "M10 0L10 100M2 0L26 0C60 0 60 46 26 46L10 46M26 46C70 46 70 100 26 100L2 100"),
    "C": (80, "M76 19C64 4 52 0 45 0C18 0 4 22 4 50C4 78 18 100 45 100C54 100 66 96 77 82M76 8L76 24"),
    "D": (82, "M12 0L12 100M2 0L34 0C64 0 78 22 78 50C78 78 64 100 34 100L2 100"),
    "E": (54, "M11 0L11 100M2 0L46 0L46 11M11 48L40 48M2 100L50 100L50 88"),
    "F": (50, "M11 0L11 100M2 0L46 0L46 11M11 48L39 48M2 100L22 100"),
    "G": (
        84,
        "M76 18C64 4 53 0 46 0C18 0 4 22 4 50C4 78 18 100 46 100C58 100 67 97 76 91L76 58M65 58L86 58M76 8L76 22",
    ),
    "H": (80, "M12 0L12 100M68 0L68 100M12 48L68 48M3 0L21 0M59 0L77 0M3 100L21 100M59 100L77 100"),
    "I": (24, "M12 0L12 100M3 0L21 0M3 100L21 100"),
    "J": (30, "M18 0L18 84C18 104 8 112 -2 110M9 0L27 0"),
    "K": (68, "M12 0L12 100M58 2L14 50L62 100M3 0L21 0M3 100L21 100M50 0L66 0M54 100L72 100"),
    "L": (52, "M12 0L12 100M3 0L21 0M3 100L49 100L49 86"),
    "M": (94, "M17 0L11 100M17 0L47 86L77 0M77 0L83 100M8 0L18 0M76 0L86 0M3 100L20 100M74 100L92 100"),
    "N": (80, "M12 0L12 100M12 2L68 98M68 0L68 100M3 0L13 0M60 0L77 0M3 100L21 100"),
    "O": (90, "M45 0C72 0 86 22 86 50C86 78 72 100 45 100C18 100 4 78 4 50C4 22 18 0 45 0"),
    "P": (56, "M11 0L11 100M2 0L28 0C62 0 62 53 28 53L11 53M2 100L21 100"),
    "Q": (90, "M45 0C72 0 86 22 86 50C86 78 72 100 45 100C18 100 4 78 4 50C4 22 18 0 45 0M50 99C64 104 76 118 96 114"),
    "R": (66, "M11 0L11 100M2 0L28 0C60 0 60 50 28 50L11 50M30 50L60 98L70 100M2 100L21 100"),
    "S": (56, "M47 16C42 5 36 0 27 0C4 0 2 34 24 46C56 60 56 100 26 100C16 100 9 94 5 82M48 6L48 20M4 80L4 95"),
    "T": (68, "M34 0L34 100M2 12L2 0L66 0L66 12M24 100L44 100"),
    "U": (78, "M12 0L12 64C12 90 24 100 39 100C54 100 67 90 67 64L67 0M3 0L21 0M59 0L75 0"),
    "V": (76, "M4 0L38 100L72 0M-4 0L13 0M64 0L80 0"),
    "W": (108, "M4 0L30 100L54 8L78 100L104 0M-4 0L13 0M96 0L111 0"),
    "X": (72, "M6 0L64 100M64 0L6 100M-1 0L14 0M57 0L71 0M-1 100L14 100M56 100L72 100"),
    "Y": (70, "M4 0L35 50L66 0M35 50L35 100M-3 0L12 0M58 0L74 0M26 100L44 100"),
    "Z": (66, "M6 12L6 0L60 0L5 100L61 100L61 87"),
    "0": (64, "M32 0C50 0 60 20 60 50C60 80 50 100 32 100C14 100 4 80 4 50C4 20 14 0 32 0"),
    "1": (40, "M8 16L22 2L22 100M10 100L35 100"),
    "2": (60, "M8 24C8 6 18 0 29 0C44 0 52 10 52 25C52 50 26 70 6 98L56 98L56 86"),
    "3": (58, "M8 14C14 3 20 0 28 0C56 0 56 45 24 45C62 45 64 100 25 100C16 100 8 96 4 86"),
    "4": (64, "M46 100L46 2L4 70L62 70"),
    "5": (58, "M50 0L14 0L11 44C24 34 54 36 54 66C54 92 36 100 24 100C15 100 8 96 4 88"),
    "6": (62, "M50 6C24 8 6 34 6 66C6 90 18 100 32 100C48 100 57 86 57 69C57 34 12 36 7 66"),
    "7": (58, "M5 12L5 0L55 0C36 30 24 62 20 100"),
    "8": (62, "M31 0C58 0 58 38 31 46C-4 56 -4 100 31 100C66 100 66 56 31 46C4 38 4 0 31 0"),
    "9": (62, "M12 94C38 92 56 66 56 34C56 10 44 0 30 0C14 0 5 14 5 31C5 66 50 64 55 34"),
    ".": (22, "M11 97L11 98"),
    ",": (22, "M11 96C14 104 10 112 5 116"),
    ":": (22, "M11 40L11 41M11 97L11 98"),
    ";": (22, "M11 40L11 41M11 96C14 104 10 112 5 116"),
    "!": (22, "M11 0L11 70M11 97L11 98"),
    "?": (50, "M6 18C8 5 16 0 25 0C50 0 50 34 32 46C26 51 24 57 24 68M24 97L24 98"),
    "+": (62, "M31 26L31 84M3 55L59 55"),
    "-": (40, "M6 56L34 56"),
    "–": (62, "M4 56L58 56"),
    "/": (46, "M42 -4L4 106"),
    "(": (32, "M28 -8C-4 28 -4 80 28 114"),
    ")": (32, "M4 -8C36 28 36 80 4 114"),
    "'": (18, "M10 0L8 24"),
    "=": (60, "M4 42L56 42M4 68L56 68"),
    "*": (44, "M22 4L22 50M4 14L40 40M40 14L4 40"),
    "&": (84, "M80 52C70 80 52 100 30 100C-4 100 -4 62 24 50C60 36 52 0 34 0C14 0 12 22 24 38L78 100"),
    "@": (
        96,
        (
            "M64 40C58 30 34 28 32 54C30 78 58 76 64 58L66 36M64 58C66 76 90 72 90 44C90 14 70 0 48 0"
            "C20 0 4 22 4 50C4 80 22 100 50 100C62 100 72 97 80 90"
        ),
    ),
    ">": (60, "M6 28L54 55L6 82"),
    "<": (60, "M54 28L6 55L54 82"),
    "·": (30, "M15 54L15 56"),
}
UNKNOWN: Final = "·"

_ALIKE: Final = str.maketrans(
    {"ß": "ss", "Æ": "Ae", "æ": "ae", "Œ": "Oe", "œ": "oe", "Ø": "O", "ø": "o", "Ł": "L", "ł": "l", "đ": "d", "Đ": "D"}
    | {
        "’": "'",
        "‘": "'",
        "`": "'",
        "´": "'",
        "—": "–",
        "−": "-",
        "×": "x",
        "…": "...",
        "\t": " ",
        "\n": " ",
        "\u00a0": " ",
    }
)
_POINT: Final = re.compile(r"(-?[\d.]+) (-?[\d.]+)")

_COS, _SIN = math.cos(SLANT), math.sin(SLANT)


def _pen(shrink: float) -> tuple[float, float, float]:
    """The symmetric matrix that shrinks by a factor across the slant: its xx, xy and yy."""
    return _COS**2 + shrink * _SIN**2, _COS * _SIN * (shrink - 1), _SIN**2 + shrink * _COS**2


_BACK: Final = _pen(THINNESS)
_FORTH: Final = _pen(1 / THINNESS)


def plain(text: str) -> str:
    """The text in the letters that we have."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_ALIKE))
    letters = (letter for letter in decomposed if not unicodedata.combining(letter))
    return "".join(letter if letter.upper() in _GLYPHS else UNKNOWN for letter in letters)


def _sized(text: str) -> list[tuple[int, str, float]]:
    """Width, skeleton and scale of each letter."""
    return [(*_GLYPHS[letter.upper()], SMALL if letter.islower() else 1.0) for letter in plain(text)]


def text_width(text: str, size: float, *, spacing: float = 0) -> float:
    """The width of a line of text with capitals of this height."""
    letters = _sized(text)
    total = sum(width * scale for width, _, scale in letters) + (SPACE + spacing) * max(len(letters) - 1, 0)
    return total * size / HEIGHT


def fitted(text: str, size: float, room: float, *, spacing: float = 0) -> str:
    """As much of the text as fits, with full stops for the rest."""
    if text_width(text, size, spacing=spacing) <= room:
        return text
    while text and text_width(text + "...", size, spacing=spacing) > room:
        text = text[:-1]
    return text.rstrip() + "..."


_ROUND: Final[Attributes] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
Point = tuple[float, float]
Label = tuple[str, float, float]
"""A line of text, where it is anchored, and its base line."""


@lru_cache(maxsize=1024)
def write(
    text: str,
    x: float,
    y: float,
    size: float,
    color: str,
    *,
    anchor: str = "start",
    spacing: float = 0,
    weight: float = 1,
) -> str:
    """A line of text as one path: base line at y, capitals `size` high, `anchor` start, middle or end."""
    x -= _before(text, size, anchor, spacing)
    return _inked(_skeleton(text, (0, 0), _grid(size), spacing), (x, y - size), size, color, weight, pen=_ROUND)


def initial(text: str, y: float, size: float, color: str, *, weight: float) -> str:
    """What stands for a color, with its middle at 0: a letter, or two smaller ones in the same place."""
    high = size if len(text) == 1 else size * PAIR
    return write(text, 0, y - (size - high) / 2, high, color, anchor="middle", weight=weight)


def write_all(labels: Iterable[Label], size: float, color: str, *, anchor: str = "start", weight: float = 1) -> str:
    """Many lines of text, of one size and color, as one path."""
    return group(_written(tuple(labels), size, color, anchor, weight), **_ROUND)


@lru_cache(maxsize=256)
def _written(labels: tuple[Label, ...], size: float, color: str, anchor: str, weight: float) -> str:
    """Many lines of text for a group that is drawn with round strokes."""
    grow = HEIGHT / size
    data = "".join(
        _skeleton(text, ((x - _before(text, size, anchor)) * grow, (y - size) * grow), _grid(size))
        for text, x, y in labels
    )
    # The numbers are large: the matrix must be exact.
    return _inked(data, (0, 0), size, color, weight, places=6)


def _grid(size: float) -> float:
    """By how much a skeleton is drawn larger, before its points are rounded to whole numbers."""
    return 0.5 if size < SMALL_SIZE else 1


class Lettering:
    """Lines of text of several sizes and colors; those that are alike become one path."""

    def __init__(self) -> None:
        self._labels: dict[tuple[float, str, str, float], list[Label]] = {}

    def add(
        self, text: str, x: float, y: float, size: float, color: str, *, anchor: str = "middle", weight: float = 1
    ) -> None:
        """A line of text, as `write` takes it."""
        self._labels.setdefault((size, color, anchor, weight), []).append((text, x, y))

    def drawn(self) -> str:
        """All of them."""
        paths = (_written(tuple(labels), *style) for style, labels in self._labels.items())
        return group(paths, **_ROUND) if self._labels else ""


def _before(text: str, size: float, anchor: str, spacing: float = 0) -> float:
    """How much of a line stands before its anchor."""
    return {"start": 0, "middle": 0.5, "end": 1}[anchor] * text_width(text, size, spacing=spacing)


def _skeleton(text: str, at: Point, grid: float, spacing: float = 0) -> str:
    """The middle lines of a text whose upper left corner is `at`, as the pen draws them before it is squashed."""
    xx, xy, yy = (grid * value for value in _FORTH)
    parts: list[str] = []
    edge, line = at
    for advance, skeleton, scale in _sized(text):
        left, top = edge, line + HEIGHT * (1 - scale)

        def place(match: re.Match[str], left: float = left, top: float = top, scale: float = scale) -> str:
            u, v = left + float(match[1]) * scale, top + float(match[2]) * scale
            return f"{xx * u + xy * v:.0f} {xy * u + yy * v:.0f}"

        parts.append(_POINT.sub(place, skeleton))
        edge += advance * scale + SPACE + spacing
    return "".join(parts)


def _inked(
    data: str, at: Point, size: float, color: str, weight: float, *, places: int = 4, pen: Attributes | None = None
) -> str:
    grid = _grid(size)
    scale = size / HEIGHT / grid
    xx, xy, yy = (rounded(value * scale, places) for value in _BACK)
    return element(
        "path",
        d=tight(data, 0) or "M0 0",
        transform=f"matrix({xx} {xy} {xy} {yy} {number(at[0])} {number(at[1])})",
        stroke=color,
        stroke_width=PEN * weight * grid,
        **(pen or {}),
    )


def digit_symbols() -> dict[str, str]:
    """The digits for a page, 100 high on the base line y = 0, in the color of the text around them."""
    return {
        f"digit-{digit}": group(write(digit, 0, 0, HEIGHT, "currentColor"), id=f"digit-{digit}")
        for digit in "0123456789"
    }
