"""What a shell gets to complete."""

import os
import subprocess

import pytest

from aquaromana.bots import bot_names
from tests.cli.conftest import COMMAND


def completed(*words: str) -> list[str]:
    """What follows the last word, as bash is told; the command is asked as the line in the README says."""
    line = {"COMP_WORDS": " ".join(("aqua", *words)), "COMP_CWORD": str(len(words)), "_AQUA_COMPLETE": "bash_complete"}
    done = subprocess.run(COMMAND, env={**os.environ, **line}, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return [answer.partition(",")[2] for answer in done.stdout.splitlines()]


@pytest.mark.parametrize("command", ["arena", "play"])
def test_bots_were_not_completed(command: str) -> None:
    assert completed(command, "sea") == [f"search:{level}" for level in range(1, 6)]
    assert completed(command, "greedy", "ran") == ["random"]
    assert set(bot_names()) <= set(completed(command, ""))


def test_commands_and_options_are_completed() -> None:
    assert completed("ver") == ["verify"]
    assert completed("draw", "--the") == ["--theme"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_line_in_the_readme_gives_a_program_for_the_shell(shell: str) -> None:
    environment = {**os.environ, "_AQUA_COMPLETE": f"{shell}_source"}
    done = subprocess.run(COMMAND, env=environment, capture_output=True, text=True, check=False)
    assert "_AQUA_COMPLETE" in done.stdout
