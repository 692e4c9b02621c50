"""Short path data: the same line in fewer characters, and no error that adds up."""

import math

import pytest

from aquaromana.drawing.path_data import rounded, tight
from tests.drawing.positions import absolute


@pytest.mark.parametrize(
    ("data", "short"),
    [
        ("M4 100L39 0L74 100", "M4 100 39 0 74 100"),
        ("M10 10L20 10L20 30", "M10 10H20V30"),
        ("M100.04 0L99.96 0.5", "M100 0V.5"),
        ("M1 2q-1 -3 -3 -4.4m3 4.4q0 -4 0.3 -6", "M1 2Q0-1-2-2.4M1 2q0-4 .3-6"),
        ("M0 0A34 34 0 0 1 -12 -32Z", "M0 0A34 34 0 0 1-12-32z"),
        ("M300 300C310 310 320 310 330 300", "M300 300c10 10 20 10 30 0"),
        ("M0.3 0.4L0.5 0.6", "M.3.4.5.6"),
        ("M5 5L9 9ZM5 6L7 7", "M5 5 9 9zM5 6 7 7"),
    ],
)
def test_a_path_becomes_shorter(data: str, short: str) -> None:
    assert tight(data) == short


def test_rounding_errors_do_not_add_up() -> None:
    steps = [(math.cos(step), math.sin(step)) for step in range(200)]
    x = y = 0.0
    course = "M0 0"
    for dx, dy in steps:
        course += f"l{dx:.4f} {dy:.4f}"
        x, y = x + dx, y + dy
    u, v = absolute(tight(course))[-1]
    assert (u, v) == pytest.approx((x, y), abs=0.1)


@pytest.mark.parametrize(
    ("value", "places", "text"), [(0.04, 1, "0"), (-0.04, 1, "0"), (10, 0, "10"), (-0.56, 1, "-.6"), (100.0, 2, "100")]
)
def test_numbers_are_rounded(value: float, places: int, text: str) -> None:
    assert rounded(value, places) == text
