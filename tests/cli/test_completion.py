"""What a shell gets to complete."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from aquaromana.bots import bot_names
from tests.cli.conftest import COMMAND


def completed(*words: str) -> list[str]:
    """What follows the last word, as bash is told; the command is asked as the line in the README says."""
    line = {"COMP_WORDS": " ".join(("aqua", *words)), "COMP_CWORD": str(len(words)), "_AQUA_COMPLETE": "bash_complete"}
    done = subprocess.run(COMMAND, env={**os.environ, **line}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return [answer.partition(",")[2] for answer in done.stdout.splitlines()]


@pytest.mark.parametrize("command", ["arena", pytest.param("play", marks=pytest.mark.slow)])
def test_bots_were_not_completed(command: str) -> None:
    assert completed(command, "sea") == [f"search:{level}" for level in range(1, 6)]
    assert completed(command, "greedy", "ran") == ["random"]
    assert set(bot_names()) <= set(completed(command, ""))


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("aqua arena search:", ["1", "2", "3", "4", "5"]),
        pytest.param("aqua arena greedy level:1", ["1", "10", "11", "12"], marks=pytest.mark.slow),
        pytest.param("aqua arena search:3 ran", ["random"], marks=pytest.mark.slow),
        pytest.param("aqua ver", ["verify"], marks=pytest.mark.slow),
    ],
)
def test_bash_completed_nothing_after_a_colon(tmp_path: Path, line: str, offered: list[str]) -> None:
    """Bash breaks words at colons, and expects only what follows the last one."""
    bash = shutil.which("bash")
    if bash is None or os.name == "nt":
        pytest.skip("there is no Bash")
    program = tmp_path / "aqua"
    program.write_text(f'#!/bin/sh\nexec {shlex.join(COMMAND)} "$@"\n')
    program.chmod(0o755)
    source = subprocess.run(
        COMMAND, env={**os.environ, "_AQUA_COMPLETE": "bash_source"}, capture_output=True, text=True, check=True
    ).stdout
    name = source.partition("(")[0]
    words = f"COMP_LINE={shlex.quote(line)}; COMP_POINT={len(line)}; COMP_WORDS=(aqua); COMP_CWORD=0"
    script = f"{source}\n{words}\n{name} {shlex.quote(str(program))}\nprintf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run([bash, "--norc", "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == offered, done.stderr


@pytest.mark.slow
def test_commands_and_options_are_completed() -> None:
    assert completed("ver") == ["verify"]
    assert completed("draw", "--the") == ["--theme"]


@pytest.mark.slow
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_line_in_the_readme_gives_a_program_for_the_shell(shell: str) -> None:
    environment = {**os.environ, "_AQUA_COMPLETE": f"{shell}_source"}
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert "_AQUA_COMPLETE" in done.stdout
