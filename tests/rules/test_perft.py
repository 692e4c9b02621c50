"""Lines of play counted: what another program that knows the same rules must count too."""

from pathlib import Path

import pytest

from aquaromana.rules import Game, Phase
from aquaromana.rules.perft import divide, perft
from tests.support.golden import PERFT, Counted, fresh_perft, perft_lines
from tests.support.positions import built
from tests.support.random_play import PLAYERS

FILES = sorted(PERFT.glob("*.perft"))
COUNTED = [line for path in FILES for line in perft_lines(path) if isinstance(line, Counted)]


@pytest.mark.slow
@pytest.mark.parametrize("line", COUNTED, ids=lambda line: line.position)
def test_perft(line: Counted) -> None:
    assert str(line.recount()) == str(line)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft_files_are_written_plainly(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "".join(f"{line}\n" for line in perft_lines(path)) == text
    assert "?" not in text.partition("#")[0]


def test_perft_files_have_every_phase_and_number_of_players() -> None:
    games = [Game.from_position(line.position) for line in COUNTED]
    assert len({str(game) for game in games}) == len(COUNTED) >= 25
    found = {(game.players, game.phase) for game in games}
    assert found >= {(players, phase) for players in PLAYERS for phase in Phase if phase is not Phase.OVER}
    assert any(not game.layout.is_standard for game in games)


def test_divide_splits_what_perft_counts() -> None:
    for line in COUNTED:
        game = Game.from_position(line.position)
        depth = min(2, max(line.counts))
        split = divide(game, depth)
        assert list(split) == list(game.legal_moves())
        assert sum(split.values()) == line.counts[depth]
        assert str(game) == line.position, "nothing is left behind"


def test_depth_0_is_one_line_and_a_game_that_ends_counts_nothing() -> None:
    game = built(phase="c", dry=4)
    assert perft(game, 0) == 1
    assert perft(game, 1) == 4
    ended = Game.from_position(str(game))
    ended.play("-")
    assert perft(ended, 0) == 1
    assert perft(ended, 1) == 0
    assert divide(ended, 1) == {}
    assert perft(game, 3) == 0, "closing, then one claim, then the end"


def test_a_count_asked_for_is_filled_in(tmp_path: Path) -> None:
    file = tmp_path / "new.perft"
    file.write_text("# the start\n\n2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.- ; 1 ? ; 2 ?\n", "utf-8")
    assert fresh_perft(file) == "# the start\n\n2.s.0d0.88.38.-.ooo-ooo-ooo-ooo.- ; 1 152 ; 2 22496\n"
