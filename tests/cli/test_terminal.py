"""`aqua play` at a real terminal: questions, drawing, interruption, sudden death."""

import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aquaromana.records import Record, read_record
from tests.cli.conftest import Terminal, random_game
from tests.cli.test_play import saved

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

Start = Callable[..., Terminal]


def kept(data: Path) -> Record:
    (file,) = data.glob("*")
    return read_record(file.read_bytes())


def test_two_short_questions_and_a_first_decision(terminal: Start, data: Path) -> None:
    screen = terminal("play")
    screen.answer("How many players, 2 to 4? [2]: ", "3")
    screen.answer("[Player random random]: ", "a b c d")
    screen.wait_for("4 seats are named, but 3 play.")
    screen.answer("[Player random random]: ", "Anna, random")
    shown = screen.type("C")
    assert "\x1b[" in shown
    assert "Anna sets up a builder on the path." in shown
    screen.type("12")
    assert "are you done?" in screen.type("")
    after = screen.type("quit")
    assert re.search(r"Random 3 places a", re.sub(r"\x1b\[[0-9;]*m", "", after))
    screen.wait_for("The game is saved; to go on: aqua play --resume ")
    assert screen.end() == 0
    record = kept(data)
    assert [str(move) for move in record.moves][:1] == ["C@12"]
    assert len(record.moves) == 3
    assert record.names == ("Anna", "Random 2", "Random 3")


def test_an_interruption_leaves_with_the_game_saved(terminal: Start, data: Path) -> None:
    screen = terminal("play", "Anna", "Ben", "--auto")
    screen.type("C@12")
    screen.press(b"\x03")
    screen.wait_for("The game is saved")
    assert screen.end() == 130
    assert [str(move) for move in kept(data).moves] == ["C@12"]


def test_the_end_of_the_input_leaves_with_the_game_saved(terminal: Start, data: Path) -> None:
    screen = terminal("play", "Anna", "Ben")
    screen.type("C@12")
    screen.press(b"\x04")
    screen.wait_for("The game is saved")
    assert screen.end() == 0
    record = kept(data)
    assert [str(move) for move in record.moves] == ["C@12"]
    assert record.tags["Unconfirmed"] == "1"


def test_interrupting_the_first_questions_saves_nothing(terminal: Start, data: Path) -> None:
    screen = terminal("play")
    screen.press(b"\x03", "[2]: ")
    assert screen.end() == 130
    assert not data.exists()


def test_a_game_survives_sudden_death(terminal: Start, data: Path) -> None:
    screen = terminal("play", "Anna", "Ben", "--auto")
    screen.type("C@12")
    screen.type("D@13")
    screen.type("S")
    screen.wait_for("\r\n> ")
    screen.process.send_signal(signal.SIGKILL)
    screen.end()
    assert [str(move) for move in kept(data).moves] == ["C@12", "D@13"]


def test_a_small_terminal_gets_the_compact_board(terminal: Start) -> None:
    screen = terminal("play", "Anna", "Ben", size=(80, 24))
    shown = screen.type("?")
    lines = re.sub(r"\x1b\[[0-9;]*[a-zA-Z]", "", shown).split("\r\n")
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert "resume FILE" in screen.type("quit")
    assert screen.end() == 0


def test_without_a_choice_the_decision_is_made(terminal: Start, tmp_path: Path) -> None:
    game = next(
        game
        for seed in range(300)
        for game in [random_game(2, seed, 60)]
        for before in [game.copy()]
        if game.moves
        and not game.is_over
        and before.pop()
        and before.to_move == game.to_move
        and len(before.legal_moves()) > 1
        and len(game.legal_moves()) == 1
    )
    file = saved(game, tmp_path / "forced.aqr")
    screen = terminal("play", "--resume", str(file), "--auto")
    screen.press(b"\x04")
    assert screen.end() == 0
    assert read_record(file.read_bytes()).moves[: len(game.moves) + 1] == (*game.moves, game.legal_moves()[0])


def test_tab_completes_a_decision(terminal: Start, data: Path) -> None:
    pytest.importorskip("readline")
    screen = terminal("play", "Anna", "Ben", "--auto")
    screen.type("C@38\t")
    screen.press(b"\x04")
    screen.wait_for("The game is saved")
    assert screen.end() == 0
    assert [str(move) for move in kept(data).moves] == ["C@38"]


def test_a_game_to_its_end(terminal: Start, data: Path, tmp_path: Path) -> None:
    game = random_game(2, 3)
    last = game.pop()
    while len(game.legal_moves()) == 1:
        last = game.pop()
    file = saved(game, tmp_path / "late.aqr")
    screen = terminal("play", "--resume", str(file))
    screen.type(str(last))
    screen.type("")
    screen.wait_for("Final scoring")
    screen.wait_for("The game is kept in ")
    assert screen.end() == 0
    assert read_record(file.read_bytes()).is_finished
