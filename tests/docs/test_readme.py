"""The front page: what it tells to type works as it stands."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from aquaromana.cli.group import COMMANDS
from aquaromana.records import write_record
from tests.docs.pages import blocks, text_of
from tests.server.service.test_service_reviews import ending
from tests.support.house import ROOT, SCRIPTS

README = ROOT / "README.md"
COMMAND_LINES = [line for block in blocks(README, "sh") for line in block.splitlines()]
SMALLER = {"--games": "2", "--count": "1", "review": "ending.aqr"}
AQUA = [shlex.split(line, comments=True)[1:] for line in COMMAND_LINES if line.startswith("aqua ")]


def test_it_opens_with_the_picture_and_shows_the_film() -> None:
    title, _, picture, *_ = text_of(README).splitlines()
    assert title == "# Aqua Romana"
    assert re.fullmatch(r"!\[.+\]\(docs/pictures/table\.png\)", picture)
    assert "](docs/pictures/play.gif)" in text_of(README)


def test_it_shows_a_session_and_how_to_play_and_test() -> None:
    assert text_of(README).count(">>> ") > 10
    called = {tuple(line.split()[:2]) for line in COMMAND_LINES if line.startswith("python3 ")}
    assert called == {("python3", "scripts/play"), ("python3", "scripts/test")}
    assert {"play", "test"} <= set(SCRIPTS)


def test_it_names_every_command_and_every_page() -> None:
    assert {arguments[0] for arguments in AQUA} == set(COMMANDS)
    linked = set(re.findall(r"\]\((docs/[\w-]+\.md)", text_of(README)))
    assert linked >= {page.relative_to(ROOT).as_posix() for page in (ROOT / "docs").glob("*.md")}


def smaller(arguments: list[str]) -> list[str]:
    """The same command with fewer games and positions, a narrower film, or the end of a game alone."""
    options = ["", *arguments[:-1]]
    command = [SMALLER.get(option, argument) for option, argument in zip(options, arguments, strict=True)]
    return [*command, "--width", "240"] if command[0] == "draw" else command


@pytest.mark.slow
def test_its_commands_work_one_after_the_other(tmp_path: Path) -> None:
    (tmp_path / "docs" / "pictures").mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "pictures" / "game.aqr", tmp_path / "docs" / "pictures")
    (tmp_path / SMALLER["review"]).write_text(write_record(ending()), "utf-8")
    environment = {**os.environ, "AQUA_DATA": str(tmp_path / "games")}
    for arguments in AQUA:
        if arguments[0] == "serve":  # it would not end; tests/server starts it
            continue
        done = subprocess.run(
            [sys.executable, "-m", "aquaromana", *smaller(arguments)],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,  # the player leaves at once, so there is nothing to save
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, (arguments, done.stderr)
    made = {"docs", "ending.aqr", "games", "thursday", "game.gif", "game.json", "selfplay", "test.jsonl"}
    assert {path.name for path in tmp_path.iterdir()} == made
