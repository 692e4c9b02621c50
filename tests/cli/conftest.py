"""The command line inside the test's process, and as a process of its own at a terminal."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from subprocess import Popen, TimeoutExpired

import pytest
from click.testing import CliRunner, Result

from aquaromana.cli import aqua as group
from aquaromana.records import Record, write_record
from aquaromana.rules import Game
from tests.support.random_play import POLICIES

Aqua = Callable[..., Result]
COMMAND = [
    sys.executable,
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from aquaromana.cli import main; main()",
]
"""The command line as a process; it can be interrupted even if the tests run where that is ignored, as under nohup."""
THREE_LAYOUT = """players = 3
yellow = { squares = ["E4", "E5"], outlets = ["E4n", "E4w", "E5s", "E5e"] }
red = { squares = ["B2", "C2"], outlets = ["B2n", "B2w", "C2s", "C2e"] }
blue = { squares = ["J6", "J7"], outlets = ["J6n", "J6e", "J7s", "J7w"] }
"""
"""A layout of one's own for three players, as in a file."""
AT_TERMINAL = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0)"
"""Makes the standard input the terminal whose keys interrupt."""


def random_game(players: int, seed: int, decisions: int = 10_000, policy: str = "anything") -> Game:
    game, rng = Game(players=players), Random(seed)
    while len(game.moves) < decisions and not game.is_over:
        game.push(POLICIES[policy](game, rng))
    return game


def one_line(result: Result) -> str:
    """The line that tells an error; nothing else may be said, and the exit code is 2."""
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("aqua")
    return line


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which games are kept during a test."""
    folder = tmp_path / "data"
    monkeypatch.setenv("AQUA_DATA", str(folder))
    for name in ("AQUA_COMMAND", "NO_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def aqua() -> Aqua:
    """Run `aqua` with these arguments."""

    def run(*arguments: object, stdin: str | bytes = "") -> Result:
        return CliRunner().invoke(group, [str(argument) for argument in arguments], input=stdin)

    return run


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a whole game for three."""
    file = tmp_path / "finished.aqr"
    record = Record.from_game(random_game(3, 5), Seat0="Ann", Seat1="Bo", Seat2="Cy")
    file.write_text(write_record(record), "utf-8")
    return file


class Terminal:
    """A game at a pseudo-terminal."""

    def __init__(self, *arguments: str, size: tuple[int, int] = (120, 45), typed: bytes = b"") -> None:
        import fcntl
        import pty
        import struct
        import termios

        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        os.write(self.master, typed)
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
        self.process = Popen(
            [*COMMAND[:2], f"{AT_TERMINAL}; {COMMAND[2]}", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.said = ""

    def wait_for(self, text: str, seconds: float = 20) -> str:
        """What is on the screen up to and with the text; it counts from what was waited for last."""
        import select

        end = time.monotonic() + seconds
        while text not in self.said:
            ready, _, _ = select.select([self.master], [], [], max(0, end - time.monotonic()))
            try:
                data = os.read(self.master, 65536) if ready else b""
            except OSError:  # the other side is closed
                data = b""
            if not data:
                raise AssertionError(f"{text!r} did not come, but {self.said[-2000:]!r}")
            self.said += data.decode("utf-8", "replace")
        seen, _, self.said = self.said.partition(text)
        return seen + text

    def type(self, text: str) -> str:
        """Type a line at the prompt, and return what was shown before it."""
        shown = self.wait_for("\r\n> ")
        os.write(self.master, text.encode() + b"\n")
        return shown

    def answer(self, prompt: str, text: str) -> str:
        """Type a line at another prompt, and return what was shown before it."""
        shown = self.wait_for(prompt)
        os.write(self.master, text.encode() + b"\n")
        return shown

    def press(self, key: bytes, prompt: str = "\r\n> ") -> None:
        """Press a key at the prompt until that ends the program: the first may come before it listens."""
        self.wait_for(prompt)
        for _ in range(10):
            os.write(self.master, key)
            try:
                self.process.wait(3)  # pressed while it is about to end, the key would end it in another way
            except TimeoutExpired:
                continue
            return

    def end(self) -> int:
        code = self.process.wait(20)
        os.close(self.master)
        return code


@pytest.fixture
def terminal() -> Iterator[Callable[..., Terminal]]:
    """Start `aqua` at a terminal of its own."""
    if sys.platform == "win32":
        pytest.skip("there are no pseudo-terminals here")
    started: list[Terminal] = []

    def start(*arguments: str, size: tuple[int, int] = (120, 45), typed: bytes = b"") -> Terminal:
        started.append(Terminal(*arguments, size=size, typed=typed))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()
