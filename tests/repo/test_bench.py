"""The benchmarks: fair turns, honest figures, and a file with all of them."""

import json
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from aquaromana import Game
from aquaromana.analysis.judge import Grade
from aquaromana.records import read_record
from benchmarks import __main__ as bench
from benchmarks import _review_games, coach, rules
from benchmarks._figures import Figure, Peer, compare
from benchmarks._review_games import Judgement, Measured


def test_both_sides_are_measured_in_turns_and_the_median_counts() -> None:
    turns = []

    def samples(who: str, values: Iterator[float]) -> float:
        turns.append(who)
        return next(values)

    ours, theirs = iter([0.0, 2, 4, 9]), iter([0.0, 1, 1, 1])
    peer = Peer("peer", lambda: samples("theirs", theirs))
    figure = compare("speed", lambda: samples("ours", ours), "moves/s", peer, repeats=3)
    assert turns == ["ours", "theirs"] * 4
    assert figure == Figure("speed", 4, "moves/s", "peer", 1, ratio=4, spread=(6.5 - 3) / 4)


def test_a_ratio_above_one_is_better_also_where_less_is_better() -> None:
    figure = compare("time", lambda: 2, "ms", Peer("peer", lambda: 6), repeats=2, less_is_better=True)
    assert (figure.value, figure.peer_value, figure.ratio, figure.spread) == (2, 6, 3, 0)


def test_every_promise_is_said_to_be_kept_or_missed() -> None:
    from benchmarks._hostile import Seen, _most_in_a_second
    from benchmarks._hostile import figures as attacked
    from benchmarks._server import kept_to

    assert kept_to("cuts", [0, 0], 0, "times").is_kept
    assert not kept_to("cuts", [0, 1, 0], 0, "times").is_kept, "once is too often"
    assert kept_to("wait", [10, 20, 90], 50) == Figure(
        "wait", 20, "ms", "what is promised", 50, ratio=2.5, spread=2.0, promise=True
    )
    calm = [Seen(ping=5, acknowledge=9, megabytes=-1, bot=10, picture=50, cuts=0, lines=0)]
    seen = [Seen(ping=60, acknowledge=9, megabytes=3, bot=15, picture=50, cuts=0, lines=1)]
    table = bench.promises(list(attacked("flood", seen, calm)))
    told = {line.partition("  ")[0]: line.split() for line in table.splitlines()}
    assert told["flood: ping, p99"][-5:] == ["5.0", "60.0", "50.0", "ms", "MISSED"]
    assert told["flood: another's bot"][-6:] == ["1.0", "1.5", "2.0", "times", "calm", "kept"]
    assert "6 of 7 promises are kept." in table
    assert bench.promises([compare("a", lambda: 1, "s", Peer("b", lambda: 1), repeats=2)]) == ""
    lines = ["2026-11-16 09:41:01,649 ERROR a: x\n"] * 2 + ["2026-11-16 09:41:02,649 ERROR a: x\n", "Traceback\n"]
    assert _most_in_a_second(lines) == 2


@pytest.mark.slow
def test_the_figures_of_the_rules_are_printed_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "figures.json"
    monkeypatch.setattr(rules, "SECONDS", 0.001)
    monkeypatch.setattr(sys, "argv", ["bench", "rules", "--repeats", "2", "--json", str(file)])
    bench.main()
    figures = json.loads(file.read_text("utf-8"))["figures"]
    names = [figure["name"] for figure in figures]
    assert names == [*(f"random play, {players} players" for players in (2, 3, 4)), "import"]
    assert all(figure["value"] > 0 and figure["peer_value"] > 0 and figure["ratio"] > 0 for figure in figures)
    table = capsys.readouterr().out
    assert all(name in table for name in names)


@pytest.mark.parametrize(
    "arguments",
    [["nothing"], ["rules", "--repeats", "1"], ["rules", "--only", "hints"], ["server", "--only", "nothing"]],
)
def test_a_wrong_argument_is_one_line(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", *arguments])
    with pytest.raises(SystemExit) as ended:
        bench.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_one_attack_can_be_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import _hostile, server

    observed: list[str] = []

    def observe(name: str) -> _hostile.Seen:
        observed.append(name)
        return _hostile.Seen(ping=5, acknowledge=9, megabytes=1, bot=10, picture=50, cuts=0, lines=0)

    monkeypatch.setattr(_hostile, "observe", observe)
    names = [figure.name for figure in server.run(2, ["hints"])]
    assert observed == ["calm"] * 3 + ["hints"] * 2
    assert names[-1] == "hints: another's picture"


def test_the_disk_is_measured_beside_the_server() -> None:
    from benchmarks import _load

    with _load._appends() as waits:
        time.sleep(3 * _load.APPEND_EVERY)
    assert all(wait > 0 for wait in waits)


@pytest.mark.slow
def test_the_wait_for_a_play_is_measured_beside_an_echo(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks import server

    monkeypatch.setattr(server, "PLAYS", 20)
    figures = list(islice(server.run(2), 3))
    assert [figure.name for figure in figures] == [f"play acknowledged, p{percent}" for percent in (50, 95, 99)]
    assert all(figure.peer_value > 0 and figure.value > 0 and figure.unit == "ms" for figure in figures)


def test_the_stretches_of_a_game_are_what_a_table_takes() -> None:
    from benchmarks._games import stretches

    made = stretches(1)
    assert made[:2] == [(0, made[0][1]), (1, made[1][1])]
    assert all(len(moves) == 1 for _, moves in made[:12]), "the set-up goes one by one"
    game = Game(players=2)
    for seat, moves in made:
        assert game.to_move == seat
        for move in moves:
            game.play(move)
    assert game.is_over


def test_the_figures_of_reviews_count_what_is_sure_and_take_best_and_playable_as_one() -> None:
    best, playable, mistake = (
        Judgement(grade, sure=True, loss=0.0) for grade in (Grade.BEST, Grade.PLAYABLE, Grade.MISTAKE)
    )
    unsure = Judgement(Grade.MISTAKE, sure=False, loss=0.0)
    found = Measured([Grade.BLUNDER, Grade.MISTAKE], [best, best, mistake, unsure], [playable, mistake, mistake, best])
    assert (found.found, found.blamed, found.unsure) == (0.5, 0.5, 0.125)
    assert found.apart == [0, 2, 0]


@pytest.mark.slow
def test_planted_blunders_and_drawn_set_ups_can_be_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_review_games, "STRONGEST", "search:5@20")
    one, again = (_review_games.do((("game", 2, 2), ""))["record"] for _ in range(2))
    assert one == again
    assert one != _review_games.do((("game", 2, 5), ""))["record"]
    chances = _review_games.chances_of(read_record(one))
    assert chances, "this game has one"
    assert all(decision != read_record(one).moves[ply] for ply, decision in chances)


def test_the_coachs_questions_are_counted_and_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of nine stretches of each bot three are asked about, and two of these questions are right."""

    def look(piece: int, count: coach.Count) -> None:
        count.shown += 1
        count.asked += piece == 1
        count.right += piece == 1 and count.shown != 2

    monkeypatch.setattr(coach, "stretches", lambda *_: [0, 1, 2])
    monkeypatch.setattr(coach, "look", look)
    *asks, right = coach.run(1)
    assert [(figure.name, round(figure.value), figure.unit) for figure in asks] == [
        (f"asks {bot}", 33, "% of 9") for bot in coach.BOTS
    ]
    assert (round(right.value), right.unit, right.ratio < 1) == (67, "% of 6", True)


@pytest.mark.slow
def test_a_stretch_that_the_coach_lets_pass_is_only_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    piece = next(each for each in coach.stretches("level:1", 2, 1) if len(each.before.legal_moves()) > 3)
    count = coach.Count()
    monkeypatch.setattr(coach, "coach", lambda *_: None)
    coach.look(piece, count)
    assert (count.shown, count.asked, count.right) == (1, 0, 0)
