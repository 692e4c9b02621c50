"""The folder of a match: what is written, what is refused, what survives."""

import json
import sys
from pathlib import Path

import pytest

from aquaromana import __version__
from aquaromana.arena import ArenaError, Match, MatchLog, SerialRunner, Sprt, run_match
from aquaromana.arena.log import NAME
from aquaromana.engine import engine_version
from aquaromana.records import read_record, verify
from tests.arena.fakes import make, match_of

MATCH = match_of("random", "eager@800", sets=3)


def play(folder: Path, match: Match = MATCH, sprt: Sprt | None = None) -> int:
    """Play what is missing; how many games were there before."""
    with MatchLog(folder, match, sprt) as log:
        known = len(log.results)
        standings = run_match(match, runner=SerialRunner(make=make), log=log)
    assert standings.games == match.games
    return known


def numbers(folder: Path) -> list[int]:
    lines = (folder / NAME).read_text("utf-8").splitlines()[1:]
    return [json.loads(line)["game"] for line in lines]


def test_every_game_has_a_line_and_a_record(tmp_path: Path) -> None:
    assert play(tmp_path / "new" / "folder") == 0
    folder = tmp_path / "new" / "folder"
    assert numbers(folder) == list(range(6))
    names = sorted(file.name for file in (folder / "games").iterdir())
    assert names[1] == "000001_seed-1.0_eager-800_random.aqr"
    assert len(names) == 6
    for name in names:
        assert verify(read_record((folder / "games" / name).read_text("utf-8"))).is_true


def test_a_finished_match_stays_as_it_is(tmp_path: Path) -> None:
    play(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    assert play(tmp_path) == 6
    assert (tmp_path / NAME).read_bytes() == before


@pytest.mark.slow
def test_a_match_resumes_from_a_log_cut_anywhere(tmp_path: Path) -> None:
    play(tmp_path)
    whole = (tmp_path / NAME).read_bytes()
    scores = [json.loads(line)["scores"] for line in whole.splitlines()[1:]]
    for cut in range(0, len(whole), 97):
        (tmp_path / NAME).write_bytes(whole[:cut])
        known = max(whole[:cut].count(b"\n") - 1, 0)
        assert play(tmp_path) == known
        assert numbers(tmp_path) == list(range(6))
        lines = (tmp_path / NAME).read_text("utf-8").splitlines()[1:]
        assert [json.loads(line)["scores"] for line in lines] == scores


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (match_of("random", "eager", sets=3), 'bots is ["random", "eager@800"] there and ["random", "eager"] here'),
        (match_of("random", "eager@800", sets=4), "sets is 3 there and 4 here"),
        (match_of("random", "eager@800", sets=3, seed=2), "seed is 1 there and 2 here"),
        (match_of("random", "eager@800", sets=3, players=3), "players is 2 there and 3 here"),
    ],
)
def test_another_match_is_refused(tmp_path: Path, other: Match, said: str) -> None:
    play(tmp_path)
    before = (tmp_path / NAME).read_bytes()
    with pytest.raises(ArenaError) as caught:
        MatchLog(tmp_path, other)
    assert str(caught.value) == f"{tmp_path} holds another match: {said}"
    assert (tmp_path / NAME).read_bytes() == before


def test_another_test_is_refused(tmp_path: Path) -> None:
    MatchLog(tmp_path, MATCH, Sprt(0, 10)).close()
    MatchLog(tmp_path, MATCH, Sprt(0, 10)).close()
    with pytest.raises(ArenaError, match="sprt is"):
        MatchLog(tmp_path, MATCH)
    with pytest.raises(ArenaError, match="sprt is"):
        MatchLog(tmp_path, MATCH, Sprt(-10, 0))


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", ["nonsense", "{}", '{"game":0}', "[1]", '"text"', "null", '{"match":3}', "\N{REPLACEMENT CHARACTER}"]
)
@pytest.mark.parametrize("line", [1, 3])
def test_damage_is_reported_with_its_line(tmp_path: Path, damage: str, line: int) -> None:
    play(tmp_path)
    lines = (tmp_path / NAME).read_text("utf-8").splitlines()
    lines[line - 1] = damage
    (tmp_path / NAME).write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(ArenaError, match=f"is damaged in line {line}$"):
        MatchLog(tmp_path, MATCH)


def test_a_game_twice_is_damage(tmp_path: Path) -> None:
    play(tmp_path)
    lines = (tmp_path / NAME).read_text("utf-8").splitlines()
    (tmp_path / NAME).write_text("\n".join([*lines, lines[2]]) + "\n", "utf-8")
    with pytest.raises(ArenaError, match="is damaged in line 8"):
        MatchLog(tmp_path, MATCH)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no flock")
def test_two_matches_do_not_share_a_folder(tmp_path: Path) -> None:
    with MatchLog(tmp_path, MATCH), pytest.raises(ArenaError, match="another match is being played into"):
        MatchLog(tmp_path, MATCH)
    MatchLog(tmp_path, MATCH).close()


def test_an_unusable_folder_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ArenaError, match=r"cannot write into .*file: not a directory"):
        MatchLog(tmp_path / "file", MATCH)
    with pytest.raises(ArenaError, match="cannot write into"):
        MatchLog("a\0b", MATCH)


def test_a_bot_that_raises_left_no_traceback_in_the_folder(tmp_path: Path) -> None:
    play(tmp_path, match_of("raises", "random", sets=1))
    games = sorted((tmp_path / "games").iterdir())
    faults = sorted((tmp_path / "faults").iterdir())
    assert [fault.stem for fault in faults] == [game.stem for game in games]
    text = faults[0].read_text("utf-8")
    assert text.startswith("Game 0, seat 0: raises raised RuntimeError: nothing comes to mind\n\nTraceback")
    assert "in _misbehave" in text
    play(tmp_path / "clean")
    assert not (tmp_path / "clean" / "faults").exists()


def test_the_log_names_the_version_and_the_engine(tmp_path: Path) -> None:
    play(tmp_path)
    header = json.loads((tmp_path / NAME).read_text("utf-8").splitlines()[0])
    assert (header["version"], header["engine"]) == (__version__, engine_version())
