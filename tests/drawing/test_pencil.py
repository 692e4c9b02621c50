"""Writing SVG."""

import pytest

from aquaromana.drawing.pencil import element, escape, group, line, number, rect, use


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1, "1"),
        (1.0, "1"),
        (0.125, ".12"),
        (-0.5, "-.5"),
        (-0.001, "0"),
        (2.5, "2.5"),
        (100, "100"),
        (-3.1415, "-3.14"),
    ],
)
def test_numbers_have_no_needless_digits(value: float, text: str) -> None:
    assert number(value) == text


def test_elements() -> None:
    assert element("g") == "<g/>"
    assert element("g", "x", id="a", class_="b", data_x='<&>"', none=None) == (
        '<g id="a" class="b" data-x="&lt;&amp;&gt;&quot;">x</g>'
    )
    assert group(["<a/>", "<b/>"], opacity=0.5) == '<g opacity=".5"><a/><b/></g>'
    assert escape('<"&">') == "&lt;&quot;&amp;&quot;&gt;"


def test_symbols_are_placed() -> None:
    assert use("deck") == '<use href="#deck"/>'
    assert use("deck", 3, 4.5) == '<use href="#deck" x="3" y="4.5"/>'
    assert use("deck", 0, 0, 2) == '<use href="#deck" transform="translate(0 0)scale(2)"/>'


def test_opacity_goes_to_what_is_painted() -> None:
    assert 'fill-opacity=".5"' in rect(0, 0, 1, 1, "#fff", opacity=0.5)
    assert 'stroke-opacity=".5"' in rect(0, 0, 1, 1, "none", stroke="#000", opacity=0.5)
    assert 'stroke-opacity=".5"' in line("M0 0", "#000", 1, opacity=0.5)
