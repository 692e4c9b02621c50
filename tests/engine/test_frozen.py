"""`search:1` to `search:5` stay what they are: the opponent against which progress is measured."""

import pytest

from aquaromana.bots.search import LEVELS
from tests.support.frozen import FROZEN, GAMES, PLAYOUTS, played, thought

TEXT = FROZEN.read_text("utf-8")
PARAGRAPHS = [paragraph.splitlines() for paragraph in TEXT.split("\n\n")]
THOUGHT = [[line for line in lines if not line.startswith("#")] for lines in PARAGRAPHS if "  search:1@" in str(lines)]
PLAYED = [lines for lines in PARAGRAPHS if lines[0].startswith("game of")]


def test_the_frozen_file_has_every_level_and_table_size() -> None:
    assert set(PLAYOUTS) == set(LEVELS)
    assert {lines[0][0] for lines in THOUGHT} == {"2", "3", "4"}
    assert len(THOUGHT) >= 30
    assert len(PLAYED) == len(GAMES)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("lines", THOUGHT, ids=[lines[0] for lines in THOUGHT])
def test_a_frozen_level_decides_as_before(lines: list[str]) -> None:
    position, *frozen = lines
    assert [thought(level, position) for level in PLAYOUTS] == frozen


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("game", "lines"), list(zip(GAMES, PLAYED, strict=True)))
def test_a_level_plays_the_game_it_always_played(game: tuple[int, str, int], lines: list[str]) -> None:
    assert list(played(*game)) == lines
