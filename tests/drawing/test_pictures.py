"""The pictures in the docs: all there, of modest size, and drawn by the script."""

import tomllib

import pytest

from aquaromana.drawing import extract
from aquaromana.records import read_record
from tests.drawing.positions import layer, parsed
from tests.support.house import ROOT, load_script
from tests.web.screens import SHOTS

PICTURES = ROOT / "docs" / "pictures"
EXAMPLES = tomllib.loads((ROOT / "docs" / "examples.toml").read_text("utf-8"))["example"]


def test_the_script_draws_every_example_of_the_rules() -> None:
    drawn = load_script("pictures").rule_pictures()
    assert set(drawn) == {f"rules/{example['name']}.svg" for example in EXAMPLES}
    root = parsed(drawn["rules/sight.svg"]().decode())
    assert len(layer(root, "marks")) > 4
    root = parsed(drawn["rules/build-east.svg"]().decode())
    assert [mark.get("data-walk") for mark in layer(root, "arrows")] == ["4 5"]


def test_the_script_draws_every_committed_picture() -> None:
    script = load_script("pictures")
    names = {*script.game_pictures(), *script.rule_pictures(), *SHOTS}
    found = {path.relative_to(PICTURES).as_posix() for path in PICTURES.rglob("*.*")}
    assert found == names | {"game.aqr"}


@pytest.mark.slow
def test_the_committed_drawings_are_those_of_the_script() -> None:
    """`scripts/pictures` redraws them. PNG and GIF depend on the versions of other libraries: they are left out."""
    script = load_script("pictures")
    for name, draw in {**script.game_pictures(), **script.rule_pictures()}.items():
        if name.endswith(".svg"):
            assert draw() == (PICTURES / name).read_bytes(), name


@pytest.mark.parametrize(("name", "limit"), [("board.png", 1024), ("board-dark.png", 1024), ("play.gif", 1536)])
def test_pictures_are_of_modest_size_and_carry_their_game(name: str, limit: int) -> None:
    data = (PICTURES / name).read_bytes()
    assert len(data) < limit * 1024
    record = extract(data)
    assert record is not None
    game = read_record(record).game()
    whole = read_record((PICTURES / "game.aqr").read_bytes()).game()
    assert game.moves == whole.moves[: len(game.moves)]


def test_drawings_of_the_rules_are_small() -> None:
    for path in PICTURES.rglob("*.svg"):
        assert path.stat().st_size < 100_000, path.name
