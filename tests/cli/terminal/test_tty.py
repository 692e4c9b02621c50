"""`aqua play` at a real terminal: questions, drawing, interruption, sudden death."""

import contextlib
import os
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aquaromana.cli.terminal.screen import wrapped
from aquaromana.records import Record, read_record
from tests.cli.conftest import Terminal, random_game
from tests.cli.test_play import saved

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")

Start = Callable[..., Terminal]


def kept(data: Path) -> Record:
    (file,) = data.glob("*")
    return read_record(file.read_bytes())


@pytest.mark.slow
def test_three_short_questions_and_a_first_decision(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--terminal", "--terminal")
    screen.answer("How many players, 2 to 4? [2]: ", "3")
    screen.answer("[Player]: ", "a b c d")
    screen.wait_for("4 seats are named, but 3 play.")
    screen.answer("[Player]: ", "Anna, random")
    screen.wait_for("How strong is the bot? 1 newcomer (easy), 2 apprentice, 3 helper, 4 mason (medium)")
    screen.answer("[3]: ", "13")
    screen.wait_for("Enter a number from 1 to 12, its name, or one of random, first, greedy, level:1 to level:12")
    screen.answer("[3]: ", "easy")
    shown = screen.type("C")
    assert "\x1b[" in shown
    assert "Anna sets up a builder on the path." in shown
    screen.type("12")
    assert "are you done?" in screen.type("")
    after = screen.type("quit")
    assert re.search(r"1 · Newcomer places a", re.sub(r"\x1b\[[0-9;]*m", "", after))
    screen.wait_for("The game is saved. To continue: aqua play --terminal --resume ")
    assert screen.end() == 0
    record = kept(data)
    assert [str(move) for move in record.moves][:1] == ["C@12"]
    assert len(record.moves) == 3
    assert record.names == ("Anna", "Random", "1 · Newcomer")
    assert (record.tags["Bot1"], record.tags["Bot2"]) == ("random", "level:1")


@pytest.mark.slow
def test_an_interruption_leaves_with_the_game_saved(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--terminal", "Anna", "Ben", "--auto")
    screen.type("C@12")
    screen.press(b"\x03")
    screen.wait_for("The game is saved")
    assert screen.end() == 130
    assert [str(move) for move in kept(data).moves] == ["C@12"]


@pytest.mark.slow
def test_the_end_of_the_input_leaves_with_the_game_saved(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--terminal", "Anna", "Ben")
    screen.type("C@12")
    screen.press(b"\x04")
    screen.wait_for("The game is saved")
    assert screen.end() == 0
    record = kept(data)
    assert [str(move) for move in record.moves] == ["C@12"]
    assert record.tags["Unconfirmed"] == "1"


@pytest.mark.slow
def test_interrupting_the_first_questions_saves_nothing(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--terminal", "--terminal")
    screen.press(b"\x03", "[2]: ")
    assert screen.end() == 130
    assert not data.exists()


@pytest.mark.slow
def test_a_game_survives_sudden_death(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--terminal", "Anna", "Ben", "--auto")
    screen.type("C@12")
    screen.type("D@13")
    screen.type("S")
    screen.wait_for("\r\n> ")
    screen.process.send_signal(signal.SIGKILL)
    screen.end()
    assert [str(move) for move in kept(data).moves] == ["C@12", "D@13"]


@pytest.mark.slow
def test_a_small_terminal_gets_the_compact_board(terminal: Start) -> None:
    screen = terminal("play", "--terminal", "Anna", "Ben", size=(80, 24))
    shown = screen.type("?")
    helped = screen.type("list")
    assert "resume FILE" in helped
    for seen in (shown, helped, screen.type("quit")):
        assert len(lines_of(seen)) <= 24
        assert max(map(len, lines_of(seen))) <= 80
    assert screen.end() == 0


def lines_of(seen: str) -> list[str]:
    """What stands on the screen: the lines since it was cleared."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", seen.rpartition("\x1b[2J")[2]).split("\r\n")


@pytest.mark.slow
def test_a_list_keeps_its_facts_on_a_small_screen(terminal: Start, tmp_path: Path) -> None:
    file = saved(random_game(2, 1, 12), tmp_path / "built.aqr", Seat0="Anna", Seat1="Ben")
    screen = terminal("play", "--terminal", "--resume", str(file), size=(80, 24))
    lines = lines_of(screen.type("quit"))
    at = next(number for number, line in enumerate(lines) if "Which workman? (length; builders in sight)" in line)
    assert re.match(r"  1:[A-K][1-8][nesw] 0; [CDSB]\d", lines[at + 1])
    assert len(lines) <= 24
    assert screen.end() == 0


@pytest.mark.slow
def test_long_texts_are_shown_page_by_page(terminal: Start, tmp_path: Path) -> None:
    file = saved(random_game(2, 1, 40, "never closing"), tmp_path / "long.aqr")
    screen = terminal("play", "--terminal", "--resume", str(file), size=(80, 24))
    screen.type("log all")
    assert "  1. " in screen.answer("Enter: more, q: enough ", "")
    assert "  1. " not in screen.answer("Enter: more, q: enough ", "q")
    assert len(lines_of(screen.type("log"))) <= 24
    last = lines_of(screen.type("quit"))
    assert any(line.startswith(" 40. ") for line in last)
    assert len(last) <= 24


@pytest.mark.slow
def test_a_terminal_that_is_too_small_says_what_is_needed(terminal: Start) -> None:
    screen = terminal("play", "--terminal", "Anna", "Ben", size=(70, 20))
    lines = lines_of(screen.type("C@12"))
    assert lines[0] == "The board needs 80×24 characters, this window has 70×20."
    assert len(lines) < 20
    screen.type("quit")
    screen.wait_for("The game is saved")
    assert screen.end() == 0


@pytest.mark.slow
def test_ctrl_c_while_a_bot_thinks_leaves_with_the_game_saved(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--terminal", "Anna", "search:5:Carl", "--think", "1000s", "--auto")
    screen.type("C@12")
    screen.wait_for("Carl is thinking …")
    screen.press(b"\x03", "Ctrl-C: save and leave")
    screen.wait_for("The game is saved. To continue: aqua play --terminal --resume ")
    assert screen.end() == 130
    assert "Traceback" not in screen.said
    record = kept(data)
    assert [str(move) for move in record.moves] == ["C@12"]
    assert record.tags["Bot1"] == "search:5"


@pytest.mark.slow
def test_keys_pressed_before_the_first_question_are_ignored(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--terminal", "Anna", "Ben", "--auto", typed=b"C@12\nD@13\n")
    screen.type("S@14")
    screen.press(b"\x04")
    assert screen.end() == 0
    assert [str(move) for move in kept(data).moves] == ["S@14"]


@pytest.mark.slow
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
    screen = terminal("play", "--terminal", "--resume", str(file), "--auto")
    screen.press(b"\x04")
    assert screen.end() == 0
    assert read_record(file.read_bytes()).moves[: len(game.moves) + 1] == (*game.moves, game.legal_moves()[0])


@pytest.mark.slow
def test_ctrl_c_ends_the_server_of_the_browser_without_a_word(terminal: Start, data: Path) -> None:
    screen = terminal("play", "--no-browser", "--port", "0", "search:5", "search:5")
    screen.wait_for("Aqua Romana is served at http://127.0.0.1:", 60)
    screen.wait_for("Ctrl+C ends it", 60)
    screen.wait_for("The table is at ", 60)
    os.write(screen.master, b"\x03")
    assert screen.process.wait(30) == 0
    said = screen.said
    with contextlib.suppress(OSError):  # the other side is closed
        while more := os.read(screen.master, 65536):
            said += more.decode("utf-8", "replace")
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/#/table/\w+\s+(\^C)?\s*", said)
    assert not (data / "server.json").exists()


@pytest.mark.slow
def test_tab_completes_a_decision(terminal: Start, data: Path) -> None:
    pytest.importorskip("readline")
    screen = terminal("play", "--terminal", "Anna", "Ben", "--auto")
    screen.type("C@38\t")
    screen.press(b"\x04")
    screen.wait_for("The game is saved")
    assert screen.end() == 0
    assert [str(move) for move in kept(data).moves] == ["C@38"]


@pytest.mark.slow
def test_a_game_to_its_end(terminal: Start, data: Path, tmp_path: Path) -> None:
    game = random_game(2, 3)
    last = game.pop()
    while len(game.legal_moves()) == 1:
        last = game.pop()
    file = saved(game, tmp_path / "late.aqr")
    screen = terminal("play", "--terminal", "--resume", str(file))
    screen.type(str(last))
    screen.type("")
    assert str(last) in screen.wait_for("The game ended because ")
    screen.answer("Enter: the scoring ", "")
    screen.wait_for("Final scoring")
    screen.wait_for("The game is saved in ")
    assert screen.end() == 0
    assert read_record(file.read_bytes()).is_finished


@pytest.mark.slow
def test_a_position_was_broken_into_pieces(terminal: Start) -> None:
    """At a terminal of 80 columns it is longer than a line; the terminal itself breaks it, so it can be copied."""
    position = "4.t.0d0t0001.4HQ10I10I8FHIQ7I1LJ7I10I18.1C3B2DB2SC3B3C3S1D3S3D2.J---.oox-ooo-ooo-oxo.5G8Y"
    assert len(position) > 80
    assert wrapped(position, 79) == [position]
    assert wrapped("one two", 5) == ["one", "two"]
    screen = terminal("play", "--terminal", "Anna", "Ben", "Cy", "Di", "--from", position, size=(80, 24))
    screen.type("position")
    assert position in screen.type("quit")
