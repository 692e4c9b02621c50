"""`aqua engine` as a process."""

import subprocess
import sys

import pytest

from tests.cli.conftest import Aqua, one_line

COMMAND = [sys.executable, "-m", "aquaromana", "engine"]


def talk(said: bytes, *arguments: str) -> tuple[int, list[str], str]:
    done = subprocess.run([*COMMAND, *arguments], input=said, capture_output=True, timeout=60, check=False)
    return done.returncode, done.stdout.decode().splitlines(), done.stderr.decode()


@pytest.mark.slow
def test_a_pipe_gets_its_answer_and_the_end_of_input_ends_it() -> None:
    code, lines, errors = talk(b"position start players 2\r\ngo nodes 20\n", "--bot", "search:1", "--seed", "3")
    assert (code, errors) == (0, "")
    assert lines[-1].startswith("bestmove ")


@pytest.mark.slow
def test_garbage_is_ignored_and_a_line_without_end_is_refused() -> None:
    code, lines, errors = talk(b"\xff\xfe\0\n\n  \n" + b"x" * 200_000 + b"\nisready\n" + b"y" * 70_000)
    assert (code, errors) == (0, "")
    refused = "error line/too-long A line has at most 65536 bytes."
    assert lines == [refused, "readyok", refused]


@pytest.mark.slow
def test_quit_ends_an_endless_search() -> None:
    code, _, errors = talk(b"go infinite\nquit\n", "--bot", "search:5")
    assert (code, errors) == (0, "")


@pytest.mark.slow
def test_it_ends_when_nobody_reads_its_answers() -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"isready\n")
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"go nodes 1000000000\n")
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    ("arguments", "why"),
    [(["--bot", "nobody"], "there is no bot 'nobody'"), (["--threads", "0"], "not a whole number from 1 to 256")],
)
def test_a_wrong_option_is_one_line(aqua: Aqua, arguments: list[str], why: str) -> None:
    assert why in one_line(aqua("engine", *arguments))
