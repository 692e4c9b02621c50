"""A part of the board, with the names of its columns and rows beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

from aquaromana.drawing.errors import DrawingError
from aquaromana.drawing.lettering import write
from aquaromana.drawing.pencil import group, number, shape
from aquaromana.drawing.places import RIM, Box
from aquaromana.drawing.theme import SQUARE, Theme
from aquaromana.rules.geometry import COLUMN_NAMES, COLUMNS, ROWS, column_of, parse_square, row_of

_REGION: Final = re.compile(r"([A-K][1-8])(?:[-–:]([A-K][1-8]))?")
BLEED: Final = 6
"""What is shown of the squares around."""
LABELS: Final = 34
"""Room for the names of columns and rows, where the frame is not in sight."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A rectangle of squares: first and last column and row."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def named(cls, region: str) -> Self:
        """The rectangle between two squares, like C2-F4, or one square; DrawingError if the text is neither."""
        match = _REGION.fullmatch(region.strip().upper())
        if not match:
            raise DrawingError(f"{region[:20]!r} is not a part of the board; write it like C2-F4.")
        ends = [parse_square(name) for name in match.groups() if name]
        columns, rows = sorted(map(column_of, ends)), sorted(map(row_of, ends))
        return cls(columns[0], rows[0], columns[-1], rows[-1])

    def _margins(self) -> tuple[int, int, int, int]:
        """What is shown to the left, above, to the right and below: the path and the frame where the board ends."""
        return (
            RIM if self.left == 0 else BLEED,
            RIM if self.top == 0 else BLEED,
            RIM if self.right == COLUMNS - 1 else BLEED,
            RIM if self.bottom == ROWS - 1 else BLEED,
        )

    @property
    def picture(self) -> Box:
        """What is shown of the board."""
        left, top, right, bottom = self._margins()
        x, y = self.left * SQUARE - left, self.top * SQUARE - top
        return x, y, (self.right + 1) * SQUARE + right - x, (self.bottom + 1) * SQUARE + bottom - y

    @property
    def _named_sides(self) -> tuple[bool, bool]:
        """Whether names are needed on the left and above: the frame, if it is in sight, has them."""
        return self.left > 0 and self.right < COLUMNS - 1, self.top > 0 and self.bottom < ROWS - 1

    @property
    def view(self) -> Box:
        """The picture and the names beside it."""
        x, y, width, height = self.picture
        left, above = (LABELS if named else 0 for named in self._named_sides)
        return x - left, y - above, width + left, height + above

    def border(self, theme: Theme) -> str:
        """Covers what is drawn outside the picture, and names columns and rows there."""
        x, y, width, height = self.picture
        u, v, wide, high = self.view
        left, above = self._named_sides
        names: list[tuple[float, float, str]] = []
        if above:
            names += [
                (column * SQUARE + 50, y - 10, COLUMN_NAMES[column]) for column in range(self.left, self.right + 1)
            ]
        if left:
            names += [(x - LABELS / 2, row * SQUARE + 57, str(row + 1)) for row in range(self.top, self.bottom + 1)]
        outer = f"M{number(u)} {number(v)}h{number(wide)}v{number(high)}h{number(-wide)}Z"
        inner = f"M{number(x)} {number(y)}v{number(height)}h{number(width)}v{number(-height)}Z"
        cover = shape(outer + inner, theme.paint("page")) if left or above else ""
        labels = (write(name, a, b, 15, theme.paint("ink"), anchor="middle") for a, b, name in names)
        return group(cover + "".join(labels), id="border")
