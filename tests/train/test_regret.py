"""Sibling regret: exact where the truth is known."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from aquaromana.bots import Bot
from aquaromana.engine import Budget, OnReport
from aquaromana.engine.report import Choice, Report
from aquaromana.rules import Decision, Game
from aquaromana.train import regret
from aquaromana.train.errors import TrainingError
from aquaromana.train.regret import JUDGE, Position, make_positions, measure_regret, read_positions

FIXED = Path(__file__).parents[2] / "benchmarks" / "positions"


def position(players: int) -> Position:
    """Four decisions of the set-up, the first worth nothing and each further one .1 more."""
    legal = Game(players).legal_moves()[:4]
    return Position(players, (), {int(move): number / 10 for number, move in enumerate(legal)})


@dataclass
class Knowing:
    """Knows the truth, and decides for the best or the worst."""

    name: str

    def choose(self, game: Game, budget: Budget | None = None, on_report: OnReport | None = None) -> Decision:
        truth = position(game.players).truth
        sign = 1 if self.name == "best" else -1
        ranked = sorted(truth, key=lambda move: -sign * truth[move])
        rest = (0.0,) * (game.players - 1)
        choices = tuple(
            Choice(Decision(move), 1, 0.1, (0.5 + sign * truth[move], *rest), (), exact=False, line=())
            for move in ranked
        )
        if on_report:
            on_report(Report(4, 4, 4, 1, 0.0, exact=False, shares=(), points=(), choices=choices))
        return choices[0].decision

    def stop(self) -> None: ...


def make(text: str, *, seed: int) -> Bot:
    return Knowing(text)


def test_the_best_choice_loses_nothing_and_the_worst_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regret, "make_bot", make)
    positions = [position(2), position(4), position(4)]
    two, four = measure_regret(positions, "best", None)
    assert (two.players, two.positions, four.players, four.positions) == (2, 1, 4, 2)
    assert (four.regret, four.hits) == (0, 1)
    assert four.blind == pytest.approx(0.15)
    assert four.correlation == pytest.approx(1)
    _, worst = measure_regret(positions, "worst", None)
    assert worst.regret == pytest.approx(0.3)
    assert worst.correlation == pytest.approx(-1)
    assert worst.hits == 0


def test_the_room_is_what_other_games_would_have_chosen_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regret, "make_bot", make)
    moves = list(position(4).truth)
    # the last one is the best; in the first half of the games the second one had more luck
    halves = {moves[0]: (0.1, 0.1), moves[1]: (0.9, 0.0), moves[2]: (0.2, 0.2), moves[3]: (0.5, 0.4)}
    judged = replace(position(4), halves=halves)
    (best,) = measure_regret([judged], "best", None)
    assert best.room == pytest.approx(((0.0 - 0.4) + (0.5 - 0.5)) / 2)
    (worst,) = measure_regret([judged], "worst", None)
    assert worst.room == pytest.approx(((0.0 - 0.1) + (0.5 - 0.1)) / 2)
    (unjudged,) = measure_regret([position(4)], "best", None)
    assert unjudged.room is unjudged.room_error is None


def test_an_unknown_decision_loses_as_much_as_the_worst_known_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(regret, "make_bot", make)
    first, *others = position(4).truth
    known = replace(position(4), truth=dict(zip([first, *others], (0.1, 0.3, 0.3, 0.3), strict=True)))
    unknown = replace(position(4), truth=dict.fromkeys(others[1:], 0.4) | {others[0]: 0.0})
    (found,) = measure_regret([known, unknown], "worst", None)
    assert found.regret == pytest.approx((0.2 + 0.4) / 2)
    assert found.error == pytest.approx(0.1)  # of the mean of two: half of their distance


def test_halves_of_other_decisions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    judged = replace(position(4), halves={999: (0.5, 0.5)})
    path.write_text(json.dumps(judged.to_json()) + "\n", "utf-8")
    with pytest.raises(TrainingError, match="damaged in line 1"):
        read_positions(path)


def test_positions_are_made_once_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    make_positions(path, players=3, count=2, playouts=60, seed=1)
    before = path.read_bytes()
    make_positions(path, players=3, count=2, playouts=60, seed=1)
    assert path.read_bytes() == before
    make_positions(path, players=2, count=1, playouts=60, seed=1)
    assert path.read_bytes().startswith(before)
    for each in read_positions(path):
        assert len(each.truth) >= 4
        assert set(each.truth) <= {int(move) for move in each.game.legal_moves()}
        assert 20 <= each.game.position.board.count(0) <= 65


def judged(tmp_path: Path, **settings: Any) -> Path:
    path = tmp_path / "positions.jsonl"
    wanted = {"players": 2, "count": 1, "playouts": 60, "seed": 1, **settings}
    make_positions(path, **wanted)
    return path


def test_the_first_line_says_how_the_positions_were_judged(tmp_path: Path) -> None:
    first, *rest = judged(tmp_path).read_text("utf-8").splitlines()
    assert json.loads(first) == {"format": 1, "judge": JUDGE, "playouts": 60, "games": 0, "seed": 1}
    assert len(rest) == 1


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"judge": "search:5"}, f"judge is '{JUDGE}' there and 'search:5' here"),
        ({"playouts": 61}, "playouts is 60 there and 61 here"),
        ({"games": 2}, "games is 0 there and 2 here"),
        ({"seed": 2}, "seed is 1 there and 2 here"),
        ({"players": 3, "playouts": 99}, "playouts is 60 there and 99 here"),
    ],
)
def test_positions_judged_in_another_way_are_not_mixed(tmp_path: Path, settings: dict[str, Any], words: str) -> None:
    path = judged(tmp_path)
    before = path.read_bytes()
    with pytest.raises(TrainingError, match=re.escape(words)) as told:
        judged(tmp_path, count=2, **settings)
    assert str(told.value) == f"{path} holds positions that were judged in another way: {words}; name another file"
    assert path.read_bytes() == before


def test_a_file_without_a_first_line_is_read_and_added_to(tmp_path: Path) -> None:
    path = judged(tmp_path, count=2)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[1])
    assert len(read_positions(path)) == 1
    judged(tmp_path, count=2)
    assert path.read_bytes() == b"".join(lines[1:])


@pytest.mark.parametrize("cut", [1, -1])
def test_a_file_that_was_cut_off_before_its_first_position_begins_again(tmp_path: Path, cut: int) -> None:
    path = judged(tmp_path)
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.index(b"\n") + cut])
    judged(tmp_path)
    assert path.read_bytes() == whole


def test_reading_changes_no_file_and_an_unfinished_line_is_made_again(tmp_path: Path) -> None:
    path = judged(tmp_path, count=2)
    whole = path.read_bytes()
    path.write_bytes(whole[:-5])
    assert len(read_positions(path)) == 1
    assert path.read_bytes() == whole[:-5]
    judged(tmp_path, count=2)
    assert path.read_bytes() == whole


def test_a_judge_that_is_refused_leaves_the_file_to_another_one(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="random does not say what it thinks"):
        judged(tmp_path, judge="random")
    assert len(read_positions(judged(tmp_path))) == 1


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (1, '{"format":1,"judge":"search:5"}'),
        (1, '{"format":1,"judge":"search:5","playouts":"x","games":0,"seed":1}'),
        (1, '{"format":2,"judge":"search:5","playouts":60,"games":0,"seed":1}'),
        (2, '{"format":1,"judge":"search:5","playouts":60,"games":0,"seed":1}'),
        (2, '{"players":1e999,"moves":[],"truth":{}}'),
        (2, f'{{"players":2,"moves":[],"truth":{{"1":1{"0" * 400}}}}}'),
        (2, "[" * 100_000),
    ],
    ids=["no playouts", "playouts of text", "another format", "misplaced", "infinite", "too large", "too deep"],
)
def test_a_damaged_line_is_told(tmp_path: Path, number: int, line: str) -> None:
    path = judged(tmp_path)
    lines = path.read_text("utf-8").splitlines()
    lines[number - 1] = line
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(TrainingError, match=f"is damaged in line {number}"):
        read_positions(path)


def test_results_judge_the_decisions_of_a_position(tmp_path: Path) -> None:
    path = tmp_path / "positions.jsonl"
    make_positions(path, players=4, count=1, playouts=2, seed=2, judge="search:5", games=4)
    (position,) = read_positions(path)
    assert set(position.truth) == {int(move) for move in position.game.legal_moves()}
    assert all(0 <= share <= 1 for share in position.truth.values())
    assert any(0 < share < 1 for share in position.truth.values()), "every game was the same"
    assert position.halves is not None
    for decision, halves in position.halves.items():
        assert sum(halves) / 2 == pytest.approx(position.truth[decision], abs=1e-4)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_positions_that_bots_are_compared_on_are_whole(players: int) -> None:
    positions = read_positions(FIXED / f"results-{players}.jsonl")
    assert len(positions) == 60
    for each in positions:
        game = Game(players)
        for move in each.moves:
            assert move in game.legal_moves()
            game.push(Decision(move))
        assert each.players == players
        assert each.truth.keys() <= set(game.legal_moves())
        assert all(0 <= share <= 1 for share in each.truth.values())
        assert each.halves is not None
