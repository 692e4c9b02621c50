"""What a page draws with: complete, free of what the page's policy forbids, and small."""

import gzip
import re
from xml.etree import ElementTree as ET

from aquaromana.drawing.symbols import references
from aquaromana.drawing.symbols import symbols as drawn
from aquaromana.drawing.theme import DARK, LIGHT, PREFIX
from aquaromana.server.pictures.assets import symbols, theme_css

SVG = "{http://www.w3.org/2000/svg}"


def test_every_symbol_of_the_drawing_is_there() -> None:
    root = ET.fromstring(symbols())
    (defs,) = root
    assert (root.tag, defs.tag) == (f"{SVG}svg", f"{SVG}defs")
    assert {child.get("id") for child in defs} == set(drawn(LIGHT))


def test_everything_that_is_referred_to_is_defined() -> None:
    ids = re.findall(r'\bid="([^"]+)"', symbols())
    assert len(set(ids)) == len(ids)
    assert references(symbols()) <= set(ids)


def test_colors_are_variables_that_the_style_gives() -> None:
    used = set(re.findall(rf"var\({PREFIX}([\w-]+)\)", symbols()))
    assert used
    assert used <= set(LIGHT.colors)
    fixed = re.findall(r'(?:fill|stroke|stop-color)="(#[^"]*|rgb[^"]*)"', symbols())
    assert fixed == []


def test_nothing_needs_an_inline_style_or_a_script() -> None:
    root = ET.fromstring(symbols())
    for element in root.iter():
        assert element.tag.removeprefix(SVG) not in ("style", "script", "image", "foreignObject")
        assert not any(name == "style" or name.startswith("on") for name in element.attrib)


def test_the_symbols_show_nothing_by_themselves() -> None:
    root = ET.fromstring(symbols())
    assert (root.get("width"), root.get("height"), root.get("aria-hidden")) == ("0", "0", "true")


def variables(rule: str) -> dict[str, str]:
    return dict(re.findall(rf"{PREFIX}([\w-]+):([^;}}]+)", rule))


def test_the_style_gives_every_color_of_both_themes() -> None:
    light, dark, preferred = theme_css().splitlines()
    assert light.startswith(":root{color-scheme:light;")
    assert variables(light) == dict(LIGHT.colors)
    assert dark.startswith(":root[data-theme=dark]{color-scheme:dark;")
    assert variables(light) | variables(dark) == dict(DARK.colors)
    assert preferred == (
        "@media (prefers-color-scheme:dark)"
        "{" + dark.replace(":root[data-theme=dark]", ":root:not([data-theme=light])") + "}"
    )


def test_figures_carry_the_letters_of_the_language() -> None:
    """A German player saw a G on green figures and read "Gelb"."""
    drawings = {language: ET.fromstring(symbols(language)) for language in ("en", "de", "fr")}

    def drawn_as(language: str, symbol: str) -> str:
        found = drawings[language].find(f".//*[@id='{symbol}']")
        assert found is not None
        return ET.tostring(found, encoding="unicode")

    for symbol in ("workman", "medal", "drop"):
        for color in ("yellow", "green"):
            assert len({drawn_as(language, f"{symbol}-{color}") for language in drawings}) == 3
        assert len({drawn_as(language, f"{symbol}-red") for language in drawings}) == 1
    assert symbols("xx") == symbols()


def test_symbols_compress_well() -> None:
    """The page has 400 KB in all; the server packs what it sends."""
    assert len(gzip.compress(symbols().encode())) < 40_000
    assert len(theme_css()) < 8_000


def test_symbols_are_made_once() -> None:
    assert symbols() is symbols()
    assert theme_css() is theme_css()
