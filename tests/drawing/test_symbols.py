"""Symbols: stable ids, complete definitions, themes by name or by variable."""

from xml.etree import ElementTree as ET

import pytest

from aquaromana.drawing import DARK, LIGHT, Theme
from aquaromana.drawing.land import PLANTS
from aquaromana.drawing.symbols import defs, references, symbols
from aquaromana.rules.geometry import CORNERS, PATH, SQUARES, square_name
from aquaromana.rules.layout import COLOR_NAMES
from aquaromana.rules.tiles import FACE_NAMES, FACES, Kind

WAYS = ("ne", "es", "sw", "nw", "ns", "ew")
EXPECTED = {
    *(f"face-{FACE_NAMES[face]}" for face in FACES),
    *(f"tile-{FACE_NAMES[face]}" for face in FACES),
    *(f"builder-{kind.name.lower()}" for kind in Kind),
    *(f"sign-{kind.name.lower()}" for kind in Kind),
    *(f"workman-{name}" for name in COLOR_NAMES),
    *(f"gate-{name}" for name in COLOR_NAMES),
    *(f"medal-{name}" for name in COLOR_NAMES),
    *(f"reservoir-{name}-{way}" for name in COLOR_NAMES for way in "hv"),
    *(f"outlet-{side}" for side in "nesw"),
    *(
        "bonus",
        "bust",
        "chip-134",
        "chip-206",
        "deck",
        "plate-1",
        "plate-2",
        "plate-3",
        "plate-printed",
        "plate-shadow",
        "fountain",
        "clip-square",
        "frame-glaze",
        "frame",
        "field",
        "grid",
    ),
    *(f"path-{path}" for path in range(1, PATH + 1)),
    *(f"ground-{square_name(square)}" for square in range(SQUARES) if square not in CORNERS),
    *(f"digit-{digit}" for digit in range(10)),
    *(f"land-{name}{size}" for name in PLANTS for size in ("", "-tall")),
    *(f"{part}-{way}" for part in ("middle", "shade", "front", "crown") for way in WAYS),
    *(f"{part}-{way}" for part in ("rim", "pool") for way in "hv"),
    *(f"{tone}-{way}" for tone in ("slab", "slab-dark") for way in ("h", "v", "corner")),
    *(f"{part}-{name}" for part in ("pipe", "drop") for name in (*COLOR_NAMES,)),
    *(f"stack-{count}" for count in range(1, 5)),
    *("blade", "blade-light", "face", "gate", "hands", "key", "medal", "meander-11", "meander-8", "outlet", "over-ns"),
    *("over-sn", "pipe-wall", "pipe-water", "plate-edge", "podium", "podium-none", "rosette", "workman"),
}


@pytest.mark.parametrize("theme", [LIGHT, DARK, LIGHT.as_variables()], ids=["light", "dark", "variables"])
def test_every_symbol_has_its_id_and_finds_what_it_uses(theme: Theme) -> None:
    found = symbols(theme)
    assert set(found) == EXPECTED
    for name, drawn in found.items():
        assert ET.fromstring(drawn).get("id") == name
        assert references(drawn) <= set(found)


def test_symbols_of_a_page_name_no_color() -> None:
    drawn = defs(LIGHT.as_variables())
    assert "var(--aq-water)" in drawn
    assert 'fill="#' not in drawn
    assert 'stroke="#' not in drawn
    assert 'stop-color="#' not in drawn


def test_definitions_include_what_they_need_and_no_more() -> None:
    drawn = ET.fromstring(defs(LIGHT, ["tile-B"]))
    assert {child.get("id") for child in drawn} == {
        *("tile-B", "plate-1", "plate-edge", "face-B", "deck", "clip-square"),
        *("shade-ew", "front-ew", "crown-ew", "middle-ew"),
    }


def test_no_two_symbols_look_alike() -> None:
    # A bridge without its deck is a straight from east to west.
    bodies = [drawn.replace(f'id="{name}"', "") for name, drawn in symbols(LIGHT).items() if name != "face-B"]
    assert len(set(bodies)) == len(bodies)
