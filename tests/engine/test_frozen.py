"""`search:1` to `search:5` stay what they are, and the champion while the version of the engine is the same."""

from pathlib import Path

import pytest

from aquaromana.bots.search import LEVELS
from aquaromana.rules import Game, Phase
from tests.support.frozen import CHAMPION, CHAMPION_GAMES, FROZEN, GAMES, PLAYOUTS, champion_thoughts, played, thoughts


def read(file: Path) -> tuple[list[list[str]], list[list[str]]]:
    """The paragraphs of a file: positions with what is made of them, and games."""
    paragraphs = [
        [line for line in paragraph.splitlines() if not line.startswith("#")]
        for paragraph in file.read_text("utf-8").strip().split("\n\n")
    ]
    games = [lines for lines in paragraphs if lines and lines[0].startswith("game of")]
    return [lines for lines in paragraphs if lines and lines not in games], games


THOUGHT, PLAYED = read(FROZEN)
CHAMPIONS, CHAMPIONS_PLAYED = read(CHAMPION)


def test_the_champions_file_has_every_table_size_and_phase() -> None:
    positions = [Game.from_position(position) for position, _ in CHAMPIONS]
    assert {players: [game.players for game in positions].count(players) for players in (2, 3, 4)} == dict.fromkeys(
        (2, 3, 4), 40
    )
    assert {(game.players, game.phase) for game in positions} == {
        (players, phase) for players in (2, 3, 4) for phase in Phase if phase is not Phase.OVER
    }
    assert len(CHAMPIONS_PLAYED) == len(CHAMPION_GAMES)


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_champion_decides_as_this_engine_does(players: int) -> None:
    """If it is meant to decide otherwise: raise ENGINE, run `scripts/golden champion`, add a digest to test_version."""
    for position, *known in CHAMPIONS:
        if Game.from_position(position).players == players:
            assert champion_thoughts(position) == known, position


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("game", "lines"), list(zip(CHAMPION_GAMES, CHAMPIONS_PLAYED, strict=True)))
def test_the_champion_plays_the_game_of_this_engine(game: tuple[int, str, int], lines: list[str]) -> None:
    assert list(played(*game)) == lines


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
    assert thoughts(position) == frozen


@pytest.mark.slow
@pytest.mark.usefixtures("core")
@pytest.mark.parametrize(("game", "lines"), list(zip(GAMES, PLAYED, strict=True)))
def test_a_level_plays_the_game_it_always_played(game: tuple[int, str, int], lines: list[str]) -> None:
    assert list(played(*game)) == lines
