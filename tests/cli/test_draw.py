"""`aqua draw`: pictures of every format that carry what they show."""

from pathlib import Path

import pytest

from aquaromana.drawing import extract
from aquaromana.records import Record, read_record, write_record, write_records
from aquaromana.rules import Game
from tests.cli.conftest import Aqua, one_line, random_game


def late() -> Record:
    """A few decisions from a position in the middle of a game, two of them in one stretch."""
    whole = random_game(3, 5)
    middle = Game.from_position(random_game(3, 5, 14).position)
    for move in whole.moves[14:20]:
        middle.play(move)
    return Record.from_game(middle)


STARTS = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", STARTS)
def test_pictures(aqua: Aqua, finished: Path, tmp_path: Path, kind: str) -> None:
    out = tmp_path / f"game.{kind}"
    result = aqua("draw", finished, "-o", out, "--width", 48, "--theme", "dark", "--ply", 6)
    assert (result.exit_code, result.output) == (0, "")
    assert out.read_bytes().startswith(STARTS[kind])
    assert aqua("verify", out).stdout == f"{out}: true: 6 decisions, not finished\n"


@pytest.mark.parametrize("kind", STARTS)
def test_a_position_to_the_standard_output(aqua: Aqua, kind: str) -> None:
    result = aqua("draw", Game(players=4), "-o", "-", "--to", kind, "--width", 48, "--board")
    assert result.stdout_bytes.startswith(STARTS[kind])


@pytest.mark.slow
def test_a_part_of_the_board_and_the_steps_of_a_film(aqua: Aqua, finished: Path, tmp_path: Path) -> None:
    assert aqua("draw", finished, "-o", "part.png", "--region", "C2-F4", "--width", 48).exit_code == 0
    (tmp_path / "late.aqr").write_text(write_record(late()), "utf-8")
    for step in ("stretch", "decision"):
        result = aqua("draw", "late.aqr", "-o", f"{step}.gif", "--step", step, "--width", 32, "--duration", 50)
        assert result.exit_code == 0
    assert (tmp_path / "decision.gif").stat().st_size > (tmp_path / "stretch.gif").stat().st_size


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "x.jpg"], "does not end in a known format; use .svg, .png or .gif"),
        (["-o", "-"], "say with --to"),
        (["-o", "x.gif", "--region", "C2-F4"], "--region goes with svg and png"),
        (["-o", "x.svg", "--step", "decision"], "--step goes with gif, not with svg"),
        (["-o", "x.png", "--duration", "50"], "--duration goes with gif, not with png"),
        (["-o", "x.gif", "--duration", "5"], "'5' is not a whole number from 20 to 60000"),
        (["-o", "x.svg", "--region", "Z9"], "is not a part of the board"),
        (["-o", "x.gif", "--width", "3000"], "pixels wide"),
        (["-o", "x.svg", "--theme", "pink"], "'pink' is not one of"),
        (["-o", "x.svg", "--ply", "999"], "there is no ply 999"),
        (["-o", "no/x.svg"], "cannot write no/x.svg"),
        (["-o", "there.svg"], "there.svg already exists"),
        (["-o", "."], "does not end in a known format"),
    ],
)
def test_bad_input_is_one_line(aqua: Aqua, finished: Path, tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "there.svg").write_text("precious", "utf-8")
    assert said in one_line(aqua("draw", finished, *arguments))
    assert (tmp_path / "there.svg").read_text("utf-8") == "precious"


def test_the_record_ends_where_the_picture_does(aqua: Aqua, finished: Path) -> None:
    aqua("draw", finished, "-o", "early.svg", "--ply", 5)
    short = read_record(aqua("convert", "early.svg", "--to", "aqr").stdout)
    assert short.moves == read_record(finished.read_bytes()).moves[:5]
    assert short.names == ("Ann", "Bo", "Cy")


def test_draw_says_which_of_several_games_it_drew(aqua: Aqua, tmp_path: Path) -> None:
    games = [Record.from_game(random_game(players, 1, 14)) for players in (2, 3)]
    (tmp_path / "two.aqr").write_text(write_records(games), "utf-8")
    result = aqua("draw", "two.aqr", "-o", "first.svg", "--board")
    said = "aqua draw: two.aqr contains 2 games; this is game 1, --game N draws another\n"
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", said)
    result = aqua("draw", "two.aqr", "-o", "second.svg", "--board", "--game", 2)
    assert (result.exit_code, result.output) == (0, "")
    drawn = [extract((tmp_path / f"{name}.svg").read_bytes()) for name in ("first", "second")]
    assert [read_record(text or "").players for text in drawn] == [2, 3]
    assert "contains 2 games; there is no game 3" in one_line(aqua("draw", "two.aqr", "-o", "x.svg", "--game", 3))
