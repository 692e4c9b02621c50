"""`aqua arena`."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from aquaromana.bots import bot_words, level_words
from aquaromana.records import read_record, verify
from tests.cli.conftest import COMMAND, Aqua, Terminal, one_line

posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals")
MANY = ["arena", "random", "random", "--games", "240", "--seed", "5", "--workers", "2", "--out", "results"]


def log_lines(folder: Path) -> list[bytes]:
    file = folder / "arena.jsonl"
    return file.read_bytes().splitlines() if file.exists() else []


def started(folder: Path, lines: int) -> subprocess.Popen[str]:
    """The long match, once it has this many lines in its log."""
    process = subprocess.Popen(
        [*COMMAND, *MANY], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    end = time.monotonic() + 30
    while len(log_lines(folder)) < lines:
        assert process.poll() is None
        assert time.monotonic() < end
        time.sleep(0.002)
    return process


def is_whole(folder: Path, games: int) -> bool:
    """Whether every game is there once, with a true record."""
    assert sorted(json.loads(line)["game"] for line in log_lines(folder)[1:]) == list(range(games))
    files = sorted((folder / "games").glob("*.aqr"))
    assert [int(file.name[:6]) for file in files] == list(range(games))
    return all(verify(read_record(file.read_text("utf-8"))).is_true for file in files[::10])


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_match(aqua: Aqua, players: int) -> None:
    result = aqua("arena", "random", "random", "--players", players, "--sets", 3, "--workers", 1)
    assert result.exit_code == 0
    head, empty, columns, first, second, elo = result.stdout.splitlines()
    games = 3 * players
    assert head == f"random – random (2): {players} players, {games} games in 3 sets of {players}, seed 0"
    assert empty == ""
    assert columns.split() == ["bot", "games", "win", "share", "95", "%", "interval", "points", "s/decision"]
    assert first.startswith(f"random      {games:>5}")
    assert second.startswith(f"random (2)  {games:>5}")
    assert elo.startswith("random against random (2): ")
    assert f"{games}/{games} games: random" in result.stderr


@pytest.mark.slow
def test_the_number_of_games_is_rounded_up_to_sets(aqua: Aqua) -> None:
    result = aqua("arena", *["random"] * 3, "--players", 2, "--games", 7, "--workers", 1)
    assert "12 games in 2 sets of 6" in result.stdout


@pytest.mark.slow
def test_a_summary(aqua: Aqua, tmp_path: Path) -> None:
    command = ("arena", "random", "search:1@2", "--games", 6, "--budget", "10", "--per", "stretch", "--workers", 2)
    assert aqua(*command, "--json", "summary.json", "--sprt", -10, 0).exit_code == 0
    summary = json.loads((tmp_path / "summary.json").read_text("utf-8"))
    assert summary["games"] == 6
    assert summary["finished"] is True
    assert summary["match"]["bots"] == ["random", "search:1@2/stretch"]
    assert summary["match"]["budget"] == "10/stretch"
    assert [bot["games"] for bot in summary["bots"]] == [6, 6]
    assert sum(bot["share"] for bot in summary["bots"]) == pytest.approx(1)
    assert (summary["sprt"]["elo0"], summary["sprt"]["verdict"]) == (-10, None)
    printed = aqua(*command, "--json", "-").stdout
    assert json.loads(printed)["games"] == 6


@pytest.mark.slow
def test_the_same_command_resumes_and_another_is_rejected(aqua: Aqua, tmp_path: Path) -> None:
    command = ["arena", "random", "random", "--out", "results", "--workers", "1"]
    first = aqua(*command, "--games", 6)
    again = aqua(*command, "--games", 6)
    assert first.stdout == again.stdout
    assert "6 games have already been played" in again.stderr
    assert is_whole(tmp_path / "results", 6)
    assert "results holds another match: sets is 3 there and 4 here" in one_line(aqua(*command, "--games", 8))


@posix
@pytest.mark.slow
def test_kill_9_in_the_middle_loses_and_doubles_nothing(aqua: Aqua, tmp_path: Path) -> None:
    folder = tmp_path / "results"
    for lines in (10, 60, 120):
        process = started(folder, lines)
        process.kill()
        process.communicate(timeout=20)  # the pipes close when the last process of the match is gone
        with (folder / "arena.jsonl").open("ab") as file:
            file.write(b'{"game":239,"set":1')
    assert 120 <= len(log_lines(folder)) < 240
    resumed = aqua(*MANY)
    assert resumed.exit_code == 0
    assert is_whole(folder, 240)
    straight = aqua(*[word if word != "results" else "straight" for word in MANY])
    assert shares(resumed.stdout) == shares(straight.stdout)


def shares(table: str) -> list[list[str]]:
    """The rows without their times."""
    return [line.split()[:-1] for line in table.splitlines()[3:5]]


@posix
@pytest.mark.slow
def test_ctrl_c_keeps_the_games_and_says_how_to_go_on(tmp_path: Path) -> None:
    process = started(tmp_path / "results", 20)
    os.killpg(process.pid, signal.SIGINT)
    said, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "Traceback" not in errors
    kept = len(log_lines(tmp_path / "results")) - 1
    assert errors.splitlines()[-1] == (
        f"stopped; {kept} games are saved, and the same command resumes: aqua {' '.join(MANY)}"
    )
    assert "win share" in said


def test_the_help_lists_the_bots(aqua: Aqua) -> None:
    text = " ".join(aqua("arena", "--help").stdout.split())
    assert f"Bots: {bot_words()}." in text
    assert level_words() in text
    assert "12 emperor" in text


def test_bots_named_by_title_play_as_by_number(aqua: Aqua) -> None:
    result = aqua("arena", "level:Newcomer", "search:beginner@2", "--sets", 1, "--workers", 1)
    assert result.stdout.splitlines()[0].startswith("level:1 – search:1@2: 2 players, ")


@pytest.mark.slow
def test_a_terminal_shows_a_bar_and_the_standings(terminal: Callable[..., Terminal]) -> None:
    screen = terminal("arena", "random", "random", "--games", "100", "--workers", "1")
    seen = screen.wait_for("random against random (2): ")
    assert "/100" in seen
    assert "━" in seen
    assert screen.end() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody", "random"], "nobody"),
        (["random"], "two bots or more"),
        ([], "two bots or more"),
        (["random", ""], "'' is not a valid bot"),
        (["random", "random", "--players", "1"], "2, 3 or 4 players, not 1"),
        (["random", "random", "--players", "5"], "2, 3 or 4 players, not 5"),
        (["random"] * 5, "5 bots do not fit one table"),
        (["random", "random", "--budget", "fast"], "'fast' is not a valid budget"),
        (["random", "random", "--budget", "0s"], "budget of 0 seconds"),
        (["random", "search:1@-3"], "'-3' is not a valid budget"),
        (["random", "search:9"], "levels 1 to 5"),
        (["random", "random@800"], "has no budget"),
        (["random", "random", "--per", "game"], "'game' is not one of"),
        (["random", "random", "--sprt", "10", "0"], "no sequential test of 10 0"),
        (["random", "random", "--sprt", "nan", "0"], "no sequential test of nan 0"),
        (["random", "random", "--sprt", "x", "0"], "'x' is not a number"),
        (["search:1", "random", "--vary", "explore"], "write it like explore=0.4,0.6"),
        (["search:1", "random", "--vary", "explore=1,2", "--sprt", "0", "10"], "does not go with --sprt"),
        (["search:1", "random", "--vary", "explore=1,2", "--next"], "does not go with --rate or --next"),
        (["random", "random", "random", "--sprt", "0", "10"], "compares two bots, not 3"),
        (["random", "random", "--games", "0"], "a match has 1 game or more, not 0"),
        (["random", "random", "--games", "-5"], "a match has 1 game or more, not -5"),
        (["random", "random", "--games", "many"], "'many' is not a whole number"),
        (["random", "random", "--sprt", "5"], "requires 2 arguments (see aqua arena --help)"),
        (["random", "random", "--games", "4", "--sets", "2"], "--games and --sets cannot be used together"),
        (["random", "random", "--workers", "0"], "processes, not 0"),
        (["random", "random", "--limit", "0"], "limit of 0 seconds"),
        (["random", "random", "--address", "auto"], "--address goes with --runner ray"),
        (["random", "random", "--runner", "ray", "--limit", "9"], "--limit does not go with --runner ray"),
        (["random", "random", "--runner", "ray", "--address", "127.0.0.1:1"], "cannot reach a Ray cluster"),
        (["random", "random", "--runner", "smoke"], "'smoke' is not one of"),
        (["random", "random", "--layout", "missing.toml"], "cannot read missing.toml"),
        (["random", "random", "--out", "file/inside"], "cannot write into file/inside"),
        (["random", "random", "--json", "missing/summary.json"], "cannot write missing/summary.json"),
        (["random", "random", "--json", "."], "it is a folder"),
        (["random", "random", "--seed", "-1"], "'-1' is not a whole number from 0 on"),
    ],
)
def test_bad_input_is_one_line(aqua: Aqua, tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "file").write_text("")
    assert said in one_line(aqua("arena", *arguments))
