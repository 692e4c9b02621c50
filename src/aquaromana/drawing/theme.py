"""The design variables of every picture: colors by name, and the few measures that all parts share.

Nothing else in the package names a color. A theme gives a color as it is, for pictures, or as a CSS variable, for
a page: ``LIGHT.paint("water")`` is ``#3d9fcf``, ``LIGHT.as_variables().paint("water")`` is ``var(--aq-water)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from aquaromana.drawing.errors import DrawingError
from aquaromana.rules.layout import COLOR_LETTERS

# Measures, in units of the drawing: a board square is 100 wide.
SQUARE: Final = 100
PATH_DEPTH: Final = 96
FRAME: Final = 44
MARGIN: Final = 36
GAP: Final = 28
PANEL: Final = 470
STAIRS: Final = 222

# An aqueduct from the outside in: walls, the colored edge, the water.
WALLS: Final = 42
EDGE: Final = 29
WATER: Final = 17
GLINT: Final = 2.6

PREFIX: Final = "--aq-"

LETTERS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {"en": tuple(COLOR_LETTERS), "de": ("Ge", "R", "B", "Gr"), "fr": ("J", "R", "B", "V")}
)
"""What stands for yellow, red, blue and green in the languages of the page."""

PATTERNS: Final = ("", "16 6", "5 4.5", "16 5 4.5 5")
"""The dash pattern of each color's water, so that nothing depends on color: solid, dashed, dotted, both."""

_LIGHT: Final = {
    # page
    "page": "#f1e5ca",
    "page-edge": "#e2cfa6",
    "card": "#fbf5e5",
    "card-line": "#cdb686",
    "card-active": "#fff9ea",
    "ink": "#46301c",
    "ink-soft": "#735638",
    "gold": "#c78a1e",
    "shadow": "#3a2410",
    # frame and path
    "frame": "#b4593b",
    "frame-light": "#d28460",
    "frame-dark": "#803520",
    "frame-ink": "#fbe9cf",
    "mortar": "#b09a76",
    "slab": "#e0d3b9",
    "slab-light": "#eee5d1",
    "slab-dark": "#cdbd9d",
    "slab-ink": "#543f26",
    # land
    "land": "#b4c184",
    "land-light": "#c3cd95",
    "land-dark": "#a3b272",
    "land-line": "#8c9d5d",
    "blade": "#76903f",
    "blade-light": "#d5dca6",
    "leaf": "#4f7038",
    "leaf-light": "#7d9a50",
    "leaf-dark": "#35512b",
    "earth": "#cdb583",
    "pebble": "#cfc7b2",
    "pebble-dark": "#9b9178",
    "petal": "#f4ecd2",
    "petal-warm": "#cf6a45",
    "lamp": "#4a3621",
    # tiles
    "plate": "#e9d9b3",
    "plate-light": "#f7ecce",
    "plate-dark": "#c9b27f",
    "plate-printed": "#dccb9d",
    "speck": "#cdb989",
    "facade": "#a88d64",
    "facade-light": "#cdb589",
    "facade-dark": "#886d49",
    "arch": "#4a3621",
    "wall": "#efe3c6",
    "wall-light": "#fffaea",
    "wall-line": "#775d3b",
    "joint": "#b9a274",
    "bed": "#b4986a",
    "bed-dark": "#816640",
    "deck": "#f6ecd3",
    # water
    "water": "#3d9fcf",
    "water-deep": "#1f77ad",
    "water-light": "#d3f2fb",
    "water-still": "#8fb0ba",
    "edge": "#fdf6e3",
    "wood": "#7c5330",
    "wood-light": "#a97a4a",
    # people
    "skin": "#eec39a",
    "skin-dark": "#bb8459",
    "cheek": "#dd8f70",
    "hair": "#5b3a22",
    "hair-gray": "#b9b0a0",
    "toga": "#fbf6ea",
    "toga-shade": "#dccfb4",
    "straw": "#e3bc62",
    "straw-dark": "#a97c2c",
    "laurel": "#6f8f3c",
    "helmet": "#c98a4b",
    "trim-curve": "#a8472f",
    "trim-double": "#6c4a86",
    "trim-straight": "#4f6d7a",
    "trim-bridge": "#8a6d2f",
    "trim-joker": "#b5303a",
    "sign": "#fff8e6",
    "sign-line": "#5c3a1f",
    "sign-ink": "#3f2814",
    "outline": "#fffaf0",
    # colors of the players: the color, its shade, letters on it
    "yellow": "#f0ac12",
    "yellow-dark": "#a66c00",
    "yellow-ink": "#3b2500",
    "red": "#c62f2b",
    "red-dark": "#7f1715",
    "red-ink": "#ffffff",
    "blue": "#2b4ea8",
    "blue-dark": "#152c6b",
    "blue-ink": "#ffffff",
    "green": "#2c7a3f",
    "green-dark": "#134a21",
    "green-ink": "#ffffff",
    # marks
    "glow": "#ffd75a",
    "beam": "#ffe9a0",
    "mark": "#d9480f",
}

_DARK: Final = _LIGHT | {
    "page": "#1b1a24",
    "page-edge": "#111019",
    "card": "#272532",
    "card-line": "#4b4557",
    "card-active": "#35303c",
    "ink": "#f2e6cd",
    "ink-soft": "#bfae93",
    "gold": "#e8b44c",
    "shadow": "#000004",
    "frame": "#7c3a2b",
    "frame-light": "#a2563d",
    "frame-dark": "#4a1f1a",
    "frame-ink": "#f6dcbd",
    "mortar": "#3d3a43",
    "slab": "#5b5660",
    "slab-light": "#69636d",
    "slab-dark": "#4c4852",
    "slab-ink": "#e0d6c6",
    "land": "#3a4c41",
    "land-light": "#44584a",
    "land-dark": "#32433b",
    "land-line": "#2a3733",
    "blade": "#5c7656",
    "blade-light": "#6b8566",
    "leaf": "#41663f",
    "leaf-light": "#638a55",
    "leaf-dark": "#22382a",
    "earth": "#4f4d46",
    "pebble": "#77747a",
    "pebble-dark": "#4b4950",
    "petal": "#c9c3d6",
    "petal-warm": "#c0664d",
    "lamp": "#ffc964",
    "plate": "#857863",
    "plate-light": "#a09277",
    "plate-dark": "#5b5245",
    "plate-printed": "#766b58",
    "speck": "#6f6452",
    "facade": "#5c4f45",
    "facade-light": "#84755f",
    "facade-dark": "#453b36",
    "arch": "#16120f",
    "wall": "#c3b598",
    "wall-light": "#ece0c2",
    "wall-line": "#2e261f",
    "joint": "#8c7f67",
    "bed": "#584b3b",
    "bed-dark": "#352c22",
    "deck": "#d2c5a8",
    "water": "#2797cf",
    "water-deep": "#125c92",
    "water-light": "#c9f3ff",
    "water-still": "#5b7480",
    "edge": "#f3ead6",
    "wood": "#6a472c",
    "wood-light": "#8f673f",
    "skin": "#e0b189",
    "skin-dark": "#a5714a",
    "toga": "#e9e1d0",
    "toga-shade": "#b5a88f",
    "sign": "#fbf0d8",
    "yellow": "#f8bb2b",
    "yellow-dark": "#9b6700",
    "red": "#d23b35",
    "red-dark": "#7a1413",
    "blue": "#3a62cf",
    "blue-dark": "#172f7c",
    "green": "#2a8544",
    "green-dark": "#0f4420",
    "outline": "#fff6e2",
    "glow": "#ffd75a",
    "beam": "#ffe08a",
    "mark": "#ff8a4c",
}

LETTERS_ON_GROUND: Final = (
    ("ink", "page"),
    ("ink", "card"),
    ("ink", "card-active"),
    ("ink-soft", "page"),
    ("ink-soft", "card"),
    ("ink-soft", "card-active"),
    ("frame-ink", "frame-dark"),
    ("slab-ink", "slab"),
    ("slab-ink", "slab-dark"),
    ("sign-ink", "sign"),
    ("sign-ink", "gold"),
    ("yellow-ink", "yellow"),
    ("red-ink", "red"),
    ("blue-ink", "blue"),
    ("green-ink", "green"),
)
"""Every pair of colors in which letters are drawn: each must be readable."""


@dataclass(frozen=True, slots=True)
class Theme:
    """A set of colors by name."""

    name: str
    colors: Mapping[str, str] = field(repr=False)
    variables: bool = False
    letters: tuple[str, ...] = tuple(COLOR_LETTERS)
    """What stands for each player's color on figures."""

    def paint(self, color: str) -> str:
        """The value that a drawing uses for a color."""
        value = self.colors[color]
        return f"var({PREFIX}{color})" if self.variables else value

    def as_variables(self) -> Theme:
        """The same theme for a page, which gives the colors by `css`."""
        return replace(self, variables=True)

    def in_language(self, language: str) -> Theme:
        """The same theme with the letters of a language; one that is not known has those of the notation."""
        return replace(self, letters=LETTERS.get(language, self.letters))

    def as_colors(self) -> Theme:
        """The same theme for a picture."""
        return replace(self, variables=False)

    def css(self, selector: str = ":root") -> str:
        """The colors as a rule of CSS."""
        lines = "".join(f"{PREFIX}{name}:{value};" for name, value in self.colors.items())
        return f"{selector}{{{lines}}}"


LIGHT: Final = Theme("light", MappingProxyType(_LIGHT))
DARK: Final = Theme("dark", MappingProxyType(_DARK))
THEMES: Final[Mapping[str, Theme]] = MappingProxyType({theme.name: theme for theme in (LIGHT, DARK)})


def theme_named(theme: Theme | str) -> Theme:
    """The theme itself, or the one with this name; DrawingError if there is none."""
    if isinstance(theme, Theme):
        return theme
    if theme not in THEMES:
        raise DrawingError(f"There is no theme {theme!r}; there are {' and '.join(THEMES)}.")
    return THEMES[theme]
