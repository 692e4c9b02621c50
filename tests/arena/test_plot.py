"""The plots are well-formed, whatever the figures and the names."""

import math
import xml.etree.ElementTree as ET

import pytest

from aquaromana.arena.plot import Mark, PlotRow, plot


@pytest.mark.parametrize(
    "figures",
    [(0.2, 0.1, 0.3), (0.5, 0.5, 0.5), (-1200.0, -1300.0, -1100.0), (0.0, 0.0, 0.0), (3.0, -math.inf, math.inf)],
)
def test_every_figure_is_drawn_inside(figures: tuple[float, float, float]) -> None:
    picture = plot("t", "a", ["one"], [PlotRow("bot", [Mark(0, *figures)])], percent=False)
    root = ET.fromstring(picture)
    assert "nan" not in picture
    assert "inf" not in picture
    (circle,) = (each for each in list(root) if each.tag.endswith("circle") and each.get("cy") != "40.0")
    assert 0 <= float(circle.get("cx", "-1")) <= 720


def test_names_are_escaped_and_series_differ_in_shape() -> None:
    marks = [Mark(series, 0.1 * series, 0.0, 0.5) for series in range(4)]
    picture = plot("<Elo> & co", "a", list("abcd"), [PlotRow("<b>", marks)], level=0.25, percent=True)
    root = ET.fromstring(picture)
    assert "&lt;b&gt;" in picture
    corners = {len(each.get("points", "").split()) for each in root if each.tag.endswith("polygon")}
    assert corners == {3, 4}
    assert "prefers-color-scheme: dark" in picture
    assert "50%" in picture


def test_a_plot_without_lines_is_a_plot() -> None:
    assert ET.fromstring(plot("t", "a", [], [], percent=True)).tag.endswith("svg")
