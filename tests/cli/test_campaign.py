"""Several matches one after the other: interrupted ones keep their games and say how to go on."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from aquaromana.arena import Entry, GameResult, Match, SerialRunner
from aquaromana.cli import campaign
from aquaromana.cli.campaign import Progress, play_matches
from tests.cli.conftest import Aqua

MATCHES = {f"{size}-players": Match((Entry("first"), Entry("random")), size, 2, draw="next") for size in (2, 3)}


def test_every_match_has_a_folder_and_is_told_once(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    for _ in range(2):
        told.clear()
        stopped = play_matches(
            MATCHES,
            SerialRunner(),
            str(tmp_path),
            lambda match, result: told.append((match.players, result.fixture.number)),
        )
        assert not stopped
        assert sorted(told) == [(2, n) for n in range(4)] + [(3, n) for n in range(6)]
    assert {path.name for path in tmp_path.iterdir()} == set(MATCHES)
    assert len((tmp_path / "3-players" / "arena.jsonl").read_bytes().splitlines()) == 7


def test_an_interruption_keeps_what_was_played(tmp_path: Path) -> None:
    games = 0

    def third_is_too_many(match: Match, result: GameResult) -> None:
        nonlocal games
        games += 1
        if games == 3:
            raise KeyboardInterrupt

    assert play_matches(MATCHES, SerialRunner(), str(tmp_path), third_is_too_many)
    assert len((tmp_path / "2-players" / "arena.jsonl").read_bytes().splitlines()) == 4


@pytest.mark.parametrize(
    ("words", "end"),
    [
        (["arena", "--rate", "random", "first", "--players", "2"], "with --out FOLDER games are kept"),
        (["fairness", "--bot", "random", "--out", "lab"], "the same command goes on"),
    ],
)
def test_after_ctrl_c_a_line_says_how_to_go_on(
    aqua: Aqua, monkeypatch: pytest.MonkeyPatch, words: list[str], end: str
) -> None:
    def interrupted(match: Match, *, on_result: Callable[[GameResult], None], **_: object) -> None:
        for result in SerialRunner().run(match, [match.fixture(0), match.fixture(1)]):
            on_result(result)
        raise KeyboardInterrupt

    monkeypatch.setattr(campaign, "play_all", interrupted)
    result = aqua(*words)
    assert result.exit_code == 130
    assert end in result.stderr.splitlines()[-1]
    assert "random" in result.stdout or "standard" in result.stdout


def test_progress_is_told_by_tenths(capsys: pytest.CaptureFixture[str]) -> None:
    progress = Progress(40)
    for _ in range(40):
        progress.show("2-players")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{done}/40 games, 2-players" for done in range(4, 41, 4)]


@pytest.mark.slow
def test_a_folder_of_another_match_is_refused(aqua: Aqua) -> None:
    words = ["arena", "--next", "first", "random", "--players", "2", "--sets", "1", "--workers", "1", "--out", "pool"]
    assert aqua(*words).exit_code == 0
    header = json.loads(Path("pool/2-players/arena.jsonl").read_text("utf-8").splitlines()[0])
    assert header["match"]["draw"] == "next"
    refused = aqua(*words, "--seed", "5")
    assert refused.exit_code == 2
    assert "holds another match: seed is 0 there and 5 here" in refused.stderr
