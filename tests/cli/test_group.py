"""The group: help, version, errors in one line, fast to load."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from aquaromana.cli.group import COMMANDS
from aquaromana.cli.group import aqua as group
from aquaromana.version import __version__
from tests.cli.conftest import COMMAND, Aqua, one_line


def test_the_version(aqua: Aqua) -> None:
    result = aqua("--version")
    assert (result.exit_code, result.stdout) == (0, f"aqua {__version__}\n")


def test_without_arguments_there_is_help(aqua: Aqua) -> None:
    assert aqua().stdout == aqua("--help").stdout
    assert all(name in aqua().stdout for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(aqua: Aqua, name: str) -> None:
    result = aqua(name, "--help")
    assert result.exit_code == 0
    assert f"Example: aqua {name} " in result.stdout
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert command.get_short_help_str(100) == COMMANDS[name]
    assert sorted(COMMANDS) == group.list_commands(click.Context(group))


@pytest.mark.parametrize(
    "arguments",
    [
        ["plya"],
        ["--verbose"],
        ["show"],
        ["show", "--ply", "x", "y"],
        ["draw", "x"],
        ["perft"],
        ["why", "x"],
        ["verify"],
    ],
)
def test_wrong_usage_is_one_line(aqua: Aqua, arguments: list[str]) -> None:
    assert one_line(aqua(*arguments)).endswith("--help)")


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["plya"], "aqua: there is no command 'plya'; did you mean play (see aqua --help)"),
        (["zzz"], "aqua: there is no command 'zzz'; there are analyze, "),
        (["why", "nothing", "D1e"], "aqua why: 'nothing' is neither a file nor a position"),
        (["why"], "aqua why: missing argument"),
        (
            ["show", "x", "--ply", "abc"],
            "aqua show: invalid value for '--ply': 'abc' is not a whole number (see aqua show",
        ),
    ],
)
def test_errors_begin_with_the_command(aqua: Aqua, arguments: list[str], where: str) -> None:
    assert one_line(aqua(*arguments)).startswith(where)


def test_help_loads_no_command_and_none_of_the_libraries() -> None:
    code = "import sys, atexit; from aquaromana.cli import main; atexit.register(lambda: print(*sys.modules)); main()"
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.splitlines()[-1].split())
    assert not loaded & {"PIL", "resvg_py", "rich", "aquaromana.cli.play", "aquaromana.records", "aquaromana.drawing"}


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end otherwise there")
def test_a_closed_pipe_is_not_an_error(finished: Path) -> None:
    process = subprocess.Popen(
        [*COMMAND, "perft", "--players", "2", "1", "--divide"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 1
    process.stderr.close()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_without_room_is_one_line(finished: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*COMMAND, "show", str(finished)], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == f"aqua show: cannot go on: {os.strerror(errno.ENOSPC).lower()}\n"


def test_other_trouble_of_the_system_is_one_line(aqua: Aqua, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("aquaromana.rules.perft.perft", fail)
    assert one_line(aqua("perft", "--players", 2, 1)) == "aqua perft: cannot go on: input/output error"


def test_an_interruption_is_quiet(aqua: Aqua, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("aquaromana.rules.perft.perft", interrupt)
    result = aqua("perft", "--players", 2, 1)
    assert (result.exit_code, result.output.strip()) == (130, "")
