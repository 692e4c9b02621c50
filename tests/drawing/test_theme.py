"""Colors: readable letters, distinguishable players, names that a page can use."""

import re
from itertools import combinations

import pytest

from aquaromana.drawing import DARK, LIGHT, DrawingError, Theme
from aquaromana.drawing.theme import LETTERS_ON_GROUND, PATTERNS, THEMES, theme_named
from aquaromana.rules.layout import COLOR_NAMES

BOTH = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)


def luminance(color: str) -> float:
    """Relative luminance as WCAG defines it."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@BOTH
def test_letters_can_be_read_on_their_ground(theme: Theme) -> None:
    for ink, ground in LETTERS_ON_GROUND:
        assert contrast(theme.colors[ink], theme.colors[ground]) >= 4.5, (ink, ground)


@BOTH
def test_water_stands_out_from_its_bed_and_closed_water_from_open(theme: Theme) -> None:
    assert contrast(theme.colors["water-light"], theme.colors["water"]) >= 2
    assert theme.colors["water-still"] != theme.colors["water"]
    assert contrast(theme.colors["wall"], theme.colors["water"]) >= 1.5


@BOTH
def test_all_colors_are_plain_and_players_differ(theme: Theme) -> None:
    assert all(re.fullmatch(r"#[0-9a-f]{6}", color) for color in theme.colors.values())
    for first, second in combinations(COLOR_NAMES, 2):
        assert theme.colors[first] != theme.colors[second]
    assert len(set(PATTERNS)) == len(COLOR_NAMES), "players can be told without color"


def test_both_themes_have_the_same_names_and_dark_is_not_an_inversion() -> None:
    assert set(LIGHT.colors) == set(DARK.colors)
    inverted = {name: f"#{0xFFFFFF - int(color[1:], 16):06x}" for name, color in LIGHT.colors.items()}
    assert not any(DARK.colors[name] == color for name, color in inverted.items())
    assert luminance(DARK.colors["page"]) < luminance(LIGHT.colors["page"])


def test_a_theme_is_found_by_its_name() -> None:
    assert theme_named("dark") is THEMES["dark"] is DARK
    assert theme_named(LIGHT) is LIGHT
    with pytest.raises(DrawingError, match="There is no theme 'pink'; there are light and dark"):
        theme_named("pink")


def test_a_page_gets_variables() -> None:
    page = LIGHT.as_variables()
    assert page.paint("water") == "var(--aq-water)"
    assert LIGHT.paint("water") == LIGHT.colors["water"]
    assert page.css().startswith(":root{--aq-page:#")
    assert f"--aq-water:{LIGHT.colors['water']};" in page.css(".board")
