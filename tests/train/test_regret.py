"""Sibling regret: exact where the truth is known."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from aquaromana.bots import Bot
from aquaromana.engine import Budget, OnReport
from aquaromana.engine.report import Choice, Report
from aquaromana.rules import Decision, Game
from aquaromana.train import regret
from aquaromana.train.errors import TrainingError
from aquaromana.train.regret import Position, make_positions, measure_regret, read_positions


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
    # the last one is the best in both halves, the second one only by luck in the first
    halves = {moves[0]: (0.1, 0.1), moves[1]: (0.9, 0.0), moves[2]: (0.2, 0.2), moves[3]: (0.5, 0.4)}
    judged = replace(position(4), halves=halves)
    (best,) = measure_regret([judged], "best", None)
    assert best.room == pytest.approx(((0.0 - 0.4) + (0.5 - 0.5)) / 2)
    (worst,) = measure_regret([judged], "worst", None)
    assert worst.room == pytest.approx(((0.0 - 0.1) + (0.5 - 0.1)) / 2)
    (unjudged,) = measure_regret([position(4)], "best", None)
    assert unjudged.room is unjudged.room_error is None


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


def test_a_judge_that_says_nothing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="random does not say what it thinks"):
        make_positions(tmp_path / "x.jsonl", players=2, count=1, playouts=9, seed=1, judge="random")
